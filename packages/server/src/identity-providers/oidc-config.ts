import * as v from 'valibot'

/** Algorithms an OIDC provider may sign ID tokens with (spec section 3). */
export const signatureAlgorithms = ['RS256', 'RS384', 'RS512', 'HS256', 'HS384', 'HS512'] as const

const Address = v.pipe(v.string(), v.url(), v.regex(/^https?:/))

/**
 * Configuration of an OIDC provider (spec section 3, "OIDC config"). Addresses that are absent come from discovery.
 * The client secret is stored apart, sealed.
 */
export const OidcConfig = v.strictObject({
  issuer: Address,
  authorizationUrl: v.optional(Address),
  tokenUrl: v.optional(Address),
  jwksUrl: v.optional(Address),
  userinfoUrl: v.optional(Address),
  responseMode: v.optional(v.picklist(['query', 'form_post']), 'query'),
  scope: v.optional(
    v.pipe(
      v.string(),
      v.check((scope) => scope.split(/\s+/).includes('openid'), 'The scope must contain openid.'),
    ),
    'openid profile email',
  ),
  signatureAlgorithm: v.optional(v.picklist(signatureAlgorithms), 'RS256'),
  disableSignatureVerification: v.optional(v.boolean(), false),
  clientId: v.pipe(v.string(), v.nonEmpty()),
  usernameClaim: v.optional(v.string(), 'preferred_username'),
  groupClaim: v.optional(v.string(), 'groups'),
})

export type OidcConfig = v.InferOutput<typeof OidcConfig>

export type ProviderSecrets = { readonly clientSecret: string }
