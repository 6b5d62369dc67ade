import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { allNoticeSteps, noticeLevels } from '../../kit/expiry.ts'

/** Everything that expires. */
export const noticeKinds = [
  'certificate',
  'secret',
  'service-account-key',
  'application-certificate',
  'scim-token',
  'setup-url',
  'recovery-codes',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** What of the object expires; each has a name in the words, `notices.what.…`. */
export const noticeSubjects = [
  'certificate1',
  'certificate2',
  'applicationSecret',
  'nextApplicationSecret',
  'key1',
  'key2',
  'scimToken',
  'setupUrl',
  'recoveryCodes',
] as const

/** The keys of service accounts, and the applications, that one answer names at most, the first to expire; `total` counts all. */
export const expiringKeysMax = 200

/** Something of the tenant that expires within 60 days or has expired. */
export const Notice = v.object({
  /** Stays the same until its expiry changes. */
  id: v.string(),
  kind: v.picklist(noticeKinds),
  what: v.picklist(noticeSubjects),
  /** Name of the identity provider, service account or application; null for what belongs to the tenant. */
  where: v.nullable(v.string()),
  /** Name of a SCIM token. */
  tokenName: v.optional(v.string()),
  /** Id of the identity provider, service account or application; null for what belongs to the tenant. */
  targetId: v.nullable(v.string()),
  /** The environment of a service account, or of the registration of an application. */
  environmentId: v.nullable(v.string()),
  /** RFC 3339, or a calendar day. */
  expiresAt: v.string(),
  /** Whole days; negative afterwards. */
  daysLeft: v.number(),
  /** The step it has reached: 60, 30 or 7 days, of a SCIM token 30, 14, 7 or 1; 0: expired. */
  step: v.picklist(allNoticeSteps),
  severity: v.picklist(noticeLevels),
  /** Another one of its kind takes over: nothing stops working. */
  isReplaced: v.boolean(),
  /** Expired, and accepted until then; null: not extended. */
  extendedUntil: v.nullable(v.string()),
})
export type Notice = v.InferOutput<typeof Notice>

/**
 * What is wrong with the tenant's audit log, as far as the server knows. `refused`: it is not what the server sealed, so no new rows
 * are sealed. `waiting`: rows have waited for their seal for more than an hour.
 */
export const AuditLogNotice = v.object({ state: v.picklist(['refused', 'waiting']), since: v.string() })
export type AuditLogNotice = v.InferOutput<typeof AuditLogNotice>

/** The most urgent first. */
export const listNotices = endpoint({
  name: 'listNotices',
  summary:
    'List what expires within 60 days or has expired: certificates, secrets, SCIM tokens, setup URL, recovery codes; and what is wrong with the audit log',
  method: 'GET',
  path: '/portal/admin/notices',
  reply: v.object({
    notices: v.array(Notice),
    total: v.number(),
    /** Absent: the server is older than this notice. */
    auditLog: v.optional(v.nullable(AuditLogNotice)),
  }),
})

/** Applications that one answer names at most; `total` counts all. */
export const stalledProvisioningMax = 200

/** An application to which people are no longer sent, and why. */
export const StalledProvisioning = v.object({
  environmentId: v.string(),
  /** Name of the environment. */
  environment: v.string(),
  applicationId: v.string(),
  /** Name people read. */
  application: v.string(),
  /**
   * Why it is paused; `refused`: the application refuses all people or groups; `failing`: at least `provisioningFailedAttemptsMin` attempts
   * in a row failed.
   */
  reason: v.picklist(['unauthorized', 'removals', 'restored', 'refused', 'failing']),
  /** What it refuses; null: nothing, or only some. */
  refusedKind: v.nullable(v.picklist(['person', 'group'])),
  /** Failed attempts in a row that concern the application as a whole. */
  failedAttempts: v.number(),
  /** People who are to be removed there; at most 10,000 are counted. */
  removals: v.number(),
})
export type StalledProvisioning = v.InferOutput<typeof StalledProvisioning>

/** Without those that an administrator switched off. In the order of application and environment. */
export const listStalledProvisioning = endpoint({
  name: 'listStalledProvisioning',
  summary: 'List applications that no longer receive people: paused, refusing everything, or failing repeatedly',
  method: 'GET',
  path: '/portal/admin/provisioning/stalled',
  reply: v.object({ stalled: v.array(StalledProvisioning), total: v.number() }),
})
