import { hash } from 'node:crypto'

import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'

import type { Database } from '../../kit/database/connect.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { createBatches } from './batches.ts'
import { clockSkewSecs } from './limits.ts'

/** A token that is about to be issued, with the assertion that it is issued for. */
export type NewToken = {
  readonly id: string
  readonly accountId: string
  readonly keyThumbprint: string
  /** Several in alphabetical order. */
  readonly audiences: readonly string[]
  /** `expSecs` since the epoch. */
  readonly assertion: { readonly issuer: string; readonly jti: string; readonly expSecs: number }
  readonly audit: { readonly id: string; readonly requestId: string; readonly address: string }
}

/**
 * Whole seconds since the epoch by the database's clock, or why there is no token: its assertion was used before, or the
 * account or the key that signed is gone (or the assertion has expired meanwhile).
 */
export type Recorded = { readonly issuedAtSecs: number } | 'used' | 'gone'

export type RecordToken = (tenantId: string, token: NewToken) => Promise<Recorded>

const batchMax = 100
const tenantsMax = 1_000

/**
 * Records tokens before they are returned. One statement of one transaction checks for each that its account and key are
 * there now, uses its assertion up, and adds its row and its row of the audit log. Of any number of uses of an assertion at
 * once, in any number of processes, one is recorded. Concurrent requests of a tenant share a statement.
 */
export function createTokenRecords(database: Database, { lifeSecs }: { readonly lifeSecs: number }): RecordToken {
  const batchesOf = (tenantId: string) =>
    createBatches<NewToken, Recorded>((tokens) => recordAll(database, tenantId, { tokens, lifeSecs }), {
      sizeMax: batchMax,
      keyOf: ({ assertion }) => `${assertion.issuer} ${assertion.jti}`,
    })
  const byTenant = new LRUCache<string, ReturnType<typeof batchesOf>>({ max: tenantsMax })
  return (tenantId, token) => {
    const batches = byTenant.get(tenantId) ?? batchesOf(tenantId)
    byTenant.set(tenantId, batches)
    return batches.add(token)
  }
}

async function recordAll(
  database: Database,
  tenantId: string,
  { tokens, lifeSecs }: { readonly tokens: readonly NewToken[]; readonly lifeSecs: number },
): Promise<readonly Recorded[]> {
  try {
    return await insertTokens(database, tenantId, { tokens, lifeSecs })
  } catch (error) {
    // The account was deleted while the statement ran.
    if ((error as { code?: unknown }).code !== '23503') throw error
    if (tokens.length === 1) return ['gone']
    return Promise.all(
      tokens.map(async (token) => (await recordAll(database, tenantId, { tokens: [token], lifeSecs }))[0] ?? 'gone'),
    )
  }
}

/** Result of the statement for a token. */
type Row = { readonly id: string; readonly there: boolean; readonly fresh: boolean; readonly issuedAtSecs: number }

/** Uses are written in the order of their keys, so that two processes cannot deadlock. */
async function insertTokens(
  database: Database,
  tenantId: string,
  { tokens, lifeSecs }: { readonly tokens: readonly NewToken[]; readonly lifeSecs: number },
): Promise<readonly Recorded[]> {
  const column = <Value>(of: (token: NewToken) => Value): Value[] => tokens.map(of)
  const { rows } = await tenantScope(database, tenantId).transaction(({ db }) =>
    sql<Row>`
    with asked as (
      select * from unnest(
        ${column(({ id }) => id)}::text[], ${column(({ accountId }) => accountId)}::uuid[],
        ${column(({ keyThumbprint }) => keyThumbprint)}::text[], ${column(({ audiences }) => audiences.join(' '))}::text[],
        ${column(({ assertion }) => assertion.issuer)}::text[],
        ${column(({ assertion }) => hash('sha256', assertion.issuer + assertion.jti, 'hex'))}::text[],
        ${column(({ assertion }) => assertion.expSecs)}::float8[], ${column(({ audit }) => audit.id)}::uuid[],
        ${column(({ audit }) => audit.requestId)}::text[], ${column(({ audit }) => audit.address)}::text[])
        as asked (id, account_id, thumbprint, audience, issuer, jti_hash, exp, audit_id, request_id, address)
    ), present as materialized (
      select asked.*, decode(asked.jti_hash, 'hex') as id_hash, a.name
        from asked
        join service_accounts a on a.tenant_id = ${tenantId} and a.id = asked.account_id
         and asked.thumbprint in (a.key1_thumbprint, a.key2_thumbprint)
       where asked.exp > extract(epoch from now())
    ), used as (
      insert into assertion_uses (issuer, id_hash, expires_at)
      select issuer, id_hash, to_timestamp(exp + ${clockSkewSecs}) from present order by issuer, id_hash
      on conflict (issuer, id_hash) do nothing
      returning issuer, id_hash
    ), fresh as materialized (
      select present.* from present join used using (issuer, id_hash)
    ), issued as (
      insert into access_tokens (tenant_id, id, service_account_id, key_thumbprint, audience, expires_at)
      select ${tenantId}, id, account_id, thumbprint, audience,
             date_trunc('second', now()) + make_interval(secs => ${lifeSecs})
        from fresh
    ), audited as (
      insert into audit (tenant_id, id, actor_kind, actor_id, actor_name, action, target_kind, target_id, target_name, after,
                         request_id, address)
      select ${tenantId}, audit_id, 'service-account', account_id::text, name, 'token.issue', 'service-account',
             account_id::text, name, jsonb_build_object('tokenId', id, 'audience', audience), request_id, address
        from fresh
    )
    select asked.id, present.id is not null as there, fresh.id is not null as fresh,
           extract(epoch from date_trunc('second', now()))::float8 as "issuedAtSecs"
      from asked left join present on present.id = asked.id left join fresh on fresh.id = asked.id`.execute(db),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return tokens.map(({ id }) => {
    const row = byId.get(id)
    if (row?.there !== true) return 'gone'
    return row.fresh ? { issuedAtSecs: row.issuedAtSecs } : 'used'
  })
}
