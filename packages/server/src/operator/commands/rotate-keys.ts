import type { OpenedStore, Place } from '../../app/open.ts'
import { lastBackupWith } from '../key-rotation/backup-record.ts'
import { forgetKeptKeys, type KeptKey } from '../key-rotation/old-keys.ts'
import { finishRotation, prepareSecretKey, rotateSecretKey, usesFile } from '../key-rotation/rotate-secret-key.ts'
import { rotateSigningKeys } from '../../protocols/oauth/rotate-signing-keys.ts'
import { changing } from './with-store.ts'

export type RotateOptions = {
  readonly only?: 'secret' | 'signing' | undefined
  /** Signs with the new key immediately and withdraws the old ones immediately. */
  readonly now?: boolean | undefined
  readonly prepare?: boolean | undefined
  readonly finish?: boolean | undefined
  /** Removes the old keys that are kept for backups. */
  readonly forgetOld?: boolean | undefined
  /** How long servers have to notice the change; tests use less. */
  readonly settleMs?: number
}

/** Replaces the secret key and the token signing keys, and returns the text for the operator. */
export async function runRotateKeys(place: Place, options: RotateOptions): Promise<string[]> {
  return changing(place, async (store) => {
    if (options.prepare) {
      const kept = await prepareSecretKey(place, store, Date.now())
      return [
        ...(await aboutKept(store, kept)),
        `${place.dataDir}/secret.key holds the next key too. Copy the file to the other hosts, then run rotate-keys.`,
      ]
    }
    if (options.finish || options.forgetOld) return finish(place, store, options)
    const lines: string[] = []
    if (options.only !== 'signing') lines.push(...(await secretKey(place, store, options.settleMs)))
    if (options.only !== 'secret') lines.push(...(await signingKeys(store, options.now ?? false)))
    return lines
  })
}

/** The sentences for the operator about each key that servers no longer accept. */
async function finish(
  place: Place,
  store: OpenedStore,
  { finish: isFinish, forgetOld }: RotateOptions,
): Promise<string[]> {
  const { forgotten, kept } = isFinish ? await finishRotation(place, store, Date.now()) : { forgotten: [], kept: [] }
  const removed = forgetOld ? forgetKeptKeys(place.dataDir) : []
  const lines: string[] = []
  for (const id of new Set([...forgotten, ...kept.map((one) => one.id), ...removed.map((one) => one.id)])) {
    const file = kept.find((one) => one.id === id)?.file
    const needed = await neededFor(store, id)
    if (removed.some((one) => one.id === id))
      lines.push(`forgot the secret key ${id}. ${needed} They cannot be restored without a copy of it.`)
    else if (file !== undefined) lines.push(...(await aboutKept(store, [{ id, file }])))
    else
      lines.push(
        `servers no longer accept the secret key ${id}. Keep its value in another place as long as you keep backups that need it: ` +
          `restore takes it in PORTICO_SECRET_KEY_PREVIOUS or with --old-key. ${needed}`,
      )
  }
  return lines.length === 0 ? ['No earlier secret key is left.'] : lines
}

async function aboutKept(store: OpenedStore, kept: readonly KeptKey[]): Promise<string[]> {
  const lines = kept.map(async ({ id, file }) => {
    const needed = await neededFor(store, id)
    return `servers no longer accept the secret key ${id}. It is kept in ${file} for backups. ${needed} Remove the file when you no longer keep them.`
  })
  return Promise.all(lines)
}

async function neededFor({ database }: OpenedStore, id: string): Promise<string> {
  const last = await lastBackupWith(database.owner, id)
  return last === undefined
    ? 'No backup that needs it is on record; copies by pg_dump never are.'
    : `The last backup on record that needs it was made on ${last.toISOString()}; backups up to then need it.`
}

async function secretKey(place: Place, store: OpenedStore, settleMs: number | undefined): Promise<string[]> {
  const { from, to, resealed, unreadable, kept } = await rotateSecretKey(place, store, Date.now(), settleMs)
  const left = usesFile(place)
    ? `Keep a copy of ${place.dataDir}/secret.key. It holds the old key too, for forms that are open: run rotate-keys --finish in a day.`
    : 'Remove PORTICO_SECRET_KEY_PREVIOUS in a day, with a rolling restart, after rotate-keys --finish.'
  const lost = unreadable === 0 ? [] : [`${unreadable} stored secrets could not be opened with either key, as before.`]
  return [
    `secret key ${from} replaced by ${to}: ${resealed} stored secrets sealed anew`,
    ...lost,
    ...(await aboutKept(store, kept)),
    left,
  ]
}

async function signingKeys(store: OpenedStore, now: boolean): Promise<string[]> {
  const { kid, signsFrom } = await rotateSigningKeys(store, now)
  if (now) return [`signing key ${kid} signs from now on; the previous keys and the tokens they signed are withdrawn`]
  return [
    `signing key ${kid} is published, signs from ${signsFrom.toISOString()}, and the previous key is withdrawn half an hour later`,
  ]
}
