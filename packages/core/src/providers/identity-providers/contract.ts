import * as v from 'valibot'

import { endpoint } from '../../kit/http/endpoint.ts'
import { IdentityProviderInput } from './rules.ts'
import { identityProviderTypes } from './types.ts'

const idps = '/portal/admin/tenant/idps'

/** A signing certificate for display: its subject and its dates. A bare public key has no dates. */
export const CertificateFacts = v.object({
  slot: v.picklist([1, 2]),
  subject: v.nullable(v.string()),
  /** SHA-256 of the certificate (of the key, if it is a bare key), hexadecimal. */
  fingerprint: v.string(),
  notBefore: v.nullable(v.string()),
  notAfter: v.nullable(v.string()),
  /** An expired certificate may be used until then (spec section 4: 72 extra hours). */
  extendedUntil: v.nullable(v.string()),
  /** When it was saved at this provider, as a draft too; null for one that was saved before the server noted it. */
  addedAt: v.optional(v.nullable(v.string())),
  /** When it last verified a sign-in. */
  lastUsedAt: v.nullable(v.string()),
  /** When it verified its first sign-in; null: it has not proven itself. */
  provenAt: v.optional(v.nullable(v.string())),
  /** Whether the provider's metadata lists it; null where the metadata was not read. */
  listed: v.optional(v.nullable(v.boolean())),
})
export type CertificateFacts = v.InferOutput<typeof CertificateFacts>

const ProviderDraft = v.object({
  changedAt: v.string(),
  changedBy: v.string(),
  /** `name`, `enabled`, fields of the configuration, `secrets`, `suffixes`, `prefixes`, `emailDomains`; empty for a new provider. */
  fields: v.array(v.string()),
  /** A login passed with exactly this configuration, or it differs from what is in effect only by `name` and `enabled`. */
  proven: v.boolean(),
})

const LiveProvider = v.object({
  name: v.string(),
  enabled: v.boolean(),
  config: v.record(v.string(), v.unknown()),
  secrets: v.array(v.string()),
  prefixes: v.array(v.string()),
  suffixes: v.array(v.string()),
  emailDomains: v.array(v.string()),
  /** It reverts by itself to what was before, unless a sign-in confirms it. null: it stays. */
  unconfirmed: v.nullable(v.object({ revertsAt: v.string(), keptBy: v.string() })),
})

/**
 * Spec section 3, "Identity provider". `config` is that of rules.ts for its type, without secrets; `secrets` says which
 * are stored.
 */
