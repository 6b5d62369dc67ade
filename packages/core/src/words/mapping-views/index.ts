import { groupUses } from './group-uses.ts'

/** Sentences of the matrix, of the comparison and of a group's uses, loaded with these views. */
export const mappingViewsEn = {
  ...groupUses,
} as const
