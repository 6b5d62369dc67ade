import { sql } from 'kysely'

import { globalQuery, visitorScope } from '../database/tenant-scope.ts'
import type { Deps } from '../deps.ts'
import { isCheckedToken } from '../secrets/checked-token.ts'
import { hashToken } from '../secrets/secret-box.ts'
import { scimTokenPrefix } from './prefix.ts'

/** The directory that sends a SCIM request. */
export type ScimSender = {
  readonly tenantId: string
  readonly providerId: string
  readonly tokenId: string
  /** What the audit log names it by. */
  readonly beginning: string
  /** Whether its requests change nothing. */
  readonly dryRun: boolean
}

/** `unauthenticated`: 401. `not-found`: 404, the token is valid and the provider in the path is another one, or none. */
export type SenderRefusal = 'unauthenticated' | 'not-found'

/**
 * Who sends a request with this Authorization header to `/scim/v2/{providerId}`. Read from the database each time, so that a
 * token that was disabled or deleted is refused at once on every process. The token of a provider that is switched off is
 * valid: its directory must still be able to deactivate people.
 */
export async function findScimSender(
  { database, scimTokenUses }: Pick<Deps, 'database' | 'scimTokenUses'>,
  authorization: string | null | undefined,
  providerId: string,
): Promise<ScimSender | SenderRefusal> {
  const token = /^bearer +(\S{1,100})$/i.exec(authorization ?? '')?.[1]
  if (token === undefined || !isCheckedToken(scimTokenPrefix, token)) return 'unauthenticated'
  const hash = hashToken(token)
  const { rows } = await sql<{ tenant_id: string }>`
    select tenant_id from portico_find_scim_token(${hash})`.execute(globalQuery(database))
  const tenantId = rows[0]?.tenant_id
  if (tenantId === undefined) return 'unauthenticated'
  const row = await visitorScope(database, tenantId).transaction(({ db }) =>
    db
      .selectFrom('scim_tokens as k')
      .innerJoin('tenants as t', 't.tenant_id', 'k.tenant_id')
      // A deleted provider is hidden.
      .innerJoin('identity_providers as p', (join) =>
        join.onRef('p.tenant_id', '=', 'k.tenant_id').onRef('p.id', '=', 'k.identity_provider_id'),
      )
      .select(['k.id', 'k.identity_provider_id', 'k.beginning', 'k.dry_run'])
      .where('k.tenant_id', '=', tenantId)
      .where('k.token_hash', '=', hash)
      .where('k.active', '=', true)
      .where('k.expires_at', '>', sql<Date>`now()`)
      .where('t.deactivated', '=', false)
      .executeTakeFirst(),
  )
  if (row === undefined) return 'unauthenticated'
  if (row.identity_provider_id !== providerId) return 'not-found'
  scimTokenUses.note({ tenantId, tokenId: row.id })
  return { tenantId, providerId, tokenId: row.id, beginning: row.beginning, dryRun: row.dry_run }
}
