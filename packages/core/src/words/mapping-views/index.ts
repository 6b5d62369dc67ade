import { comparison } from './comparison.ts'
import { groupUses } from './group-uses.ts'
import { matrix } from './matrix.ts'
import { openers } from './openers.ts'

/** Sentences of the matrix, of the comparison, of a group's uses and of who can open an application, loaded with these views. */
export const mappingViewsEn = {
  ...groupUses,
  ...matrix,
  ...comparison,
  ...openers,
} as const
