import { beginSetup, getSetup } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { CommandFailure, fail } from '../../../kit/errors/failure.ts'
import { failureOf } from '../../../kit/errors/problem-failure.ts'
import { readText } from '../../../kit/io/read-input.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { setupNoun } from '../noun.ts'
import { pathOf, printSetup } from '../session.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'

type Options = CommonOptions & { url: string }

/** Exchanges a setup URL for a session of its setup, which the other verbs use. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings, say } = context
  const plan = planOutput(setupNoun, options, { io, configured: settings.get('output') })
  const text = options.url === '-' ? await readText('-', { flag: 'url', bytesMax: 4096 }, io) : options.url
  const { origin, token } = partsOf(text.trim())
  if (options.dryRun) return printDryRun([planned(beginSetup, {}, { token })], [], io, plan.format === 'json')
  const server = await context.serverWithSession(origin, pathOf(context))
  const begun = await server.attempt(beginSetup, { body: { token } })
  if (!begun.ok) throw new CommandFailure(failureOf(begun.problem))
  const { value: setup } = await server.call(getSetup, {})
  await printSetup(plan, { server, setup }, context)
  say(phrase`The setup of ${setup.tenantName} is open here. Next: portico setup ${nextVerb(setup)}`)
}

function partsOf(text: string): { readonly origin: string; readonly token: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const token = url?.hash.slice(1) ?? ''
  if (url === undefined || !/^https?:$/.test(url.protocol) || token === '')
    return fail('usage', 'This is not a whole setup URL. It ends with a # and a long code; quote it in the shell.', {
      hint: 'portico setup open --help',
    })
  return { origin: url.origin, token }
}

function nextVerb({
  type,
  provider,
}: {
  readonly type: unknown
  readonly provider: { suffixes: readonly string[]; prefixes: readonly string[] } | null
}): string {
  if (type === null) return 'choose --type TYPE'
  if (provider === null) return 'configure'
  return provider.suffixes.length + provider.prefixes.length === 0 ? 'format --email DOMAIN' : 'test'
}
