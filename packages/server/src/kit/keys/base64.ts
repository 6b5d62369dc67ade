/**
 * Decodes base64 (RFC 4648 section 4), ignoring white space; undefined when invalid or empty. Stricter than Node's
 * reader, which skips unknown characters. In two steps, because one pattern for both takes quadratic time.
 */
export function decodeBase64(text: string): Buffer | undefined {
  const compact = text.replace(/[\t\n\r ]+/g, '')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(compact) ? Buffer.from(compact, 'base64') : undefined
}
