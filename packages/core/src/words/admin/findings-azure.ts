/** Sentences of administration, loaded with its screens. */
export const findingsAzure = {} as const
