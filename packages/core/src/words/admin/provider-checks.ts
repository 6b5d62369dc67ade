/** Sentences of administration: what the server finds wrong when an identity provider or its formats are saved. */
export const providerChecks = {
  SECRET_TOO_SHORT:
    'This secret is too short for the signature algorithm: HS256 needs 32 bytes, HS384 48 and HS512 64. Generate a longer one at the provider, or choose an RS algorithm.',
  FORMAT_TAKEN_PARENT: '“{value}” has a subdomain that another company has reserved.',
  EXTENSION_NO_CERTIFICATE: 'This identity provider has no certificate with that fingerprint.',
  IDP_PRIMARY_GROUPS:
    'The groups of the primary identity provider cannot be forgotten: administrators come from them. Make another one primary first.',
  IDP_SIGNED_IN_GROUPS:
    'You are signed in with this identity provider, and an administrator by its groups. Sign in with another one to forget them.',
} as const
