import { identityProviderNoun, keepIdentityProvider } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../context/context.ts'
import { confirmYes } from '../../io/confirm.ts'
import { planned, printDryRun } from '../../output/dry-run.ts'
import { planOutput } from '../../output/plan.ts'
import { findProvider, inFormOrder } from '../find.ts'
import { printProvider } from '../print-provider.ts'

type Options = CommonOptions & { provider: string; yes?: boolean }

/** Puts the draft of a provider into effect, after the person confirmed what the test login showed. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(identityProviderNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const { provider, etag } = await findProvider(server, options.provider)
  const params = { id: provider.id }
  const body = { confirmed: true as const }
  const changes = (provider.draft?.fields ?? []).map((field) => ({ field, from: null, to: 'the draft' }))
  if (options.dryRun)
    return printDryRun([planned(keepIdentityProvider, params, body)], changes, io, plan.format === 'json')
  await confirmYes(
    io,
    `Did the test login of ${provider.name} show what you expect? Keep the changes?`,
    options.yes === true,
  )
  const { value } = await server.call(keepIdentityProvider, { params, body, ifMatch: etag })
  await printProvider(plan, inFormOrder(value), context)
  context.say('The changes are in effect.')
}
