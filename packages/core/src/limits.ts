/** Bounds that rules hold and sentences name. Each stands here once; the catalogue has them as values. */

/** Spec sections 5 and 9. Lengths are counted in UTF-16 units after trimming, as a text area counts them. */
export const nameLengthMax = 128
export const keyLengthMax = 2048
/** Spec section 5: a certificate file has at most this many bytes (200 KB). */
export const fileBytesMax = 204_800
/** RSA keys that are trusted, in bits of the modulus. */
export const rsaBitsMin = 2048
/** Verifying with a longer key is work that a signature can ask for at will. */
export const rsaBitsMax = 8192
