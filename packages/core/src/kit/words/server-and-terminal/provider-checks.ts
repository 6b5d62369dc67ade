/** Sentences of administration: what the server finds wrong when an identity provider or its formats are saved. */
export const providerChecks = {
  SECRET_TOO_SHORT:
    'This secret is too short for the signature algorithm: HS256 needs 32 bytes, HS384 48 and HS512 64. Generate a longer one at the provider, or choose an RS algorithm.',
  FORMAT_TAKEN_PARENT: '“{value}” has a subdomain that another company has reserved.',
  EXTENSION_NO_CERTIFICATE: 'This identity provider has no certificate with that fingerprint.',
} as const
