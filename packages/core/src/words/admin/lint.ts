/** Sentences of administration, loaded with its screens. */
export const lint = {} as const
