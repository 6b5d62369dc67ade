import { deleteScimToken } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { confirmByName } from '../../../kit/io/confirm.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { report } from '../../../kit/output/report.ts'
import { findToken, providerOf } from '../find.ts'

/** Deletes for good, after the name was typed or given with --confirm. */
export async function run(
  options: CommonOptions & { idp: string; wanted: string; confirm?: string },
  context: CommandContext,
): Promise<void> {
  const server = await context.server()
  const provider = await providerOf(server, options.idp)
  const { id: tokenId, name } = await findToken(server, provider, options.wanted)
  const params = { id: provider.id, tokenId }
  if (options.dryRun)
    return printDryRun(
      [planned(deleteScimToken, params)],
      [{ field: 'name', from: name, to: null }],
      context.io,
      options.json !== undefined,
    )
  await confirmByName(context, { what: 'the SCIM token', name, id: tokenId, given: options.confirm })
  await server.call(deleteScimToken, { params })
  const sentence = (await context.words()).say('scimTokens.deleted', { name })
  report({ id: tokenId, name, deleted: true }, sentence, options, context)
}
