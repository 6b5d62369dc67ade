import type { StoreApi } from 'zustand/vanilla'

import type { Sha256 } from '../http/port.ts'
import type { Bytes } from './der.ts'

/** Fingerprints of keys and certificates in a form, by their PEM text. */
export type FingerprintsByText = Readonly<Record<string, string>>

/** What stands in a text area, known by its fingerprint where that was counted: `SHA-256 …`. */
export function fingerprintIn(fingerprints: FingerprintsByText, text: string): string | undefined {
  return fingerprints[text.trim()]
}

/**
 * Counts the fingerprints of what a form holds, as it is typed: SHA-256 over `bytesOf` a trimmed text, which are those
 * the server counts once it is saved. Texts without bytes get none: what they are is the server's to read.
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
