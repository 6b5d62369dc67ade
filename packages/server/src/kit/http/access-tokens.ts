import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { ServiceActor } from './actor.ts'
import type { SenderTenant } from './senders.ts'

/** The account of a token, with the claims about its place. */
export type KnownAccount = {
  readonly actor: ServiceActor
  readonly tenant: SenderTenant
  readonly environment: { readonly id: string; readonly name: string; readonly type: string }
  /** How long the token is valid, ms by the database's clock. */
  readonly leftMs: number
}

/** Bearer tokens of the portal's own API: JWTs of RFC 9068 that we have issued for the portal application. */
export type AccessTokens = {
  /** undefined for any invalid token, without a reason. A token that is bound to a key counts only with the scheme DPoP (RFC 9449). */
  verify(
    token: string,
    scheme?: 'Bearer' | 'DPoP',
  ): Promise<
    | { readonly tenantId: string; readonly tokenId: string; readonly subject: string; readonly expiresAt: Date }
    | undefined
  >
  /** The account of a verified token; undefined when the token, the account or the signing key no longer exists. */
  actor(
    tx: TenantTransaction,
    credential: { readonly tokenId: string; readonly subject: string; readonly expiresAt: Date },
  ): Promise<KnownAccount | undefined>
  /** Whether a proof was made for this request with the key of this token, and is used for the first time. */
  proves(
    token: string,
    proof: { readonly text: string; readonly method: string; readonly path: string },
  ): Promise<boolean>
  /** Another text after the keys changed: what was verified with keys that were withdrawn is verified again. */
  keys(): string
}
