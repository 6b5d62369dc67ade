import { sql } from 'kysely'

import { globalQuery } from '../database/tenant-scope.ts'
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

type SenderRow = {
  readonly tenant_id: string
  readonly identity_provider_id: string
  readonly id: string
  readonly beginning: string
  readonly dry_run: boolean
}

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
  const { rows } = await sql<SenderRow>`
    select tenant_id, identity_provider_id, id, beginning, dry_run
      from portico_scim_sender(${hash})`.execute(globalQuery(database))
  const [row] = rows
  if (row === undefined) return 'unauthenticated'
  if (row.identity_provider_id !== providerId) return 'not-found'
  const { tenant_id: tenantId } = row
  scimTokenUses.note({ tenantId, tokenId: row.id })
  return { tenantId, providerId, tokenId: row.id, beginning: row.beginning, dryRun: row.dry_run }
}
