import { comparison } from './comparison.ts'
import { groupUses } from './group-uses.ts'
import { matrix } from './matrix.ts'

/** Sentences of the matrix, of the comparison and of a group's uses, loaded with these views. */
export const mappingViewsEn = {
  ...groupUses,
  ...matrix,
  ...comparison,
} as const
