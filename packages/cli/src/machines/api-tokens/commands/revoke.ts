import { revokeApiToken, revokeOwnApiToken } from '@portico/core'

import type { CommandContext, CommonOptions } from '../../../kit/context/context.ts'
import { confirmByName } from '../../../kit/io/confirm.ts'
import { planned, printDryRun } from '../../../kit/output/dry-run.ts'
import { report } from '../../../kit/output/report.ts'
import { findActiveToken } from '../find.ts'

type Options = CommonOptions & { wanted: string; all?: boolean; confirm?: string }

/** Revokes for good, after the name of the token was typed or given with --confirm. */
export async function run(options: Options, context: CommandContext): Promise<void> {
  const scope = options.all === true ? 'all' : 'own'
  const server = await context.server()
  const { id, name } = await findActiveToken(server, options.wanted, scope)
  const params = { id }
  const endpoint = scope === 'all' ? revokeApiToken : revokeOwnApiToken
  if (options.dryRun)
    return printDryRun(
      [planned(endpoint, params)],
      [{ field: 'state', from: 'active', to: 'revoked' }],
      context.io,
      options.json !== undefined,
    )
  await confirmByName(context, { what: 'the API token', name, id, given: options.confirm, action: 'revoke' })
  await server.call(endpoint, { params })
  report({ id, name, revoked: true }, (await context.words()).say('apiTokens.revoked', { name }), options, context)
}
