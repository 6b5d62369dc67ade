import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { ServiceActor } from './actor.ts'

/** Bearer tokens of the portal's own API: JWTs of RFC 9068 that we have issued for the portal application. */
export type AccessTokens = {
  /** undefined for everything that is no such token, without saying why. */
  verify(
    bearer: string,
  ): Promise<
    | { readonly tenantId: string; readonly tokenId: string; readonly subject: string; readonly expiresAt: Date }
    | undefined
  >
  /** The account behind a verified token; undefined when token, account or the key that signed for it are no more. */
  actor(
    tx: TenantTransaction,
    credential: { readonly tokenId: string; readonly subject: string; readonly expiresAt: Date },
  ): Promise<ServiceActor | undefined>
}
