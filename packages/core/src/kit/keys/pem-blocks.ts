import { derBitString, derElementsIn, derInteger, derSequence, type Bytes } from './der.ts'

/** Public keys and certificates in PEM (RFC 7468; RFC 8017 appendix A.1.1). */
export type PublicLabel = 'CERTIFICATE' | 'PUBLIC KEY' | 'RSA PUBLIC KEY'

/** `body` is its base64 in one line, which may be damaged. */
export type PemBlock = { readonly label: PublicLabel; readonly body: string }

const begin = /-----BEGIN (?:X509 )?(?:CERTIFICATE|(?:RSA )?PUBLIC KEY)-----/g
const whole = /-----BEGIN (X509 CERTIFICATE|CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY)-----([^-]*)-----END \1-----/g

/**
 * The public blocks in a text, with anything around them: OpenSSL output, indentation, any line endings, or `\n` as two characters.
 * undefined if a block has no end.
 */
export function pemBlocksIn(text: string): readonly PemBlock[] | undefined {
  const found = [...text.matchAll(whole)].map(([, label = '', body = '']) => ({
    label: label.replace('X509 ', '') as PublicLabel,
    body: compact(body),
  }))
  return found.length === text.match(begin)?.length || found.length === 0 ? found : undefined
}

/** One block with `\n` as line endings and 64 characters per line (RFC 7468 section 2), without a final line ending. */
export function pemOf({ label, body }: { readonly label: string; readonly body: string }): string {
  return [`-----BEGIN ${label}-----`, ...(body.match(/.{1,64}/gs) ?? []), `-----END ${label}-----`].join('\n')
}

/** Removes white space, zero-width spaces and escaped line endings. */
export function compact(text: string): string {
  return text.replaceAll(/\\[rn]|[\s\u200b]/g, '')
}

/** The bytes of base64 in one line; undefined if it is not base64. */
export function bytesOfBase64(text: string): Bytes | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at)
  return bytes
}

export function base64OfBytes(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/**
 * The kind of a DER value, by its structure: an algorithm and a BIT STRING are a public key; two numbers are a bare RSA key; signed
 * fields, an algorithm and a BIT STRING are a certificate. undefined for anything else.
 */
export function labelOfDer(der: Bytes): PublicLabel | undefined {
  const [outer, ...others] = der[0] === derSequence ? (derElementsIn(der) ?? []) : []
  if (outer === undefined || others.length > 0) return undefined
  const tags = derElementsIn(outer.content)
    ?.map(({ tag }) => tag)
    .join()
  if (tags === [derSequence, derSequence, derBitString].join()) return 'CERTIFICATE'
  if (tags === [derSequence, derBitString].join()) return 'PUBLIC KEY'
  return tags === [derInteger, derInteger].join() ? 'RSA PUBLIC KEY' : undefined
}
