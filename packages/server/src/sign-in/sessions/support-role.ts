import { sql, type RawBuilder } from 'kysely'

/**
 * Whether the person of session `s` holds the Support role, where `t` is the tenant: counted like Security Admin
 * (security-admin.ts), only in the vendor's tenant. The rule is the function of schema/sign-in.ts, which support sessions in
 * other tenants ask too.
 */
export const holdsSupport: RawBuilder<boolean> = sql<boolean>`(
  case when t.vendor then exists (select from portico_find_supporter(s.tenant_id, s.id)) else false end)`
