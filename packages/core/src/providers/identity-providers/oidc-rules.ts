import * as v from 'valibot'

import { Address, Line } from './fields.ts'
import { transformEntries } from './transform-rules.ts'

/** Algorithms an OIDC provider may sign ID tokens with: those of spec section 3, then three that we added. */
export const signatureAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'HS256',
  'HS384',
  'HS512',
  'PS256',
  'ES256',
  'EdDSA',
] as const
export type SignatureAlgorithm = (typeof signatureAlgorithms)[number]

/** `query`: a redirect; `form_post`: a posted form (spec section 3, "response mode"). */
export const responseModes = ['query', 'form_post'] as const
export type ResponseMode = (typeof responseModes)[number]

/**
 * How we authenticate at the token endpoint (OpenID Connect Core 1.0 section 9). `auto`: a stored secret is sent by Basic
 * if that is advertised or nothing is, otherwise in the body; without a secret we are a public client.
 */
export const tokenAuthMethods = ['auto', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const
export type TokenAuthMethod = (typeof tokenAuthMethods)[number]

/** How the end-session address is called (spec section 3, "SLO method"): HTTP-Get, HTTP-Post. */
export const logoutMethods = ['get', 'post'] as const
export type LogoutMethod = (typeof logoutMethods)[number]

const Scope = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(500, 'TOO_LONG'),
  // Characters of RFC 6749 section 3.3, so that the text is sent unchanged.
  v.check((scope) => /^[\x21\x23-\x5b\x5d-\x7e ]*$/.test(scope), 'SCOPE_CHARACTERS'),
  v.check((scope) => scope.split(/ +/).includes('openid'), 'SCOPE_OPENID'),
)

/**
 * The issuer of tokens. Microsoft's addresses for several directories are never an issuer: each token names the directory of its person.
 * Use the Azure AD types for such directories.
 */
const Issuer = v.pipe(
  Address,
  v.check((text) => !namesManyDirectories(text), 'ISSUER_MANY_DIRECTORIES'),
)

export function namesManyDirectories(issuer: string): boolean {
  return /^https:\/\/(?:login\.(?:microsoftonline\.(?:com|us)|partner\.microsoftonline\.cn|microsoft\.com|windows\.net)|sts\.windows\.net)\/(?:common|organizations|consumers)(?:\/|$)/i.test(
    issuer,
  )
}

/** Spec section 3, "OIDC config". Absent addresses come from discovery at run time. */
export const OidcConfig = v.strictObject({
  issuer: Issuer,
  authorizationUrl: v.optional(Address),
  tokenUrl: v.optional(Address),
  jwksUrl: v.optional(Address),
  userinfoUrl: v.optional(Address),
  responseMode: v.optional(v.picklist(responseModes), 'query'),
  scope: v.optional(Scope, 'openid profile email'),
  signatureAlgorithm: v.optional(v.picklist(signatureAlgorithms), 'RS256'),
  disableSignatureVerification: v.optional(v.boolean(), false),
  clientId: Line,
  tokenAuthMethod: v.optional(v.picklist(tokenAuthMethods), 'auto'),
  sloUrl: v.optional(Address),
  sloMethod: v.optional(v.picklist(logoutMethods), 'get'),
  disableSlo: v.optional(v.boolean(), false),
  /** Where the browser ends after signing out; absent: our own page. */
  logoutRedirectUrl: v.optional(Address),
  usernameClaim: v.optional(Line, 'preferred_username'),
  groupClaim: v.optional(Line, 'groups'),
  ...transformEntries,
})

export type OidcConfig = v.InferOutput<typeof OidcConfig>
