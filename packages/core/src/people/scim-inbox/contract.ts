import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { listQuery, pageReply } from '../../kit/lists/contract.ts'

/** Days that a request of a directory is kept. */
export const scimRequestDays = 30

/** What a request did to one person or group. */
export const ScimChange = v.object({
  /** As in the audit log: `scim-user.update`. */
  action: v.string(),
  target: v.object({ kind: v.string(), id: v.optional(v.string()), name: v.optional(v.string()) }),
  /** Names of the attributes that have another value now. */
  attributes: v.array(v.string()),
  /** Members of a group. */
  added: v.number(),
  removed: v.number(),
})
export type ScimChange = v.InferOutput<typeof ScimChange>

/**
 * Which dialect of SCIM a request uses: `entra` sends `?aadOptscim062020`, `entra-legacy` operations such as `Add` and the
 * text `"False"`, and Okta names itself. Requests that show none have that of the last one with the same token.
 */
export const ScimDialect = v.picklist(['standard', 'entra', 'entra-legacy', 'okta'])
export type ScimDialect = v.InferOutput<typeof ScimDialect>

const summary = {
  id: v.string(),
  /** RFC 3339. */
  at: v.string(),
  method: v.string(),
  /** After the base URL: `/Users/01a2…`. */
  path: v.string(),
  /** HTTP status of the answer. */
  status: v.number(),
  /** Milliseconds until the answer. */
  tookMs: v.number(),
  dialect: ScimDialect,
  /** Answered as if it were applied, without changing anything. */
  dryRun: v.boolean(),
  /** Name of the token; '': the request was kept before tokens had names. */
  tokenName: v.string(),
  /** How the token begins. */
  beginning: v.string(),
  /** Empty for a request that was refused or changed nothing. */
  changes: v.array(ScimChange),
  /** Why it was refused; null otherwise. */
  detail: v.nullable(v.string()),
}

export const ScimRequestSummary = v.object(summary)
export type ScimRequestSummary = v.InferOutput<typeof ScimRequestSummary>

/** `query` and `body` as sent, except that only what names people and groups is readable: of other texts the length is kept. */
export const ScimRequest = v.object({
  ...summary,
  /** As in the audit log and in the header `X-Request-Id`. */
  requestID: v.string(),
  /** Names of attributes and sub-attributes that are not supported and were left out, at most 100; empty for a refused request. */
  ignored: v.array(v.string()),
  query: v.nullable(v.string()),
  body: v.unknown(),
})
export type ScimRequest = v.InferOutput<typeof ScimRequest>

const scim = '/portal/admin/idps/{id}/scim'
const path = `${scim}/requests`

/** The newest first. */
const { search, match, total } = listQuery([])

export const listScimRequests = endpoint({
  name: 'listScimRequests',
  summary: 'List what the directory of an identity provider has sent',
  method: 'GET',
  path,
  query: v.object({
    /** `changed`: those that changed something. `failed`: those answered with 400 or more. */
    only: v.optional(v.picklist(['changed', 'failed'])),
    limit: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'INVALID_VALUE'))),
    cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
    /** Part of the method, path, status or detail, or the id. */
    search,
    match,
    total,
  }),
  reply: v.object({ requests: v.array(ScimRequestSummary), ...pageReply }),
})

export const getScimRequest = endpoint({
  name: 'getScimRequest',
  summary: 'Read one request of a directory',
  method: 'GET',
  path: `${path}/{requestId}`,
  reply: ScimRequest,
})

/** Requests that were answered in one hour. */
export const ScimActivityHour = v.object({
  /** Its start in UTC, RFC 3339. */
  at: v.string(),
  requests: v.number(),
  /** The requests among them that changed something. */
  changed: v.number(),
  /** The requests among them that were answered with 400 or more. */
  failed: v.number(),
})
export type ScimActivityHour = v.InferOutput<typeof ScimActivityHour>

/** The oldest first. Hours without a request are left out. */
export const getScimActivity = endpoint({
  name: 'getScimActivity',
  summary: 'Count what the directory of an identity provider has sent, by hour',
  method: 'GET',
  path: `${scim}/activity`,
  reply: v.object({ hours: v.array(ScimActivityHour) }),
})

/** A group that gives a role and is missing from the directory. */
export const ScimGoneGroup = v.object({
  /** As in the list of groups. */
  id: v.string(),
  name: v.string(),
  /** When the directory deleted it; null: it was never sent, though groups come from SCIM. */
  deletedAt: v.nullable(v.string()),
})
export type ScimGoneGroup = v.InferOutput<typeof ScimGoneGroup>

/** An id that the directory sent as a member of a group, of a user that it never sent. */
export const ScimUnknownMember = v.object({
  /** As it was sent, at most 100 characters. */
  value: v.string(),
  /** The group in which it was named last; null for one that has no name here. */
  group: v.nullable(v.string()),
  /** Requests of the last 30 days that named it, and the last of them. */
  requests: v.number(),
  lastAt: v.string(),
  lastRequest: v.string(),
})
export type ScimUnknownMember = v.InferOutput<typeof ScimUnknownMember>

export const ScimForeignUsername = v.object({
  /** As in the list of people. */
  id: v.string(),
  username: v.string(),
  since: v.string(),
  /** What the directory says; null: it has not sent the person. */
  activeInDirectory: v.nullable(v.boolean()),
})

/** Rows of each kind in one answer; the counts go on. */
export const scimDriftMax = 200
/** People who never signed in are counted up to here; the number after it means: more. */
export const scimUnseenCountMax = 10_000

/** Where the directory and the tenant differ. */
export const ScimDrift = v.object({
  goneGroups: v.array(ScimGoneGroup),
  goneGroupCount: v.number(),
  unknownMembers: v.array(ScimUnknownMember),
  unknownMemberCount: v.number(),
  /** People whose username does not belong to the provider, the latest first: they are inactive here, whatever the directory says. */
  foreignUsernames: v.array(ScimForeignUsername),
  foreignUsernameCount: v.number(),
  /** People whom the directory sent, who may sign in and never did. */
  unseenCount: v.number(),
  /** Whether the directory has ever sent people or groups, also those that it deleted since. */
  hasSent: v.boolean(),
})
export type ScimDrift = v.InferOutput<typeof ScimDrift>

export const getScimDrift = endpoint({
  name: 'getScimDrift',
  summary: 'Compare what a directory has sent with the mapped groups and with who signs in',
  method: 'GET',
  path: `${scim}/drift`,
  reply: ScimDrift,
})

/** An active person whom the directory sent and who never signed in. */
export const ScimUnseenPerson = v.object({
  /** As in the list of people. */
  id: v.string(),
  name: v.string(),
  username: v.string(),
  /** When the directory sent the person first. */
  sentAt: v.string(),
  /** Groups of the directory that have the person as a member. */
  groups: v.number(),
})
export type ScimUnseenPerson = v.InferOutput<typeof ScimUnseenPerson>

/** The first sent first. */
export const listScimUnseen = endpoint({
  name: 'listScimUnseen',
  summary: 'List the people whom a directory sent but who never signed in',
  method: 'GET',
  path: `${scim}/unseen`,
  query: v.object({
    limit: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/, 'INVALID_VALUE'))),
    cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
  }),
  reply: v.object({ people: v.array(ScimUnseenPerson), next: v.nullable(v.string()) }),
})
