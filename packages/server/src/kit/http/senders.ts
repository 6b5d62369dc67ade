import type { BannerType, Endpoint, WordId } from '@portico/core/contract'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { Actor } from './actor.ts'

/** What a request reveals about its sender before the tenant's transaction begins. */
export type Credential =
  | {
      readonly kind: 'session'
      readonly tenantId: string
      readonly hash: Buffer
      /** What the session began with; each kind comes by the same cookie. */
      readonly began: 'sign-in' | 'recovery-code' | 'setup-url'
    }
  | {
      readonly kind: 'session'
      readonly tenantId: string
      readonly hash: Buffer
      readonly began: 'support'
      readonly support: { readonly id: string; readonly vendorTenantId: string; readonly vendorSessionId: string }
    }
  | {
      readonly kind: 'bearer'
      readonly tenantId: string
      readonly tokenId: string
      readonly subject: string
      readonly expiresAt: Date
    }

/** Everything that a call needs to know about its sender, whatever other rows it reads. */
export type Sender = {
  readonly credential: Credential
  readonly actor: Actor
  readonly tenant: SenderTenant
  readonly environment: { readonly id: string; readonly name: string; readonly type: string } | null
  /** Of a person. */
  readonly profile: Profile | null
  /** Of a person. */
  readonly session: SessionClock | null
  /** The banner for administrators. A sender is kept for calls in any language, so the sentence is made for each. */
  readonly news: AdminNews | null
}

export type AdminNews = {
  readonly type: 'warning' | 'info'
  readonly id: WordId
  readonly values: Readonly<Record<string, string>>
}

export type SenderTenant = {
  readonly id: string
  readonly name: string
  /** Read-only: tenant-notice.ts. */
  readonly deactivated: boolean
  /** Why it is deactivated, in the operator's words. */
  readonly deactivatedMessage: string | null
  /** What the operator tells its people; it may be over. */
  readonly banner: { readonly message: string; readonly type: BannerType; readonly until: Date | null } | null
  /** null: none was ever set. */
  readonly branding: SenderBranding | null
}

/** The branding of a tenant; null in it: as the deployment has it. */
export type SenderBranding = {
  /** Opens it to people who are not signed in. */
  readonly key: string
  readonly name: string | null
  /** `#rrggbb`. */
  readonly primaryColor: string | null
  readonly accentColor: string | null
  readonly privacyPolicyUrl: string | null
  /** Sides in pixels; `hash`: SHA-256 of the bytes, in hexadecimal. */
  readonly logo: { readonly hash: string; readonly width: number; readonly height: number } | null
}

/** When a session ends if nothing happens. A use moves the idle end here at once, and in the database a little later. */
export type SessionClock = {
  /** The absolute end, which never moves. */
  readonly endsAt: Date
  readonly idleSecs: number
  idleEndsAt: Date
  /** By performance.now(), ms. */
  usedAt: number
}

export type Profile = {
  readonly username: string
  readonly name: string
  readonly nickname: string
  readonly email: string | null
  readonly identityProvider: { readonly id: string; readonly name: string }
  /** Sorted; null: too many to hold. */
  readonly groups: readonly string[] | null
}

/** Finds the senders of requests; sessions/senders.ts implements it (docs/decisions/0085). */
export type Senders = {
  /**
   * What is known of the sender, from memory where it was read before: no older than 5 s where another process changed it,
   * and never older than a change of this process. Throws 401.
   */
  senderOf(request: Request): Promise<Sender>
  /** Who presents this request, for a call that reads its sender in its transaction. Throws 401. */
  credentialOf(request: Request): Promise<Credential>
  /** Read now, in the tenant's transaction. Throws 401 where the account, key or session is gone. */
  readSender(tx: TenantTransaction, credential: Credential): Promise<Sender>
  /** Notes the use of a session, which is written later; background calls and reading the clock are not uses. */
  used(sender: Sender, request: Request, isClockRead: boolean): Promise<void>
  /** Reads this sender again at the next call. */
  forget(credential: Credential): void
  /** Adds a request to the transcript of its support session, in both tenants; nothing for other senders. */
  transcribe(
    credential: Credential,
    request: { readonly method: string; readonly path: string; readonly status: number; readonly requestId: string },
  ): Promise<void>
  /** Throws 403 if the change of a support session is about a provider whose groups administer the tenant. */
  checkSupportChange(
    tx: TenantTransaction,
    route: { readonly endpoint: Endpoint },
    params: Readonly<Record<string, string>>,
  ): Promise<void>
  /** Writes the uses noted so far. */
  settled(): Promise<void>
  close(): Promise<void>
}
