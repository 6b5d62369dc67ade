import {
  confirmWithinMaxSecs,
  confirmWithinMinSecs,
  identityProviderNoun,
  isKeptWithoutTest,
  keepIdentityProvider,
  readGrace,
} from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { fail } from '../../../kit/errors/failure.ts'
import { confirmYes } from '../../../kit/io/confirm.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { findProvider, inFormOrder } from '../find.ts'
import { printProvider } from '../print-provider.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { provider: string; yes?: boolean; confirmWithin?: string }

/** Puts the draft of a provider into effect, after the person confirmed what the test login showed. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(identityProviderNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const { provider, etag } = await findProvider(server, options.provider)
  const params = { id: provider.id }
  const confirmWithinSecs = timeOf(options.confirmWithin)
  const body = { confirmed: true as const, ...(confirmWithinSecs !== undefined && { confirmWithinSecs }) }
  const changes = (provider.draft?.fields ?? []).map((field) => ({ field, from: null, to: 'the draft' }))
  if (options.dryRun)
    return printDryRun([planned(keepIdentityProvider, params, body)], changes, io, plan.format === 'json')
  await confirmYes(
    context,
    isKeptWithoutTest(provider)
      ? phrase`The changes of ${provider.name} need no test login. Put them into effect?`
      : phrase`Did the test login of ${provider.name} show what you expect? Keep the changes?`,
    options.yes === true,
  )
  const { value } = await server.call(keepIdentityProvider, { params, body, ifMatch: etag })
  await printProvider(plan, inFormOrder(value), context)
  const revertsAt = value.live?.unconfirmed?.revertsAt
  if (revertsAt === undefined) return context.say('The changes are in effect.')
  const who = value.primary ? phrase`a Security Admin signs in` : phrase`a person signs in`
  context.say(phrase`The changes are in effect. They revert at ${revertsAt}, unless ${who} with ${value.name} before.`)
}

function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const seconds = readGrace(text)
  if (seconds !== undefined && seconds >= confirmWithinMinSecs && seconds <= confirmWithinMaxSecs) return seconds
  return fail('usage', phrase`${text} is not a time to confirm. Write 10m or 2h; 1m at least, 24h at most.`)
}
