import type { StoreApi } from 'zustand/vanilla'

import type { Sha256 } from '../http/port.ts'

/** Fingerprints of keys and certificates in a form, by their PEM text. */
export type FingerprintsByText = Readonly<Record<string, string>>

/** What stands in a text area, known by its fingerprint where that was counted: `SHA-256 …`. */
export function fingerprintIn(fingerprints: FingerprintsByText, text: string): string | undefined {
  return fingerprints[text.trim()]
}

/**
 * Counts the fingerprints of what a form holds, as it is typed: SHA-256 over the DER, which for a public key is the
 * SubjectPublicKeyInfo (RFC 5280 section 4.1). Other texts get none: what they are is the server's to read.
 */
export function learnFingerprints<State extends { readonly fingerprints: FingerprintsByText }>(
  store: Pick<StoreApi<State>, 'getState' | 'setState' | 'subscribe'>,
  textsOf: (state: State) => readonly string[],
  sha256: Sha256 | undefined,
): void {
  if (sha256 === undefined) return
  const asked = new Set<string>()
  const learn = async (text: string): Promise<void> => {
    const der = asked.has(text) ? undefined : derOf(text)
    if (der === undefined) return
    asked.add(text)
    const fingerprint = await sha256(der)
    store.setState(({ fingerprints }) => ({ fingerprints: { ...fingerprints, [text]: fingerprint } }) as Partial<State>)
  }
  const learnAll = (state: State) => {
    for (const text of textsOf(state)) void learn(text.trim())
  }
  store.subscribe(learnAll)
  learnAll(store.getState())
}

const block = /^-----BEGIN (PUBLIC KEY|CERTIFICATE)-----\s([A-Za-z0-9+/=\s]+)-----END \1-----$/

function derOf(pem: string): Uint8Array<ArrayBuffer> | undefined {
  const body = block.exec(pem)?.[2]?.replaceAll(/\s/g, '')
  if (body === undefined || body.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(body)) return undefined
  return Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
}
