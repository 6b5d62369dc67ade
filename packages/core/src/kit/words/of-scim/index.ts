import { groupSource } from './group-source.ts'
import { scimInbox } from './scim-inbox.ts'
import { scimTokens } from './scim-tokens.ts'

/** Sentences about SCIM, loaded with its tab. */
export const scimEn = {
  ...scimTokens,
  ...groupSource,
  ...scimInbox,
} as const
