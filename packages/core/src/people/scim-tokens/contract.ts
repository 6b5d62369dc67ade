import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { NewScimToken, ScimTokenInput } from './rules.ts'

/** A token with which a directory provisions people and groups of one identity provider (spec section 3). Times are RFC 3339. */
export const ScimToken = v.object({
  id: v.string(),
  name: v.string(),
  /** How the token begins, to recognise one that was found: `scim_` and four characters. */
  beginning: v.string(),
  active: v.boolean(),
  issuedAt: v.string(),
  expiresAt: v.string(),
  isExpired: v.boolean(),
  /** When a directory last used it, to a minute; null: never. */
  lastUsedAt: v.nullable(v.string()),
  /** Whether requests with it are answered as if they were applied, without changing anything. */
  dryRun: v.boolean(),
})
export type ScimToken = v.InferOutput<typeof ScimToken>

/** `token`: `scim_`, 43 characters of 256 random bits and 6 of a CRC-32, all in base 62. It is shown once. */
export const CreatedScimToken = v.object({ ...ScimToken.entries, token: v.string() })
export type CreatedScimToken = v.InferOutput<typeof CreatedScimToken>

/** Where the groups of a provider's people come from: what it says at a sign-in, or what its directory sends through SCIM. Never both. */
export const GroupSource = v.strictObject({ source: v.picklist(['claims', 'scim'], 'INVALID_VALUE') })
export type GroupSource = v.InferOutput<typeof GroupSource>

/** What happens to the people of a provider when SCIM becomes the source of their groups. Counts of people and groups. */
export const GroupSourcePreview = v.object({
  /** Groups that the directory has sent. */
  groups: v.number(),
  /** People with at least one group that the directory has sent them. */
  people: v.number(),
  /** People who lose at least one group that gives a role. */
  losing: v.number(),
  /** People who get at least one group that gives a role. */
  gaining: v.number(),
  /** Whether the caller is one of those who lose one. */
  losesOwn: v.boolean(),
  /** Why the change would be refused; null: it would be made. */
  refusal: v.nullable(v.object({ errorID: v.string(), errorMessage: v.string() })),
})
export type GroupSourcePreview = v.InferOutput<typeof GroupSourcePreview>

const path = '/portal/admin/idps/{id}/scim/tokens'
const groupSourcePath = '/portal/admin/idps/{id}/scim/group-source'

export const getGroupSource = endpoint({
  name: 'getGroupSource',
  summary: "Read where the groups of an identity provider's people come from",
  method: 'GET',
  path: groupSourcePath,
  reply: GroupSource,
})

/** 409 `LAST_ADMIN_PATH` where the other source leaves no proven way to administer the portal. */
export const putGroupSource = endpoint({
  name: 'putGroupSource',
  summary: "Choose where the groups of an identity provider's people come from",
  method: 'PUT',
  path: groupSourcePath,
  body: GroupSource,
  reply: GroupSource,
})

/** A change back to claims takes nothing from anyone until their next sign-in, so it needs no preview. */
export const previewGroupSource = endpoint({
  name: 'previewGroupSource',
  summary: 'Count the people whose groups change when SCIM becomes their source',
  method: 'GET',
  path: `${groupSourcePath}/preview`,
  reply: GroupSourcePreview,
})

/** The newest first. */
export const listScimTokens = endpoint({
  name: 'listScimTokens',
  summary: 'List the SCIM tokens of an identity provider',
  method: 'GET',
  path,
  reply: v.object({
    tokens: v.array(ScimToken),
    /** Tokens of one provider that can be active and unexpired at a time: a setting of the server. */
    activeMax: v.number(),
    /** Where a directory sends its requests: `https://host/scim/v2/{idpId}`. */
    baseUrl: v.string(),
  }),
})

export const getScimToken = endpoint({
  name: 'getScimToken',
  summary: 'Read one SCIM token',
  method: 'GET',
  path: `${path}/{tokenId}`,
  reply: ScimToken,
})

/**
 * 409 `SCIM_TOKEN_LIMIT` while the provider has the maximum of active tokens, `SCIM_TOKEN_NAME_TAKEN` while another one that has
 * not expired has the name. Status 200, not 201: an answer with a secret must
 * not be kept for an Idempotency-Key.
 */
export const createScimToken = endpoint({
  name: 'createScimToken',
  summary: 'Create a SCIM token; the response shows it once',
  method: 'POST',
  path,
  body: NewScimToken,
  reply: CreatedScimToken,
})

/** 409 `SCIM_TOKEN_LIMIT` as above, `SCIM_TOKEN_EXPIRED` for one that is past its time. */
export const updateScimToken = endpoint({
  name: 'updateScimToken',
  summary: 'Enable or disable a SCIM token',
  method: 'PUT',
  path: `${path}/{tokenId}`,
  body: ScimTokenInput,
  reply: ScimToken,
})

export const deleteScimToken = endpoint({
  name: 'deleteScimToken',
  summary: 'Delete a SCIM token',
  method: 'DELETE',
  path: `${path}/{tokenId}`,
})
