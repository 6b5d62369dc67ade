/** Limits that rules enforce and sentences mention. Each is defined here once; the catalogue uses them as values. */

/** Spec sections 5 and 9. Lengths are counted in UTF-16 units after trimming, as a text area counts them. */
export const nameLengthMax = 128
export const keyLengthMax = 2048
/** Spec section 5: a certificate file has at most this many bytes (200 KB). */
export const fileBytesMax = 204_800
/** An icon of an application: bytes of its file, and pixels of each side. */
export const iconBytesMax = 204_800
export const iconSideMin = 16
export const iconSideMax = 1_024
/** Transforms in one list, and characters of one text in a transform. */
export const transformsMax = 10
export const transformTextLengthMax = 200
/** Minimum size of a trusted RSA key, in bits of the modulus. */
export const rsaBitsMin = 2048
/** A longer key would let a sender force expensive verifications. */
export const rsaBitsMax = 8192

/** Longest grace window after a switch of the primary identity provider. */
export const graceDaysMax = 30
/** How old a sign-in may be that accepts the switch, or makes or drills recovery codes (protocols section 9). */
export const freshSignInMinutes = 5

/** How long a setup URL opens the wizard (spec section 4), in hours. */
export const setupUrlHours = 72
