import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { SupportHours, supportHours, SupportReason } from './rules.ts'

/** How a support session ended. */
export const supportEnds = ['left', 'ended', 'access-off', 'tenant-deactivated', 'vendor', 'expired', 'idle'] as const

/** A session of a support user of the vendor in a tenant. All times are RFC 3339. */
export const SupportSession = v.object({
  id: v.string(),
  /** Name of the support user. */
  name: v.string(),
  username: v.string(),
  /** The name of the vendor's tenant. */
  vendor: v.string(),
  reason: v.string(),
  since: v.string(),
  /** The session ends no later than this. */
  until: v.string(),
  lastUsedAt: v.string(),
  /** Whether it may change settings now. */
  mayChange: v.boolean(),
  /** null: it runs. */
  end: v.nullable(v.object({ how: v.picklist(supportEnds), at: v.string(), by: v.nullable(v.string()) })),
})
export type SupportSession = v.InferOutput<typeof SupportSession>

/** The support session in which a call is made, or which it has begun. */
export const OwnSupportSession = v.object({
  id: v.string(),
  tenant: v.object({ id: v.string(), name: v.string() }),
  reason: v.string(),
  since: v.string(),
  /** The absolute end; the session also ends when it is idle. */
  until: v.string(),
  mayChange: v.boolean(),
})
export type OwnSupportSession = v.InferOutput<typeof OwnSupportSession>

/**
 * Enters a tenant: the caller's session of the vendor's tenant waits, and the cookies become those of a support session.
 * 403 `SUPPORT_ACCESS_OFF` where the tenant does not allow it.
 */
export const enterTenant = endpoint({
  name: 'enterTenant',
  summary: 'Begin a support session in a tenant',
  method: 'POST',
  path: '/operations/tenants/{tenantId}/support-sessions',
  body: v.strictObject({ reason: SupportReason, hours: v.optional(SupportHours, supportHours.usual) }),
  reply: OwnSupportSession,
})

const own = '/operations/support-session'

export const getOwnSupportSession = endpoint({
  name: 'getOwnSupportSession',
  summary: 'Read the support session of this caller',
  method: 'GET',
  path: own,
  reply: OwnSupportSession,
})

/** Leaves the tenant: the cookies become those of the vendor's session again, or none where it has ended meanwhile. */
export const leaveTenant = endpoint({
  name: 'leaveTenant',
  summary: 'End the support session and return to the vendor’s tenant',
  method: 'DELETE',
  path: own,
  reply: v.object({ isSignedIn: v.boolean() }),
})

const ofTenant = '/portal/admin/support-sessions'

/** Those that run, then those that have ended, the latest first; at most {@link supportSessionsMax}. */
export const listSupportSessions = endpoint({
  name: 'listSupportSessions',
  summary: 'List support sessions of the tenant',
  method: 'GET',
  path: ofTenant,
  reply: v.object({ supportSessions: v.array(SupportSession) }),
})

export const supportSessionsMax = 100

export const endSupportSession = endpoint({
  name: 'endSupportSession',
  summary: 'End a support session',
  method: 'DELETE',
  path: `${ofTenant}/{id}`,
})

/** One request of a support session, without query and body. */
export const SupportRequest = v.object({
  at: v.string(),
  method: v.string(),
  path: v.string(),
  status: v.number(),
  requestId: v.string(),
  /** What it did, as the audit log of this tenant calls it; null: it changed nothing here. */
  action: v.nullable(v.string()),
})
export type SupportRequest = v.InferOutput<typeof SupportRequest>

/** Rows of one page of a transcript. */
export const supportRequestsMax = 500

const page = v.object({ cursor: v.optional(v.pipe(v.string(), v.uuid('INVALID_VALUE'))) })
const Transcript = v.object({ requests: v.array(SupportRequest), next: v.nullable(v.string()) })

/** The oldest first. `cursor`: the `next` of an earlier answer. */
export const getSupportTranscript = endpoint({
  name: 'getSupportTranscript',
  summary: 'Read what was done in a support session',
  method: 'GET',
  path: `${ofTenant}/{id}/transcript`,
  query: page,
  reply: Transcript,
})

/** The same rows, which the vendor's tenant keeps. */
export const getVisitTranscript = endpoint({
  name: 'getVisitTranscript',
  summary: 'Read, as the vendor’s support, what was done in a support session',
  method: 'GET',
  path: '/operations/support-sessions/{id}/transcript',
  query: page,
  reply: Transcript,
})

/** A support session as the vendor's tenant keeps it. */
export const SupportVisit = v.object({
  id: v.string(),
  tenant: v.object({ id: v.string(), name: v.string() }),
  name: v.string(),
  reason: v.string(),
  since: v.string(),
  until: v.string(),
  endedAt: v.nullable(v.string()),
})
export type SupportVisit = v.InferOutput<typeof SupportVisit>

/** The latest first, at most {@link supportSessionsMax}. */
export const listSupportVisits = endpoint({
  name: 'listSupportVisits',
  summary: 'List support sessions of the vendor’s people in all tenants',
  method: 'GET',
  path: '/operations/support-sessions',
  reply: v.object({ supportSessions: v.array(SupportVisit) }),
})
