/** Sentences of administration, loaded with its screens. */
export const findingsOidc = {} as const
