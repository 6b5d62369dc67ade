import { findings } from './findings.ts'

/** Sentences about what should be fixed, loaded with the page of notices. */
export const findingsEn = {
  ...findings,
} as const
