import {
  apiPrefix,
  fillPath,
  getLogo,
  iconBytesMax,
  iconSideMax,
  iconSideMin,
  type WordId,
} from '@portico/core/contract'
import { createHash } from 'node:crypto'

import { readImage, type Image } from '../../applications/applications/icons/image.ts'

/** An image that may be a logo. `hash`: SHA-256 of its bytes, in hexadecimal. */
export type Logo = Image & { readonly hash: string }

/** The logo in a file, without metadata, or the error id that says why it cannot be one. SVG is rejected because it can contain scripts. */
export function readLogo(file: Buffer): Logo | Extract<WordId, `LOGO_${string}`> {
  if (file.length > iconBytesMax) return 'LOGO_TOO_LARGE'
  const image = readImage(file)
  if (image === undefined) return 'LOGO_UNREADABLE'
  const sides = [image.width, image.height]
  if (Math.min(...sides) < iconSideMin || Math.max(...sides) > iconSideMax) return 'LOGO_SIZE'
  return { ...image, hash: createHash('sha256').update(image.bytes).digest('hex') }
}

/** Where a browser reads a logo; `code`: the key of its tenant, or `deployment`. */
export function logoPath(code: string, hash: string): string {
  return apiPrefix + fillPath(getLogo.path, { code, hash })
}
