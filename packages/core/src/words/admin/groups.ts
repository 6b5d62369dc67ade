/** Sentences of administration, loaded with its screens. */
export const groups = {} as const
