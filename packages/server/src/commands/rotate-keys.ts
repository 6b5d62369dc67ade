import type { OpenedStore, Place } from '../open.ts'
import { forgetSecretKeys, prepareSecretKey, rotateSecretKey, usesFile } from '../key-rotation/rotate-secret-key.ts'
import { rotateSigningKeys } from '../tokens/rotate-signing-keys.ts'
import { changing } from './with-store.ts'

export type RotateOptions = {
  readonly only?: 'secret' | 'signing' | undefined
  /** Signs with the new key immediately and withdraws the old ones immediately. */
  readonly now?: boolean | undefined
  readonly prepare?: boolean | undefined
  readonly finish?: boolean | undefined
  /** How long servers have to notice the change; tests use less. */
  readonly settleMs?: number
}

/** Replaces the secret key and the token signing keys, and returns the text for the operator. */
export async function runRotateKeys(place: Place, options: RotateOptions): Promise<string[]> {
  return changing(place, async (store) => {
    if (options.prepare) {
      await prepareSecretKey(place, store)
      return [
        `${place.dataDir}/secret.key holds the next key too. Copy the file to the other hosts, then run rotate-keys.`,
      ]
    }
    if (options.finish) {
      const forgotten = await forgetSecretKeys(place, store)
      return [
        forgotten.length === 0 ? 'No earlier secret key is left.' : `forgot the secret key ${forgotten.join(', ')}`,
      ]
    }
    const lines: string[] = []
    if (options.only !== 'signing') lines.push(...(await secretKey(place, store, options.settleMs)))
    if (options.only !== 'secret') lines.push(...(await signingKeys(store, options.now ?? false)))
    return lines
  })
}

async function secretKey(place: Place, store: OpenedStore, settleMs: number | undefined): Promise<string[]> {
  const { from, to, resealed, unreadable } = await rotateSecretKey(place, store, settleMs)
  const left = usesFile(place)
    ? `Keep a copy of ${place.dataDir}/secret.key. It holds the old key too, for forms that are open: run rotate-keys --finish in a day.`
    : 'Remove PORTICO_SECRET_KEY_PREVIOUS in a day, with a rolling restart, after rotate-keys --finish.'
  const lost = unreadable === 0 ? [] : [`${unreadable} stored secrets could not be opened with either key, as before.`]
  return [`secret key ${from} replaced by ${to}: ${resealed} stored secrets sealed anew`, ...lost, left]
}

async function signingKeys(store: OpenedStore, now: boolean): Promise<string[]> {
  const { kid, signsFrom } = await rotateSigningKeys(store, now)
  if (now) return [`signing key ${kid} signs from now on; the previous keys and the tokens they signed are withdrawn`]
  return [
    `signing key ${kid} is published, signs from ${signsFrom.toISOString()}, and the previous key is withdrawn half an hour later`,
  ]
}
