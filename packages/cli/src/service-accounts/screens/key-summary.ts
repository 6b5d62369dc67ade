import { isPrivateKey } from '@portico/core'

/** Enough of a key to tell it from another: what it is, its length, and the end of its body. Never a private one. */
export function keySummary(pem: string): string {
  const text = pem.trim()
  if (text === '') return 'not set'
  if (isPrivateKey(text)) return 'a private key'
  const kind = /-----BEGIN ([A-Z ]+)-----/.exec(text)?.[1]?.toLowerCase() ?? 'text'
  const body = text.replaceAll(/-----[^-]+-----|\s/g, '')
  return `${kind}, ${text.length} characters, ends in ${body.slice(-12)}`
}
