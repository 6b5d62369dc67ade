import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { listQuery, pageReply } from '../../kit/lists/contract.ts'

/** The most takeovers that one call approves. */
export const takeoversMax = 200

/**
 * Why a person or group is not sent where the name belongs to an account, or a group, that the application has already. `approval`: an
 * administrator may approve that it is taken over. Otherwise it is never taken over: `identifier`: it has the `externalId` of another
 * system. `ours`: Portico sends someone else to it, or did. `several`: more than one has the name. `hidden`: the application says that
 * the name is in use and lists none that has it.
 */
export const provisioningObstacles = ['approval', 'identifier', 'ours', 'several', 'hidden'] as const
export type ProvisioningObstacle = (typeof provisioningObstacles)[number]

/** An account, or a group, as the application lists it; names have at most 300 characters. */
export const FoundAccount = v.object({
  /** Its id in the application. */
  id: v.string(),
  /** `userName` of an account, `displayName` of a group. */
  name: v.string(),
  /** `displayName` of an account; null: none, or a group. */
  displayName: v.nullable(v.string()),
  externalId: v.nullable(v.string()),
  /** `meta.created` and `meta.lastModified`; null: the application does not say. */
  createdAt: v.nullable(v.string()),
  modifiedAt: v.nullable(v.string()),
})
export type FoundAccount = v.InferOutput<typeof FoundAccount>

/** A person or group whose name belongs to something else in the application. */
export const Takeover = v.object({
  /** Ours. */
  id: v.string(),
  kind: v.picklist(['person', 'group']),
  /** Username, or name of the group. */
  name: v.string(),
  /** The person's name; null: a group, or the person is no longer in the tenant. */
  displayName: v.nullable(v.string()),
  /** Name of the identity provider; null: the person or group is no longer in the tenant. */
  provider: v.nullable(v.string()),
  obstacle: v.picklist(provisioningObstacles),
  /** null: none was found, or several. */
  account: v.nullable(FoundAccount),
  /** Since when the application has had it as it is in `account`, as far as Portico knows. */
  foundAt: v.string(),
  /** When an administrator approved it; it is taken over with the next attempt. */
  approvedAt: v.nullable(v.string()),
})
export type Takeover = v.InferOutput<typeof Takeover>

const { search, match, total } = listQuery([])

const path = '/portal/admin/environments/{envId}/applications/{appId}/provisioning/takeovers'

/** People first, then groups. */
export const listTakeovers = endpoint({
  name: 'listTakeovers',
  summary: 'List people and groups whose name belongs to an existing account of an application',
  method: 'GET',
  path,
  query: v.object({
    limit: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'INVALID_VALUE'))),
    cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
    /** Part of the name, or the id. */
    search,
    match,
    total,
  }),
  reply: v.object({ takeovers: v.array(Takeover), ...pageReply }),
})

/** What is approved: this person or group takes over this account, if the account still is as it was listed. */
export const TakeoverChoice = v.strictObject({
  kind: v.picklist(['person', 'group'], 'INVALID_VALUE'),
  id: v.pipe(v.string(), v.uuid('INVALID_VALUE')),
  accountId: v.pipe(v.string(), v.nonEmpty('REQUIRED'), v.maxLength(1000, 'TOO_LONG')),
  foundAt: v.pipe(v.string(), v.isoTimestamp('INVALID_VALUE')),
})
export type TakeoverChoice = v.InferOutput<typeof TakeoverChoice>

export const approveTakeovers = endpoint({
  name: 'approveTakeovers',
  summary: 'Allow people and groups to take over the existing accounts that are listed for them',
  method: 'POST',
  path: `${path}/approve`,
  body: v.strictObject({
    takeovers: v.pipe(v.array(TakeoverChoice), v.minLength(1, 'REQUIRED'), v.maxLength(takeoversMax, 'INVALID_VALUE')),
  }),
  reply: v.object({
    /** How many were approved now. */
    approved: v.number(),
    /** Those whose account is no longer as it was listed, or is gone: nothing was approved for them. */
    changed: v.array(v.object({ kind: v.picklist(['person', 'group']), id: v.string() })),
  }),
  success: 200,
})
