import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { ServiceActor } from './actor.ts'

/** Bearer tokens of the portal's own API: JWTs of RFC 9068 that we have issued for the portal application. */
export type AccessTokens = {
  /** undefined for any invalid token, without a reason. */
  verify(
    bearer: string,
  ): Promise<
    | { readonly tenantId: string; readonly tokenId: string; readonly subject: string; readonly expiresAt: Date }
    | undefined
  >
  /** The account of a verified token; undefined when the token, the account or the signing key no longer exists. */
  actor(
    tx: TenantTransaction,
    credential: { readonly tokenId: string; readonly subject: string; readonly expiresAt: Date },
  ): Promise<ServiceActor | undefined>
}
