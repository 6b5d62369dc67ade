/** Sentences of administration, loaded with its screens. */
export const signIns = {} as const
