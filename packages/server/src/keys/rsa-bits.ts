/** RSA keys that are trusted, in bits of the modulus. */
export const rsaBitsMin = 2048
/** Verifying with a longer key is work that a signature can ask for at will. */
export const rsaBitsMax = 8192
