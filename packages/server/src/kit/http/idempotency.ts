import { createHash } from 'node:crypto'

import type { Endpoint } from '@portico/core/contract'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import { hyphenated } from '../identifiers.ts'
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
 * The id of what a creation makes, from its `Idempotency-Key`: an answer can name it before it is made. UUID version 8 (RFC 9562
 * section 5.8) of the tenant, the kind and the key, so it differs from the ids of other tenants whatever the key.
 */
export function idOfCreation(tenantId: string, kind: string, key: string): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify([tenantId, kind, key]))
    .digest()
    .subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return hyphenated(bytes)
}

/** The `Idempotency-Key` of a request, if it has one. */
export function creationKey(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key') ?? undefined
  if (key !== undefined && !isCreationKey(key)) throw new Failure(400, 'INVALID_REQUEST', { details: [] })
  return key
}

export function isCreationKey(text: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(text)
}

/**
 * With an `Idempotency-Key`, a creation sent twice by the same actor happens once and gets the same answer. The
 * key's row is part of the transaction: a second request waits for the first, and a failed first leaves no row.
 */
export async function idempotent(creation: Creation, run: () => Promise<Answer<unknown>>): Promise<Answer<unknown>> {
  const key = creationKey(creation.request)
  if (key === undefined) return run()
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
