/** The outcome of a step as a word, so that it does not depend on colour. */
export const stepMarks = { passed: 'ok', missing: 'MISSING', unknown: 'unknown' } as const
