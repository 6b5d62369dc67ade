/** Spec section 5: a certificate file has at most this many bytes (200 KB). */
export const fileBytesMax = 204_800

/** Spec section 2: width of the upload dialog in pixels. */
export const uploadDialogWidth = 600
