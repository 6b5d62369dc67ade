import { findings } from './findings.ts'
import { overview } from './overview.ts'

/** Sentences about what should be fixed, loaded with the pages of notices and of the overview. */
export const findingsEn = {
  ...findings,
  ...overview,
} as const
