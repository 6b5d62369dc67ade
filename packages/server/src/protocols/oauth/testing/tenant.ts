import { randomUUID } from 'node:crypto'

import type { Database } from '../../../kit/database/connect.ts'
import { tenantScope, type TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import type { AccountKey } from './assertions.ts'

/** A tenant with one environment, the portal and two applications, `billing` and `archive`. */
export type Tenant = {
  readonly id: string
  readonly slug: string
  readonly environmentId: string
  in<T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T>
  /** `roles` are e.g. 'billing/clerk', or 'billing' for the application without a role. */
  addAccount(name: string, keys: readonly [AccountKey, AccountKey?], roles: readonly string[]): Promise<string>
}

const roleNames = ['portal/security-admin', 'billing/clerk', 'billing/auditor', 'archive/reader']

export async function addTenant(database: Database, slug: string): Promise<Tenant> {
  const [id, environmentId] = [randomUUID(), randomUUID()]
  const scope = tenantScope(database, id)
  const roleIds = new Map(roleNames.map((name) => [name, randomUUID()]))
  await scope.transaction(async ({ db }) => {
    await db.insertInto('tenants').values({ tenant_id: id, slug, name: slug }).execute()
    const environment = { tenant_id: id, id: environmentId, name: 'PROD', slug: 'prod', type: 'Production' }
    await db.insertInto('environments').values(environment).execute()
    for (const [app, label] of [
      ['portal', 'Portal'],
      ['billing', 'Billing'],
      ['archive', 'Archive'],
    ] as const) {
      await db
        .insertInto('applications')
        .values({ tenant_id: id, id: applicationId(app), slug: app, label })
        .execute()
      const placed = {
        tenant_id: id,
        environment_id: environmentId,
        application_id: applicationId(app),
        launch_url: null,
      }
      await db.insertInto('environment_applications').values(placed).execute()
    }
    for (const [role, roleId] of roleIds) {
      const [app = '', name = ''] = role.split('/')
      const row = {
        tenant_id: id,
        id: roleId,
        environment_id: environmentId,
        application_id: applicationId(app),
        name,
        label: name,
      }
      await db.insertInto('app_roles').values(row).execute()
    }
  })
  return {
    id,
    slug,
    environmentId,
    in: (work) => scope.transaction(work),
    addAccount: (name, [key1, key2], roles) =>
      scope.transaction(async ({ db }) => {
        const accountId = randomUUID()
        const account = {
          tenant_id: id,
          id: accountId,
          environment_id: environmentId,
          name,
          key1: key1.pem,
          key1_algorithm: 'RSA',
          key1_thumbprint: key1.thumbprint,
          key2: key2?.pem ?? null,
          key2_algorithm: key2 ? 'RSA' : null,
          key2_thumbprint: key2?.thumbprint ?? null,
        }
        await db.insertInto('service_accounts').values(account).execute()
        for (const role of roles) {
          const dependency = {
            tenant_id: id,
            service_account_id: accountId,
            environment_id: environmentId,
            application_id: applicationId(role.split('/')[0] ?? ''),
            role_id: roleIds.get(role) ?? null,
          }
          await db.insertInto('service_account_dependencies').values(dependency).execute()
        }
        return accountId
      }),
  }
}

/** The portal's id is the same everywhere, the others' are not their slugs. */
function applicationId(slug: string): string {
  return slug === 'portal' ? 'portal' : `app-${slug}`
}
