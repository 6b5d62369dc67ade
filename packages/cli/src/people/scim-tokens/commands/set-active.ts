import { getScimToken, scimTokenNoun, updateScimToken } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { planOutput } from '../../../kit/output/plan.ts'
import { printRow } from '../../../kit/output/print.ts'
import { findToken, providerOf } from '../find.ts'

type Options = CommonOptions & { idp: string; wanted: string; active: boolean }

/** Enables or disables a token, under the ETag of what was read. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const { io, settings } = context
  const plan = planOutput(scimTokenNoun, options, { io, configured: settings.get('output') })
  const server = await context.server()
  const provider = await providerOf(server, options.idp)
  const { id: tokenId } = await findToken(server, provider, options.wanted)
  const params = { id: provider.id, tokenId }
  const { value: before, etag } = await server.call(getScimToken, { params })
  const { active } = options
  const isChanged = before.active !== active
  if (options.dryRun)
    return printDryRun(
      isChanged ? [planned(updateScimToken, params, { active })] : [],
      isChanged ? [{ field: 'active', from: before.active, to: active }] : [],
      io,
      plan.format === 'json',
    )
  const token = isChanged
    ? (await server.call(updateScimToken, { params, body: { active }, ifMatch: etag })).value
    : before
  await printRow(plan, token, context)
  if (!isChanged) return context.say('Nothing differs from what is saved.')
  const { name } = token
  context.say((await context.words()).say(active ? 'scimTokens.enabled' : 'scimTokens.disabled', { name }))
}
