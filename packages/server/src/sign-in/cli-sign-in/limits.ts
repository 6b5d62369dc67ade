/** Limits of the command line's sign-in, in seconds (RFC 6749 section 4.1.2, RFC 8628 section 3.2). */
export const authorizationCodeSecs = 60
export const accessTokenSecs = 60
export const deviceCodeSecs = 600
export const pollIntervalSecs = 5
/** What a client that polls too fast has to add, for good. */
export const slowDownSecs = 5
/** A poll may arrive this much early: clocks and networks are not exact. */
export const pollEarlySecs = 1
