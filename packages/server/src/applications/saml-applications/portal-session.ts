import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'

/** What an application learns about the portal session that it is opened from. */
export type PortalSession = {
  readonly authenticatedAt: Date
  /** When the provider checked the person's credentials; null: it is not known. */
  readonly credentialsAt: Date | null
  /** How the provider authenticated the person, as it reported; null: it did not report it. */
  readonly acr: string | null
  /** The absolute end. */
  readonly endsAt: Date
}

/** undefined: it has ended, or is one of the command line, which opens no applications. */
export async function readPortalSession(tx: TenantTransaction, hash: Buffer): Promise<PortalSession | undefined> {
  return tx.db
    .selectFrom('sessions')
    .select(['authenticated_at as authenticatedAt', 'credentials_at as credentialsAt', 'expires_at as endsAt', 'acr'])
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', hash)
    .where('ended_at', 'is', null)
    .where('kind', '=', 'browser')
    .executeTakeFirst()
}
