import type { Found } from './found-image.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

/** An image without what is not needed to draw it: no place, camera, comment or colour profile. */
export type Image = NonNullable<Found> & { readonly type: 'image/png' | 'image/jpeg' | 'image/webp' }

const readers = [
  ['image/png', readPng],
  ['image/jpeg', readJpeg],
  ['image/webp', readWebp],
] as const

/**
 * Detects an image by its bytes, not by the name or type sent with it. undefined for everything but a PNG, JPEG or WebP;
 * SVG is not accepted, because it is a document that can contain scripts.
 */
export function readImage(bytes: Buffer): Image | undefined {
  for (const [type, read] of readers) {
    const found = read(bytes)
    if (found !== undefined) return { type, ...found }
  }
  return undefined
}
