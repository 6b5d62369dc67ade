import type { IncomingHttpHeaders } from 'node:http'

import { findClient } from '../../applications/clients/queries.ts'
import type { Deps } from '../../kit/http/deps.ts'

/**
 * The origin of the page that sent a token request, if its scripts may read the answer: the request is of a public client, and one of
 * its redirect URIs has that origin (docs/decisions/0150). undefined: the answer is not for a page.
 */
export async function pageOriginOf(
  fields: ReadonlyMap<string, string>,
  { origin, authorization }: IncomingHttpHeaders,
  { database }: Pick<Deps, 'database'>,
): Promise<string | undefined> {
  const clientId = fields.get('client_id')
  // `null` is the origin of sandboxed frames, and of addresses that have none.
  if (origin === undefined || origin === 'null' || authorization !== undefined || clientId === undefined)
    return undefined
  const config = (await findClient(database, clientId))?.config
  if (config?.protocol !== 'openid' || config.authMethod !== 'none') return undefined
  return config.redirectUris.some((uri) => new URL(uri).origin === origin) ? origin : undefined
}
