const privateMarker = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----|"d"\s*:\s*"|PuTTY-User-Key-File/

/** A key that must never be sent or stored: PEM of any private form, a private JWK, a PuTTY file. */
export function isPrivateKey(text: string): boolean {
  return privateMarker.test(text)
}
