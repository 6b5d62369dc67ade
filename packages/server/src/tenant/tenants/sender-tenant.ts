import type { BannerType } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { SenderBranding, SenderTenant } from '../../kit/http/senders.ts'

/** As jsonb of the function `portico_branding`, for tenant `t`. */
const branding = sql<SenderBranding | null>`(
  select jsonb_build_object(
           'key', b.key, 'name', b.name, 'primaryColor', b.primary_color, 'accentColor', b.accent_color,
           'privacyPolicyUrl', b.privacy_policy_url,
           'logo', case when b.logo_hash is not null then
             jsonb_build_object('hash', b.logo_hash, 'width', b.logo_width, 'height', b.logo_height) end)
    from tenant_branding b where b.tenant_id = t.tenant_id)`

/** What is held about the tenant of every sender; of the table `tenants as t`. */
export const senderTenantColumns = [
  't.tenant_id',
  't.name as tenant_name',
  't.deactivated',
  't.deactivated_message',
  't.banner_message',
  't.banner_type',
  't.banner_until',
  branding.as('branding'),
] as const

type Row = {
  tenant_id: string
  tenant_name: string
  deactivated: boolean
  deactivated_message: string | null
  banner_message: string | null
  banner_type: BannerType | null
  banner_until: Date | null
  branding: SenderBranding | null
}

export function senderTenantOf(row: Row): SenderTenant {
  const { banner_message: message, banner_type: type, banner_until: until } = row
  return {
    id: row.tenant_id,
    name: row.tenant_name,
    deactivated: row.deactivated,
    deactivatedMessage: row.deactivated_message,
    banner: message === null || type === null ? null : { message, type, until },
    branding: row.branding,
  }
}

/** The same for an actor without a name, whose session is read for each call. */
export async function readSenderTenant(tx: TenantTransaction): Promise<SenderTenant> {
  const row = await tx.db
    .selectFrom('tenants as t')
    .select(senderTenantColumns)
    .where('t.tenant_id', '=', tx.tenantId)
    .executeTakeFirstOrThrow()
  return senderTenantOf(row)
}
