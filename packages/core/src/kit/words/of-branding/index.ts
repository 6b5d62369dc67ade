import { branding } from './branding.ts'

/** Sentences of the branding of a tenant, loaded with its page. */
export const brandingEn = {
  ...branding,
} as const
