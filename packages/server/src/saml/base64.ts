/**
 * The bytes of base64 (RFC 4648 section 4), white space left out; undefined: it is none, or empty. Stricter than node's
 * own reader, which passes over what it does not know. In two steps, since one pattern for both takes quadratic time.
 */
export function decodeBase64(text: string): Buffer | undefined {
  const compact = text.replace(/[\t\n\r ]+/g, '')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(compact) ? Buffer.from(compact, 'base64') : undefined
}
