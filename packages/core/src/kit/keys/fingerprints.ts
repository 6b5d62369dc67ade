import type { StoreApi } from 'zustand/vanilla'

import type { Sha256 } from '../http/port.ts'
import type { Bytes } from './der.ts'

/** Fingerprints of keys and certificates in a form, by their PEM text. */
export type FingerprintsByText = Readonly<Record<string, string>>

/** The content of a text area, shown by its fingerprint if that was computed: `SHA-256 …`. */
export function fingerprintIn(fingerprints: FingerprintsByText, text: string): string | undefined {
  return fingerprints[text.trim()]
}

/**
 * Computes the fingerprints of the keys in a form as they are typed: SHA-256 over `bytesOf` the trimmed text, the same
 * that the server computes when it is saved. Texts without bytes get none: only the server can say what they are.
 */
export function learnFingerprints<State extends { readonly fingerprints: FingerprintsByText }>(
  store: Pick<StoreApi<State>, 'getState' | 'setState' | 'subscribe'>,
  textsOf: (state: State) => readonly string[],
  bytesOf: (text: string) => Bytes | undefined,
  sha256: Sha256 | undefined,
): void {
  if (sha256 === undefined) return
  const asked = new Set<string>()
  const learn = async (text: string): Promise<void> => {
    const bytes = asked.has(text) ? undefined : bytesOf(text)
    if (bytes === undefined) return
    asked.add(text)
    const fingerprint = await sha256(bytes)
    store.setState(({ fingerprints }) => ({ fingerprints: { ...fingerprints, [text]: fingerprint } }) as Partial<State>)
  }
  const learnAll = (state: State) => {
    for (const text of textsOf(state)) void learn(text.trim())
  }
  store.subscribe(learnAll)
  learnAll(store.getState())
}
