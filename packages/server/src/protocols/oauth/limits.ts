/**
 * Limits of the token endpoint (RFC 6749, RFC 7523, RFC 9068).
 *
 * - An assertion is valid for at most 5 minutes from now and until its `exp`, without leeway: its maker
 *   chooses `exp`.
 * - `iat` is required, although RFC 7523 makes it optional: without it the age of an assertion cannot be checked.
 *   It is at most 10 minutes in the past, and may be in the future by the allowed clock difference.
 * - The database's clock decides, because all processes share it.
 */
export const assertionLifeMaxSecs = 300
export const assertionAgeMaxSecs = 600
export const clockSkewSecs = 60
export const assertionLengthMax = 16_384
export const jtiLengthMax = 256

export const assertionAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256'] as const

export const bodyBytesMax = 65_536
