import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from './actor.ts'

/** What a request reveals about its sender before the tenant's transaction begins. */
export type Credential =
  | {
      readonly kind: 'session'
      readonly tenantId: string
      readonly token: string
      readonly hash: Buffer
      /** What the session began with; each kind comes by the same cookie. */
      readonly began: 'sign-in' | 'recovery-code' | 'setup-url'
    }
  | {
      readonly kind: 'bearer'
      readonly tenantId: string
      readonly tokenId: string
      readonly subject: string
      readonly expiresAt: Date
    }

/** Finds the sender of a request; sessions/authenticate.ts implements it. */
export type Senders = {
  /** Throws 401 unless the request has a valid credential. */
  credentialOf(request: Request, deps: Deps): Promise<Credential>
  /** Throws 401 where the account, key or session is gone. */
  actorOf(tx: TenantTransaction, credential: Credential, deps: Deps): Promise<Actor>
  keepAlive(tx: TenantTransaction, actor: Actor, request: Request, isClockRead: boolean): Promise<void>
}
