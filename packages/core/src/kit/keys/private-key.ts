const privateMarker = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----|"d"\s*:\s*"|PuTTY-User-Key-File/

/** A key that must never be sent or stored: PEM of any private form, a private JWK, a PuTTY file. */
export function isPrivateKey(text: string): boolean {
  return privateMarker.test(text)
}

/** Enough to distinguish a key: its kind, its length in characters, and the end of its body. Never of a private key. */
export function keySummary(pem: string): string {
  const text = pem.trim()
  if (isPrivateKey(text)) return '…'
  const kind = /-----BEGIN ([A-Z ]+)-----/.exec(text)?.[1] ?? ''
  const body = text.replaceAll(/-----[^-]+-----|\s/g, '')
  return `${kind} (${text.length}) …${body.slice(-16)}`.trim()
}
