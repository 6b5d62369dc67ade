import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { listQuery, pageReply } from '../../kit/lists/contract.ts'
import { ProvisioningConfig, ProvisioningToken, ProvisioningUrl } from './rules.ts'

/**
 * Why the application did not accept something. `status`: see the HTTP status. `taken`: the name belongs to something else
 * there, see `listTakeovers`. `members`: members of a group are not there yet. `address`: there is no SCIM service; only a test says that.
 */
export const provisioningFailures = [
  'status',
  'redirect',
  'timeout',
  'forbidden',
  'unreachable',
  'tls',
  'address',
  'answer',
  'taken',
  'members',
] as const

export const ProvisioningFailure = v.object({
  kind: v.picklist(provisioningFailures),
  /** HTTP status of the answer; null: there was none. */
  status: v.nullable(v.number()),
  /** What the application says, at most 300 characters; null: nothing. */
  detail: v.nullable(v.string()),
})
export type ProvisioningFailure = v.InferOutput<typeof ProvisioningFailure>

/** Provisioning of people and groups to an application through SCIM, with its progress. */
export const Provisioning = v.object({
  /** null: nothing is sent to this application. */
  config: v.nullable(ProvisioningConfig),
  /**
   * `unauthorized`: the application rejected the token, and an administrator has to replace it. `removals`: very many people would be
   * removed, and an administrator has to switch it on again to allow it. `restored`: the database was restored from a backup; once an
   * administrator has switched it on again, everything is sent again. null: it was not paused.
   */
  pausedReason: v.nullable(v.picklist(['unauthorized', 'removals', 'restored'])),
  /**
   * What the application refuses: at least `provisioningRefusedMin` people or groups, or all if there are fewer, were refused since it last
   * accepted one. `lastFailure` is what it answered then. null: it refuses nothing, or only some.
   */
  refusedKind: v.nullable(v.picklist(['person', 'group'])),
  /** People and groups that should be there, when it was last compared. */
  people: v.number(),
  groups: v.number(),
  /** People and groups that are not up to date there; at most 10,000 are counted. */
  behind: v.number(),
  /** People among them who lost access and are to be deactivated or deleted; at most 10,000 are counted. */
  removals: v.number(),
  /** Those whose name belongs to an account there that an administrator may approve to take over; at most 10,000 are counted. */
  takeovers: v.number(),
  /** When that was last compared with the access that people have; null: not yet. */
  comparedAt: v.nullable(v.string()),
  /** When the application last accepted a change. */
  lastSentAt: v.nullable(v.string()),
  /** Failed attempts in a row that concern the application as a whole. */
  failedAttempts: v.number(),
  /** When it is tried again after these; null: now. */
  nextAttemptAt: v.nullable(v.string()),
  lastFailure: v.nullable(ProvisioningFailure),
})
export type Provisioning = v.InferOutput<typeof Provisioning>

/** Provisioning of an application to which nothing is sent. */
export const noProvisioning: Provisioning = {
  config: null,
  pausedReason: null,
  refusedKind: null,
  people: 0,
  groups: 0,
  behind: 0,
  removals: 0,
  takeovers: 0,
  comparedAt: null,
  lastSentAt: null,
  failedAttempts: 0,
  nextAttemptAt: null,
  lastFailure: null,
}

/** A person or group that is not up to date in the application. */
export const ProvisioningObject = v.object({
  id: v.string(),
  kind: v.picklist(['person', 'group']),
  name: v.string(),
  /** What is to be done there. */
  change: v.picklist(['create', 'update', 'remove']),
  /** Failed attempts in a row. */
  attempts: v.number(),
  nextAttemptAt: v.string(),
  lastFailure: v.nullable(ProvisioningFailure),
})
export type ProvisioningObject = v.InferOutput<typeof ProvisioningObject>

const { search, match, total } = listQuery([])

const path = '/portal/admin/environments/{envId}/applications/{appId}/provisioning'

export const getProvisioning = endpoint({
  name: 'getProvisioning',
  summary: 'Read the provisioning of an application; config is null if there is none',
  method: 'GET',
  path,
  reply: Provisioning,
})

/** A different address is a new directory: what was sent to the previous one is forgotten, and stays there as it is. */
export const putProvisioning = endpoint({
  name: 'putProvisioning',
  summary: 'Set up or change the provisioning of an application through SCIM; config null ends it',
  method: 'PUT',
  path,
  body: v.strictObject({
    config: v.nullable(ProvisioningConfig),
    /** The bearer token of the application (RFC 6750). It is stored sealed and never shown. Absent: the stored one stays. */
    bearerToken: v.optional(ProvisioningToken),
  }),
  reply: Provisioning,
})

/** Nothing is changed in the application. */
export const removeProvisioning = endpoint({
  name: 'removeProvisioning',
  summary: 'Stop provisioning an application; people and groups already there stay',
  method: 'DELETE',
  path,
})

/** The attempt is made now and changes nothing; a failure of the application is an answer, not an error. */
export const testProvisioning = endpoint({
  name: 'testProvisioning',
  summary:
    'Request one person from the SCIM service of an application, with the stored address and token or with others',
  method: 'POST',
  path: `${path}/test`,
  body: v.strictObject({
    /** Absent: the stored one. The stored token is sent only to the stored address. */
    url: v.optional(ProvisioningUrl),
    /** Absent: the stored one. It is not stored. */
    bearerToken: v.optional(ProvisioningToken),
  }),
  reply: v.object({ failure: v.nullable(ProvisioningFailure) }),
  success: 200,
})

/** People first, then groups. */
export const listProvisioningBehind = endpoint({
  name: 'listProvisioningBehind',
  summary: 'List people and groups that are not up to date in an application',
  method: 'GET',
  path: `${path}/behind`,
  query: v.object({
    limit: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'INVALID_VALUE'))),
    cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
    /** Part of the name, or the id. */
    search,
    match,
    total,
  }),
  reply: v.object({ objects: v.array(ProvisioningObject), ...pageReply }),
})

export const retryProvisioning = endpoint({
  name: 'retryProvisioning',
  summary: 'Retry all outstanding changes now',
  method: 'POST',
  path: `${path}/retry`,
  reply: Provisioning,
  success: 200,
})

/** What was sent is forgotten: everything is compared with what the application has, and sent again. */
export const resendProvisioning = endpoint({
  name: 'resendProvisioning',
  summary: 'Compare everything in an application and send it again',
  method: 'POST',
  path: `${path}/resend`,
  reply: Provisioning,
  success: 200,
})
