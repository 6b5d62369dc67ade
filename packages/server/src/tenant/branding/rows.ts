import type { BrandingInput, TenantBranding } from '@portico/core/contract'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'

import { globalQuery, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Database } from '../../kit/database/connect.ts'
import type { SenderBranding } from '../../kit/http/senders.ts'
import { logoPath, type Logo } from './logo.ts'

const none: TenantBranding = {
  name: null,
  primaryColor: null,
  accentColor: null,
  privacyPolicyUrl: null,
  logo: null,
  signInPath: null,
}

/** `isLocked`: no other transaction changes it until this one ends. */
export async function readTenantBranding(tx: TenantTransaction, { isLocked = false } = {}): Promise<TenantBranding> {
  // The row may not exist yet; that of the tenant does.
  if (isLocked)
    await tx.db
      .selectFrom('tenants')
      .select('tenant_id')
      .where('tenant_id', '=', tx.tenantId)
      .forNoKeyUpdate()
      .execute()
  const row = await tx.db
    .selectFrom('tenant_branding')
    .select(['key', 'name', 'primary_color', 'accent_color', 'privacy_policy_url'])
    .select(['logo_type', 'logo_hash', 'logo_width', 'logo_height'])
    .where('tenant_id', '=', tx.tenantId)
    .executeTakeFirst()
  if (row === undefined) return none
  const { logo_type: type, logo_hash: hash, logo_width: width, logo_height: height } = row
  return {
    name: row.name,
    primaryColor: row.primary_color,
    accentColor: row.accent_color,
    privacyPolicyUrl: row.privacy_policy_url,
    logo:
      type === null || hash === null || width === null || height === null
        ? null
        : { path: logoPath(row.key, hash), type, width, height, hash },
    signInPath: `/login?brand=${row.key}`,
  }
}

/** Absent values stay as they are; null removes a value or the logo. */
export async function saveTenantBranding(
  tx: TenantTransaction,
  {
    logo,
    ...texts
  }: { readonly [Field in keyof BrandingInput]?: BrandingInput[Field] | undefined } & {
    readonly logo?: Logo | null | undefined
  },
): Promise<void> {
  const { name, primaryColor, accentColor, privacyPolicyUrl } = texts
  const values = Object.fromEntries(
    Object.entries({
      name,
      primary_color: primaryColor?.toLowerCase() ?? primaryColor,
      accent_color: accentColor?.toLowerCase() ?? accentColor,
      privacy_policy_url: privacyPolicyUrl,
      ...(logo === undefined
        ? {}
        : {
            logo: logo?.bytes ?? null,
            logo_type: logo?.type ?? null,
            logo_hash: logo?.hash ?? null,
            logo_width: logo?.width ?? null,
            logo_height: logo?.height ?? null,
          }),
    }).filter(([, value]) => value !== undefined),
  )
  if (Object.keys(values).length === 0) return
  await tx.db
    .insertInto('tenant_branding')
    .values({ tenant_id: tx.tenantId, key: randomBytes(16).toString('base64url'), ...values })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute()
}

/** The branding that a key opens, with the name of its tenant. */
export async function findBranding(
  database: Database,
  key: string,
): Promise<(SenderBranding & { readonly tenantName: string }) | undefined> {
  const { rows } = await sql<{ found: (SenderBranding & { tenantName: string }) | null }>`
    select portico_branding(${key}) as found`.execute(globalQuery(database))
  return rows[0]?.found ?? undefined
}

export async function findTenantLogo(
  database: Database,
  key: string,
  hash: string,
): Promise<{ readonly type: string; readonly bytes: Buffer } | undefined> {
  const { rows } = await sql<{ type: string; bytes: Buffer }>`
    select type, bytes from portico_branding_logo(${key}, ${hash})`.execute(globalQuery(database))
  return rows[0]
}
