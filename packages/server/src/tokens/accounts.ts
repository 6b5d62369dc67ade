import { sql } from 'kysely'

import type { Database } from '../database/connect.ts'
import { globalQuery, visitorScope, type TenantTransaction } from '../database/tenant-scope.ts'
import { isUuid, urn } from '../identifiers.ts'

/** A service account as the client of one request. */
export type ClientAccount = {
  readonly tenantId: string
  readonly tenantSlug: string
  readonly id: string
  readonly name: string
  readonly environmentId: string
  /** Its tenant is: only tokens for the portal are issued. */
  readonly deactivated: boolean
  /** SPKI in PEM, by RFC 7638 thumbprint. */
  readonly keys: readonly { readonly thumbprint: string; readonly pem: string }[]
  /** The database's clock when the account was read, in seconds since the epoch. */
  readonly nowSecs: number
}

/** The account that a client names by its id or its URN, read each time; undefined when there is none. */
export async function findClientAccount(database: Database, client: string): Promise<ClientAccount | undefined> {
  const id = /^(?:urn:portico:[a-z0-9-]+:service-account:)?([0-9a-f-]{36})$/.exec(client)?.[1]
  if (id === undefined || !isUuid(id)) return undefined
  const found = await sql<{ tenant_id: string }>`select tenant_id from portico_find_service_account(${id})`.execute(
    globalQuery(database),
  )
  const tenantId = found.rows[0]?.tenant_id
  if (tenantId === undefined) return undefined
  const account = await visitorScope(database, tenantId).transaction((tx) => readAccount(tx, id))
  const names = account && [account.id, urn(account.tenantSlug, 'service-account', account.id)]
  return names?.includes(client) ? account : undefined
}

async function readAccount(tx: TenantTransaction, id: string): Promise<ClientAccount | undefined> {
  const row = await tx.db
    .selectFrom('service_accounts as a')
    .innerJoin('tenants as t', 't.tenant_id', 'a.tenant_id')
    .select([
      'a.id',
      'a.name',
      'a.environment_id',
      'a.key1',
      'a.key1_thumbprint',
      'a.key2',
      'a.key2_thumbprint',
      't.slug',
    ])
    .select('t.deactivated')
    .select(sql<number>`extract(epoch from now())::float8`.as('now_secs'))
    .where('a.tenant_id', '=', tx.tenantId)
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    tenantId: tx.tenantId,
    tenantSlug: row.slug,
    id: row.id,
    name: row.name,
    environmentId: row.environment_id,
    deactivated: row.deactivated,
    keys: [keyOf(row.key1, row.key1_thumbprint), keyOf(row.key2, row.key2_thumbprint)].flat(),
    nowSecs: row.now_secs,
  }
}

function keyOf(pem: string | null, thumbprint: string | null): ClientAccount['keys'] {
  return pem === null || thumbprint === null ? [] : [{ pem, thumbprint }]
}
