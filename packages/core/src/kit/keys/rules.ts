export { fileBytesMax } from '../limits.ts'

/** Spec section 2: width of the upload dialog in pixels. */
export const uploadDialogWidth = 600
