/**
 * Limits of the token endpoint (RFC 6749, RFC 7523, RFC 9068).
 *
 * - An assertion lives at most 5 minutes from now and may be used until its `exp` and not a second longer: its maker
 *   chooses `exp`, so there is nothing to forgive.
 * - `iat` is required, although RFC 7523 leaves it open: a rule about the age of an assertion holds nobody who may
 *   leave the claim out. It lies at most 10 minutes back, and may be ahead of us by what two clocks differ.
 * - The database's clock judges, because all processes share it.
 */
export const assertionLifeMaxSecs = 300
export const assertionAgeMaxSecs = 600
export const clockSkewSecs = 60
export const assertionLengthMax = 16_384
export const jtiLengthMax = 256

export const assertionAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256'] as const

export const bodyBytesMax = 65_536
