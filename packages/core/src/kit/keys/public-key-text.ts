import * as v from 'valibot'

import { fileBytesMax } from '../limits.ts'
import { readKeyText } from './key-text.ts'

/**
 * The rule of every field that takes a public key or a certificate, with any text around it: the output is only the PEM, or the
 * trimmed text where it contains no complete block. A private key is refused with `isPrivate`.
 */
export function publicKeyText({ tooLong, isPrivate }: { readonly tooLong: string; readonly isPrivate: string }) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(fileBytesMax, tooLong),
    v.rawTransform<string, string>(({ dataset, addIssue, NEVER }) => {
      const read = readKeyText(dataset.value)
      if (typeof read !== 'string') return read.pem
      if (read === 'none') return dataset.value.trim()
      addIssue({ message: read === 'private' ? isPrivate : 'KEY_SEVERAL' })
      return NEVER
    }),
  )
}
