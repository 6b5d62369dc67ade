import * as v from 'valibot'

import { endpoint } from '../http/endpoint.ts'

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
 * Whose way of speaking SCIM a request shows: `entra` sends `?aadOptscim062020`, `entra-legacy` operations such as `Add` and the
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
  /** Of the answer. */
  status: v.number(),
  /** Milliseconds until the answer. */
  tookMs: v.number(),
  dialect: ScimDialect,
  /** Answered as if it applied, without a change. */
  dryRun: v.boolean(),
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
  query: v.nullable(v.string()),
  body: v.unknown(),
})
export type ScimRequest = v.InferOutput<typeof ScimRequest>

const path = '/portal/admin/idps/{id}/scim/requests'

/** The newest first. */
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
  }),
  reply: v.object({ requests: v.array(ScimRequestSummary), next: v.nullable(v.string()) }),
})

export const getScimRequest = endpoint({
  name: 'getScimRequest',
  summary: 'Read one request of a directory',
  method: 'GET',
  path: `${path}/{requestId}`,
  reply: ScimRequest,
})
