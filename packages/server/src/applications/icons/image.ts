import type { Found } from './found.ts'
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
 * Reads an image by its own bytes: neither the name nor the type that came with it is asked. undefined for everything
 * but a PNG, JPEG or WebP; SVG is a document that can hold scripts, and is never one.
 */
export function readImage(bytes: Buffer): Image | undefined {
  for (const [type, read] of readers) {
    const found = read(bytes)
    if (found !== undefined) return { type, ...found }
  }
  return undefined
}
