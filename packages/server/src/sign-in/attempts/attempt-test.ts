/** The test login that an attempt belongs to, and the fingerprint of the configuration that it tests. */
export type AttemptTest = { readonly id: string; readonly fingerprint: string }
