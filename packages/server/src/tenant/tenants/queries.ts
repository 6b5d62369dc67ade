import { sql } from 'kysely'

import type { Database } from '../../kit/database/connect.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

export type TenantRow = {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly vendor: boolean
  readonly createdAt: Date
}

/** All tenants of the deployment: for operators on the host, and for the operations area. */
export async function listTenants(database: Database): Promise<TenantRow[]> {
  const found = await sql<{ tenant_id: string; slug: string; name: string; vendor: boolean; created_at: Date }>`
    select * from portico_list_tenants()`.execute(database.app)
  return found.rows.map((row) => ({
    id: row.tenant_id,
    slug: row.slug,
    name: row.name,
    vendor: row.vendor,
    createdAt: row.created_at,
  }))
}

export async function findTenantBySlug(database: Database, slug: string): Promise<TenantRow | undefined> {
  return (await listTenants(database)).find((tenant) => tenant.slug === slug)
}

/** Whether this is the tenant of the vendor, whose people may hold the Support role. */
export async function isVendor(tx: TenantTransaction): Promise<boolean> {
  const row = await tx.db
    .selectFrom('tenants')
    .select('vendor')
    .where('tenant_id', '=', tx.tenantId)
    .executeTakeFirstOrThrow()
  return row.vendor
}

/** The name of the tenant of this transaction. */
export async function tenantName(tx: TenantTransaction): Promise<string> {
  const row = await tx.db
    .selectFrom('tenants')
    .select('name')
    .where('tenant_id', '=', tx.tenantId)
    .executeTakeFirstOrThrow()
  return row.name
}

/** Creates the tenant of this transaction, or updates it. Its slug stays. */
export async function saveTenant(
  tx: TenantTransaction,
  tenant: {
    readonly slug: string
    readonly name: string
    readonly vendor: boolean
    /** Absent: what is set stays. */
    readonly customRolesReadonly?: boolean | undefined
  },
): Promise<void> {
  const { name, vendor, customRolesReadonly: readonly } = tenant
  const values = {
    name,
    vendor,
    ...(readonly === undefined ? {} : { custom_roles_readonly: readonly }),
  }
  await tx.db
    .insertInto('tenants')
    .values({ tenant_id: tx.tenantId, slug: tenant.slug, ...values })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute()
}
