import { revertIdentityProvider, identityProviderNoun } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { confirmYes } from '../../../kit/io/confirm.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { phrase } from '../../../kit/phrases/phrase.ts'
import { findProvider, inFormOrder } from '../find.ts'
import { printProvider } from '../print-provider.ts'

type Options = CommonOptions & { provider: string; yes?: boolean; unconfirmed?: boolean }

/** Discards the draft of a provider, where one that was never kept is removed; or takes back an unconfirmed change. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(identityProviderNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const { provider, etag } = await findProvider(server, options.provider)
  const params = { id: provider.id }
  const isKept = options.unconfirmed === true
  const query = isKept ? ({ change: 'unconfirmed' } as const) : {}
  if (options.dryRun)
    return printDryRun([planned(revertIdentityProvider, params, undefined, query)], [], io, plan.format === 'json')
  const question = isKept
    ? phrase`Revert the change of ${provider.name} that waits for a confirmation?`
    : provider.live === null
      ? phrase`${provider.name} was never kept: it is removed. Revert?`
      : phrase`Discard the changes of ${provider.name} that are not in effect?`
  await confirmYes(context, question, options.yes === true)
  const { value } = await server.call(revertIdentityProvider, { params, query, ifMatch: etag })
  if (value.idp === null) return context.say('The identity provider was removed.')
  await printProvider(plan, inFormOrder(value.idp), context)
  const words = await context.words()
  context.say(words.say(isKept ? 'draft.revertedNow' : 'draft.reverted'))
}
