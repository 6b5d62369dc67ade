import { createHash } from 'node:crypto'

import type { Endpoint } from '@portico/core/contract'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { Actor } from './actor.ts'
import { Failure } from './failure.ts'
import type { Answer } from './route.ts'

type Creation = {
  readonly tx: TenantTransaction
  readonly actor: Actor
  readonly request: Request
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
  readonly body: unknown
}

/**
 * With an `Idempotency-Key`, a creation sent twice by the same actor happens once and gets the same answer. The
 * key's row is part of the transaction: a second request waits for the first, and a failed first leaves no row.
 */
export async function idempotent(creation: Creation, run: () => Promise<Answer<unknown>>): Promise<Answer<unknown>> {
  const key = creation.request.headers.get('idempotency-key')
  if (key === null) return run()
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw new Failure(400, 'INVALID_REQUEST', { details: [] })
  const { tx, actor } = creation
  const at = { tenant_id: tx.tenantId, actor_id: actor.id, key }
  const hash = hashOf(creation)
  const claimed = await tx.db
    .insertInto('idempotency_keys')
    .values({ ...at, request_hash: hash, reply: null, etag: null })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'actor_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed === undefined) return repeated(tx, at, hash)
  const answer = await run()
  await tx.db
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(answer.value ?? null), etag: answer.etag ?? null })
    .where('tenant_id', '=', at.tenant_id)
    .where('actor_id', '=', at.actor_id)
    .where('key', '=', at.key)
    .execute()
  return answer
}

async function repeated(
  tx: TenantTransaction,
  at: { tenant_id: string; actor_id: string; key: string },
  hash: Buffer,
): Promise<Answer<unknown>> {
  const before = await tx.db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'reply', 'etag'])
    .where('tenant_id', '=', at.tenant_id)
    .where('actor_id', '=', at.actor_id)
    .where('key', '=', at.key)
    .executeTakeFirstOrThrow()
  if (!before.request_hash.equals(hash)) throw new Failure(422, 'IDEMPOTENCY_MISMATCH')
  return { value: before.reply, etag: before.etag ?? undefined }
}

function hashOf({ endpoint, params, body }: Creation): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([endpoint.name, params, body]))
    .digest()
}
