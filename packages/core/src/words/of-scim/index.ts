import { scimTokens } from './scim-tokens.ts'

/** Sentences about SCIM, loaded with its tab. */
export const scimEn = {
  ...scimTokens,
} as const
