import type { TenantTransaction } from '../database/tenant-scope.ts'
import { urn } from '../identifiers.ts'
import type { ClientAccount } from './accounts.ts'

/** The portal's application id and name, the same in every tenant (design "The API"). */
export const portal = 'portal'

/** What a token is for: one application, and the names of the roles the account holds there. */
export type Target = { readonly audience: string; readonly roles: readonly string[] }

export function portalAudience(tenantSlug: string): string {
  return urn(tenantSlug, 'application', portal)
}

/**
 * The application a `resource` (RFC 8707) names; undefined when the account does not depend on it. The portal may be
 * asked for by every account, since that is where an account finds out who it is.
 */
export async function findTarget(
  tx: TenantTransaction,
  account: ClientAccount,
  resource: string,
): Promise<Target | undefined> {
  const prefix = urn(account.tenantSlug, 'application', '')
  const slug = resource.startsWith(prefix) ? resource.slice(prefix.length) : ''
  if (!/^[\w.~-]{1,100}$/.test(slug)) return undefined
  const rows = await tx.db
    .selectFrom('service_account_dependencies as d')
    .innerJoin('applications as a', (join) =>
      join.onRef('a.tenant_id', '=', 'd.tenant_id').onRef('a.id', '=', 'd.application_id'),
    )
    .leftJoin('app_roles as r', (join) => join.onRef('r.tenant_id', '=', 'd.tenant_id').onRef('r.id', '=', 'd.role_id'))
    .select('r.name')
    .where('d.tenant_id', '=', tx.tenantId)
    .where('d.service_account_id', '=', account.id)
    .where('d.environment_id', '=', account.environmentId)
    // An application that happens to be called like the portal is not the portal.
    .where((is) =>
      slug === portal ? is('a.id', '=', portal) : is.and([is('a.slug', '=', slug), is('a.id', '<>', portal)]),
    )
    .orderBy('r.name')
    .execute()
  if (rows.length === 0 && slug !== portal) return undefined
  return { audience: prefix + slug, roles: rows.flatMap((row) => row.name ?? []) }
}
