import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { listQuery, pageReply } from '../../kit/lists/contract.ts'
import { ApiTokenInput } from './rules.ts'

export const apiTokenStates = ['active', 'expired', 'revoked'] as const
export type ApiTokenState = (typeof apiTokenStates)[number]

/** What the server can sort tokens by. */
export const apiTokenSorts = ['createdAt'] as const

/** A token of a person for one application in one environment. The token itself is shown once. Times are RFC 3339. */
export const ApiToken = v.object({
  id: v.string(),
  name: v.string(),
  /** How the token begins, to recognise one that was found: `pat_` and four characters. */
  beginning: v.string(),
  application: v.object({ id: v.string(), label: v.string(), urn: v.string() }),
  environment: v.object({ id: v.string(), name: v.string() }),
  /** Labels of the roles chosen. A token has of them those that its owner holds at the moment. */
  roles: v.array(v.string()),
  tenantRoles: v.array(v.string()),
  state: v.picklist(apiTokenStates),
  createdAt: v.string(),
  expiresAt: v.string(),
  /** When an application last asked about it while it was active, to a minute; null: never. */
  lastUsedAt: v.nullable(v.string()),
  revokedAt: v.nullable(v.string()),
  /** The name of who revoked it. */
  revokedBy: v.nullable(v.string()),
})
export type ApiToken = v.InferOutput<typeof ApiToken>

/** The same, for administrators. */
export const OwnedApiToken = v.object({
  ...ApiToken.entries,
  owner: v.object({ id: v.string(), name: v.string(), username: v.string() }),
})
export type OwnedApiToken = v.InferOutput<typeof OwnedApiToken>

/** `token`: `pat_`, 43 characters of 256 random bits and 6 of a CRC-32, all in base 62. It is shown once. */
export const CreatedApiToken = v.object({ ...ApiToken.entries, token: v.string() })
export type CreatedApiToken = v.InferOutput<typeof CreatedApiToken>

/** Something that a token can be for, or carry. */
const Choice = v.object({ id: v.string(), label: v.string() })
export type ApiTokenChoice = v.InferOutput<typeof Choice>

export const ApiTokenApplication = v.object({ ...Choice.entries, urn: v.string() })
export type ApiTokenApplication = v.InferOutput<typeof ApiTokenApplication>

const own = '/portal/apitoken'
const administered = '/portal/admin/api-tokens'

/** The applications that the person can open in the environment of the session, and the limits of this server. */
export const listApiTokenApplications = endpoint({
  name: 'listApiTokenApplications',
  summary: 'List the applications that you can create an API token for',
  method: 'GET',
  path: `${own}/applications`,
  reply: v.object({
    applications: v.array(ApiTokenApplication),
    /** null: no environment is selected. */
    environment: v.nullable(v.object({ id: v.string(), name: v.string() })),
    defaultDays: v.number(),
    maxDays: v.number(),
    /** Active tokens of one person at most. */
    tokensMax: v.number(),
  }),
})

/** 404 for an application that the person cannot open. */
export const listApiTokenRoles = endpoint({
  name: 'listApiTokenRoles',
  summary: 'List your own roles in an application, for an API token',
  method: 'GET',
  path: `${own}/applications/{appId}/roles`,
  reply: v.object({ roles: v.array(Choice) }),
})

export const listApiTokenTenantRoles = endpoint({
  name: 'listApiTokenTenantRoles',
  summary: 'List your own custom roles, for an API token',
  method: 'GET',
  path: `${own}/tenant-roles`,
  reply: v.object({ tenantRoles: v.array(Choice) }),
})

/** Status 200, not 201: an answer with a secret must not be kept for an Idempotency-Key. */
export const createApiToken = endpoint({
  name: 'createApiToken',
  summary: 'Create an API token; the response shows it once',
  method: 'POST',
  path: `${own}/applications/{appId}`,
  body: ApiTokenInput,
  reply: CreatedApiToken,
})

/** The newest first. */
export const listOwnApiTokens = endpoint({
  name: 'listOwnApiTokens',
  summary: 'List your own API tokens',
  method: 'GET',
  path: `${own}/tokens`,
  query: v.object({ ...listQuery(apiTokenSorts), state: v.optional(v.picklist(apiTokenStates, 'INVALID_VALUE')) }),
  reply: v.object({ tokens: v.array(ApiToken), ...pageReply }),
})

/** 404 for a token of another person, or one that is no longer active. */
export const revokeOwnApiToken = endpoint({
  name: 'revokeOwnApiToken',
  summary: 'Revoke one of your own API tokens',
  method: 'DELETE',
  path: `${own}/tokens/{id}`,
})

/** The newest first. `search` looks at the name and the beginning of a token, its application and its owner. */
export const listApiTokens = endpoint({
  name: 'listApiTokens',
  summary: 'List the API tokens of all people',
  method: 'GET',
  path: administered,
  query: v.object({
    ...listQuery(apiTokenSorts),
    state: v.optional(v.picklist(apiTokenStates, 'INVALID_VALUE')),
    /** The id of a person. */
    owner: v.optional(v.string()),
  }),
  reply: v.object({ tokens: v.array(OwnedApiToken), ...pageReply }),
})

/** 404 for a token that is no longer active. */
export const revokeApiToken = endpoint({
  name: 'revokeApiToken',
  summary: 'Revoke the API token of a person',
  method: 'DELETE',
  path: `${administered}/{id}`,
})
