import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

type Link = { readonly kind: 'person' | 'group'; readonly id: string; readonly remoteId: string }

/** The accounts of an application that belong to people and groups here, while one process has the turn. */
export type Linked = {
  /** Whether the account belongs to another person or group than this one. */
  isOthers(tx: TenantTransaction, link: Link): Promise<boolean>
  add(link: Link): void
}

/**
 * Every account that an application says it made is compared with all others. The table has no index for that, so that their hashes are
 * read once per turn, and the rows only where a hash is known. Only the process that has the turn writes links.
 */
export function createLinked(connectionId: string): Linked {
  const known = new Map<Link['kind'], Set<number>>()
  async function hashesOf(tx: TenantTransaction, kind: Link['kind']): Promise<Set<number>> {
    const before = known.get(kind)
    if (before !== undefined) return before
    const { rows } = await sql<{ hash: number }>`
      select ('x' || left(encode(sha256(convert_to(remote_id, 'UTF8')), 'hex'), 8))::bit(32)::int as hash from provisioned_objects
       where tenant_id = ${tx.tenantId} and connection_id = ${connectionId} and kind = ${kind}
         and remote_id is not null`.execute(tx.db)
    const hashes = new Set(rows.map(({ hash }) => hash))
    known.set(kind, hashes)
    return hashes
  }
  return {
    async isOthers(tx, { kind, id, remoteId }) {
      if (!(await hashesOf(tx, kind)).has(hashOf(remoteId))) return false
      const { rows } = await sql<{ found: boolean }>`
        select exists (
          select from provisioned_objects
           where tenant_id = ${tx.tenantId} and connection_id = ${connectionId} and kind = ${kind} and id <> ${id}
             and remote_id = ${remoteId}) as found`.execute(tx.db)
      return rows[0]?.found === true
    },
    add: ({ kind, remoteId }) => void known.get(kind)?.add(hashOf(remoteId)),
  }
}

/** The same as in SQL. */
function hashOf(remoteId: string): number {
  return createHash('sha256').update(remoteId).digest().readInt32BE(0)
}
