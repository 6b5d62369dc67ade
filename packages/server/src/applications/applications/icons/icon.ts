import { iconBytesMax, iconSideMax, iconSideMin, type WordId } from '@portico/core/contract'
import { createHash } from 'node:crypto'

import { readImage, type Image } from './image.ts'

/** An image that may be an icon. `hash`: SHA-256 of its bytes, in hexadecimal. */
export type Icon = Image & { readonly hash: string }

/** The icon in a file, or the error id that says why it cannot be one. */
export function readIcon(file: Buffer): Icon | Extract<WordId, `ICON_${string}`> {
  if (file.length > iconBytesMax) return 'ICON_TOO_LARGE'
  const image = readImage(file)
  if (image === undefined) return 'ICON_UNREADABLE'
  const sides = [image.width, image.height]
  if (Math.min(...sides) < iconSideMin || Math.max(...sides) > iconSideMax) return 'ICON_SIZE'
  return { ...image, hash: createHash('sha256').update(image.bytes).digest('hex') }
}