export const IdentityProvider = v.object({
  id: v.string(),
  name: v.string(),
  type: v.picklist(identityProviderTypes),
  primary: v.boolean(),
  /** A switch to this provider waits to be accepted. */
  pendingSwitch: v.boolean(),
  enabled: v.boolean(),
  config: v.record(v.string(), v.unknown()),
  secrets: v.array(v.string()),
  certificates: v.array(CertificateFacts),
  prefixes: v.array(v.string()),
  suffixes: v.array(v.string()),
  emailDomains: v.array(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
  /** Changes that are saved and not in effect; the fields above have them. null: there are none. */
  draft: v.nullable(ProviderDraft),
  /** What sign-ins use; null for a provider that was never kept, which accepts none. */
  live: v.nullable(LiveProvider),
})
export type IdentityProvider = v.InferOutput<typeof IdentityProvider>

export const listIdentityProviders = endpoint({
  name: 'listIdentityProviders',
  summary: 'List the identity providers of the tenant',
  method: 'GET',
  path: idps,
  reply: v.object({ idps: v.array(IdentityProvider) }),
})

export const getIdentityProvider = endpoint({
  name: 'getIdentityProvider',
  summary: 'Read one identity provider',
  method: 'GET',
  path: `${idps}/{id}`,
  reply: IdentityProvider,
})

export const createIdentityProvider = endpoint({
  name: 'createIdentityProvider',
  summary: 'Add an identity provider, which accepts no sign-ins until it is kept',
  method: 'POST',
  path: idps,
  body: IdentityProviderInput,
  reply: IdentityProvider,
  success: 201,
})

export const updateIdentityProvider = endpoint({
  name: 'updateIdentityProvider',
  summary: "Save an identity provider's name and configuration as its draft",
  method: 'PUT',
  path: `${idps}/{id}`,
  body: IdentityProviderInput,
  reply: IdentityProvider,
})

export const deleteIdentityProvider = endpoint({
  name: 'deleteIdentityProvider',
  summary: 'Delete an identity provider with its formats, groups and people',
  method: 'DELETE',
  path: `${idps}/{id}`,
})

/** One thing that will go wrong, or may, with this provider. `code` has a sentence `lint.<code>` and one of what to do. */
export const LintFinding = v.object({
  severity: v.picklist(['error', 'warning', 'note']),
  code: v.string(),
  message: v.string(),
  todo: v.string(),
  fieldID: v.nullable(v.string()),
})
export type LintFinding = v.InferOutput<typeof LintFinding>

export const lintIdentityProvider = endpoint({
  name: 'lintIdentityProvider',
  summary: 'Report what will or may go wrong with a saved identity provider',
  method: 'GET',
  path: `${idps}/{id}/lint`,
  reply: v.object({ findings: v.array(LintFinding) }),
})

export const lintIdentityProviderDraft = endpoint({
  name: 'lintIdentityProviderDraft',
  summary: 'Report what would or might go wrong with an identity provider before it is saved',
  method: 'POST',
  reads: true,
  path: `${idps}/lint`,
  body: IdentityProviderInput,
  reply: v.object({ findings: v.array(LintFinding) }),
})

/**
 * Longest discovery or metadata document that is parsed whole. SAML metadata of up to {@link aggregateBytesMax} is read as a stream, and
 * one entity of it is parsed. The face cuts it out of a file and sends it as the document; the server cuts it out of the answer of an address.
 */
export const metadataLengthMax = 1_048_576

/**
 * Reads what a provider publishes about itself, by address or from a file: an OpenID discovery document or SAML
 * metadata. If a document has several entities, `entities` names them, and the call is repeated with `entityId`.
 */
export const importProviderMetadata = endpoint({
  name: 'importProviderMetadata',
  summary: "Read a provider's published metadata into configuration fields",
  method: 'POST',
  reads: true,
  path: `${idps}/metadata-import`,
  body: v.strictObject({
    type: v.picklist(identityProviderTypes, 'IDP_TYPE'),
    url: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(2000, 'TOO_LONG'))),
    document: v.optional(v.pipe(v.string(), v.maxLength(metadataLengthMax, 'TOO_LONG'))),
    entityId: v.optional(v.string()),
  }),
  bodyBytesMax: 2 * metadataLengthMax,
  reply: v.object({
    /** The identity providers in the document; one or more for SAML, the issuer for OpenID. */
    entities: v.array(
      v.object({
        entityId: v.string(),
        name: v.nullable(v.string()),
        /** Its names in other languages, for a search. */
        otherNames: v.optional(v.array(v.string())),
      }),
    ),
    /** How many the document has; `entities` has at most 20,000 of them. */
    total: v.number(),
    /** Fields of `config` to fill in; null if an entity has to be chosen first. */
    config: v.nullable(v.record(v.string(), v.unknown())),
    warnings: v.array(v.string()),
  }),
})

export const metadataTypes = ['saml2', 'oidc'] as const

const SigningKey = v.object({
  use: v.picklist(['signing', 'encryption']),
  certificate: v.string(),
  fingerprint: v.string(),
  notAfter: v.string(),
  /** `next` is published and not yet used, `current` is in use, `previous` is still published. */
  state: v.picklist(['next', 'current', 'previous']),
})

/** What an administrator enters about us at the provider, as values to copy (spec section 7, "idp-metadata/{type}"). */
export const OurMetadata = v.object({
  type: v.picklist(metadataTypes),
  /** Values by name, in the order they are shown. */
  values: v.array(v.object({ name: v.string(), label: v.string(), value: v.string() })),
  /** The separate addresses of each provider. */
  providers: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      values: v.array(v.object({ name: v.string(), label: v.string(), value: v.string() })),
    }),
  ),
  keys: v.array(SigningKey),
  /** SAML metadata of the provider asked for; null without one, and for OpenID Connect. */
  xml: v.nullable(v.string()),
})
export type OurMetadata = v.InferOutput<typeof OurMetadata>

export const getOurMetadata = endpoint({
  name: 'getOurMetadata',
  summary: 'Our metadata for identity providers',
  method: 'GET',
  path: '/portal/admin/idp-metadata/{type}',
  query: v.object({
    idp: v.optional(v.string()),
    /** The `Idempotency-Key` with which a provider will be created, and its type: its addresses before that. */
    creation: v.optional(v.string()),
    idpType: v.optional(v.picklist(identityProviderTypes)),
  }),
  reply: OurMetadata,
})

/** One step of a rollover of our own keys: publish a next key, put it into use, or withdraw the previous one. */
export const rollOurKeys = endpoint({
  name: 'rollOurKeys',
  summary: 'Take the next step of a rollover of our signing and encryption keys',
  method: 'POST',
  path: '/portal/admin/idp-metadata/saml2/rollover',
  body: v.strictObject({ step: v.picklist(['publish', 'activate', 'withdraw']) }),
  reply: v.object({ keys: v.array(SigningKey) }),
})
