/** Sentences of administration, loaded with its screens. */
export const findingsCommon = {} as const
