import { getOurMetadata, rollOurKeys } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { confirmYes } from '../../../kit/io/confirm.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRows } from '../../../kit/output/print.ts'
import { ourKeyNoun } from '../noun.ts'
import { phrase, type Phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { step: string; yes?: boolean }

const steps = ['publish', 'activate', 'withdraw'] as const
type Step = (typeof steps)[number]

const done: Readonly<Record<Step, Phrase>> = {
  publish: phrase`The next keys are published. Give the providers time to read our metadata, then: portico idp rollover activate`,
  activate: phrase`The next keys are in use. Once no provider needs the previous ones: portico idp rollover withdraw`,
  withdraw: phrase`The previous keys are published no more.`,
}

const questions: Readonly<Record<Exclude<Step, 'publish'>, Phrase>> = {
  activate: phrase`Providers that have not read our metadata since will refuse our requests. Use the next keys now?`,
  withdraw: phrase`Providers that still encrypt for the previous keys will fail. Withdraw them?`,
}

/** Takes one step of the rollover of our signing and encryption keys, and prints their state. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(ourKeyNoun, options, { io, configured: settings.get('output') })
  const step = steps.find((known) => known === options.step)
  if (step === undefined && options.step !== 'show')
    fail('usage', phrase`There is no step ${options.step}. There is: show, ${steps.join(', ')}.`, {
      hint: 'portico idp rollover show',
    })
  const server = await context.server()
  if (step === undefined) {
    const { keys } = (await server.call(getOurMetadata, { params: { type: 'saml2' }, query: {} })).value
    return printRows(plan, keys, context)
  }
  if (options.dryRun) return printDryRun([planned(rollOurKeys, {}, { step })], [], io, plan.format === 'json')
  if (step !== 'publish') await confirmYes(context, questions[step], options.yes === true)
  const { keys } = (await server.call(rollOurKeys, { body: { step } })).value
  await printRows(plan, keys, context)
  context.say(done[step])
}
