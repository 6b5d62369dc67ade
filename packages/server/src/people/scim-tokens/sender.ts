import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'

import { sendLater, type Later } from '../../kit/database/later.ts'
import { globalQuery, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { isCheckedToken } from '../../kit/secrets/checked-token.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { scimTokenPrefix } from './prefixes.ts'

/** The directory that sends a SCIM request. */
export type ScimSender = {
  readonly tenantId: string
  readonly providerId: string
  readonly tokenId: string
  /** Name of the token, by which the audit log names its requests. */
  readonly name: string
  readonly beginning: string
  /** Whether its requests change nothing. */
  readonly dryRun: boolean
  readonly tokenHash: Buffer
}

/** `unauthenticated`: 401. `not-found`: 404, the token is valid and the provider in the path is another one, or none. */
export type SenderRefusal = 'unauthenticated' | 'not-found'

export type ScimSenders = {
  /**
   * Who sends a request with this Authorization header to `/scim/v2/{providerId}`, read from the database. The token of a provider
   * that is switched off is valid: its directory must still be able to deactivate people.
   */
  find(authorization: string | null | undefined, providerId: string): Promise<ScimSender | SenderRefusal>
  /**
   * The token's owner when this process last saw it. The owner never changes, but the token may be disabled, deleted or expired
   * meanwhile. Only for a request whose transaction checks it (transaction.ts), which saves a separate query.
   */
  recall(authorization: string | null | undefined, providerId: string): ScimSender | undefined
  forget(sender: ScimSender): void
}

/** Tokens that a process remembers. */
const rememberedMax = 10_000

export function createScimSenders({ database, scimTokenUses }: Pick<Deps, 'database' | 'scimTokenUses'>): ScimSenders {
  const seen = new LRUCache<string, ScimSender>({ max: rememberedMax })
  const keyOf = (hash: Buffer) => hash.toString('base64')
  return {
    async find(authorization, providerId) {
      const hash = hashIn(authorization)
      if (hash === undefined) return 'unauthenticated'
      const { rows } = await senderOf(hash).execute(globalQuery(database))
      const [row] = rows
      if (row === undefined) return 'unauthenticated'
      if (row.identity_provider_id !== providerId) return 'not-found'
      const { tenant_id: tenantId, id: tokenId, name, beginning, dry_run: dryRun } = row
      scimTokenUses.note({ tenantId, tokenId })
      const sender = { tenantId, providerId, tokenId, name, beginning, dryRun, tokenHash: hash }
      seen.set(keyOf(hash), sender)
      return sender
    },
    recall(authorization, providerId) {
      const hash = hashIn(authorization)
      const sender = hash && seen.get(keyOf(hash))
      return sender?.providerId === providerId ? sender : undefined
    },
    forget({ tokenHash }) {
      seen.delete(keyOf(tokenHash))
    },
  }
}

/** Asks with the next message of a transaction whether a token is valid now: then there is one row. */
export function askWhetherValid(
  tx: TenantTransaction,
  { tokenHash }: Pick<ScimSender, 'tokenHash'>,
): Promise<Later<unknown>> {
  return sendLater(tx.db, senderOf(tokenHash))
}

type SenderRow = {
  readonly tenant_id: string
  readonly identity_provider_id: string
  readonly id: string
  readonly name: string
  readonly beginning: string
  readonly dry_run: boolean
}

function senderOf(hash: Buffer) {
  return sql<SenderRow>`
    select tenant_id, identity_provider_id, id, name, beginning, dry_run from portico_find_scim_token(${hash})`
}

function hashIn(authorization: string | null | undefined): Buffer | undefined {
  const token = /^bearer +(\S{1,100})$/i.exec(authorization ?? '')?.[1]
  return token === undefined || !isCheckedToken(scimTokenPrefix, token) ? undefined : hashToken(token)
}
