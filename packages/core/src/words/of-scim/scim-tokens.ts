/** Sentences about SCIM tokens. */
export const scimTokens = {
  SCIM_TOKEN_DAYS: 'A SCIM token can be valid for 1 to 3650 days.',
  SCIM_TOKEN_LIMIT:
    'The identity provider has reached its limit of {max, plural, one {# active SCIM token} other {# active SCIM tokens}}. Disable or delete one first.',
  SCIM_TOKEN_EXPIRED: 'The SCIM token has expired and cannot be enabled. Create a new one.',
  'scimTokens.once': 'Copy the token now: it is not shown again. The directory sends it as a bearer token.',
  'scimTokens.written': 'The token was written to {file}. It is not shown again.',
  'scimTokens.enabled': 'The SCIM token {beginning} was enabled.',
  'scimTokens.disabled': 'The SCIM token {beginning} was disabled.',
  'scimTokens.deleted': 'The SCIM token {beginning} was deleted.',
} as const
