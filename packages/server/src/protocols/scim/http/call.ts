import type { AuditEntry } from '../../../kit/audit-trail/record.ts'
import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import type { ScimSender } from '../../../people/scim-tokens/sender.ts'
import type { KnownPlaces } from '../lists/known-places.ts'
import type { Ignored } from '../values.ts'

/** What a handler of a SCIM request has, inside the transaction of the request. */
export type ScimCall = {
  readonly tx: TenantTransaction
  readonly sender: ScimSender
  /** The address of this provider's service, without a slash at its end. */
  readonly base: string
  readonly query: URLSearchParams
  /** Parsed JSON; undefined for methods without a body. */
  readonly body: unknown
  readonly ifMatch: string | undefined
  readonly ifNoneMatch: string | undefined
  readonly nowMs: number
  readonly knownPlaces: KnownPlaces
  /** The sender, as the audit log and the people screen name it. */
  readonly actorName: string
  audit(entry: AuditEntry): Promise<void>
  /** Records, for the Inbox, the name of an attribute that is not in the schemas. */
  readonly ignored: Ignored
}

export type ScimAnswer = {
  readonly status: number
  readonly body?: object
  readonly etag?: string
  readonly location?: string
}
