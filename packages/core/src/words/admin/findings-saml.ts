/** Sentences of administration, loaded with its screens. */
export const findingsSaml = {} as const
