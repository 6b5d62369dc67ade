/** An image as a reader of one format finds it; undefined where the bytes are not such an image from beginning to end. */
export type Found = { readonly width: number; readonly height: number; readonly bytes: Buffer } | undefined
