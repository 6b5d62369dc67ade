import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../kit/database/tables.ts'
import type { OpenedStore, Place } from '../../app/open.ts'
import { replaceKeyFile, wordKeysOf } from '../../kit/secrets/key-file.ts'
import { recordedKey } from '../../app/key-record.ts'
import { changeKeyFile, keepOldKeys, type KeptKey } from './old-keys.ts'
import { resealAll } from './reseal.ts'
import { secretKeyOf, secretKeysOf, secretKeyText, type SecretKey } from '../../kit/secrets/secret-key.ts'

export type RotatedSecret = {
  readonly from: string
  readonly to: string
  readonly resealed: number
  readonly unreadable: number
  /** Keys that an earlier rotation replaced and that were still in secret.key. */
  readonly kept: readonly KeptKey[]
}

/** Servers look for the sealing key every 5 s; texts sealed with the old one until then are resealed after this time. */
const settleMs = 6_000

/**
 * Replaces the current secret key by a new one and reseals everything with it. Continues an interrupted rotation. Every
 * state in between works: both keys are accepted, and the database names the sealing one.
 */
export async function rotateSecretKey(
  place: Place,
  store: OpenedStore,
  nowMs: number,
  waitMs = settleMs,
): Promise<RotatedSecret> {
  const { database, keys, secrets } = store
  const { owner } = database
  const current = await recordedKey(owner)
  if (current === undefined) throw new Error('The database has no secret key yet. Start the server once.')
  const interrupted = await unfinished(owner)
  let kept: readonly KeptKey[] = []
  if (interrupted === undefined) {
    const known = await knownKeys(owner)
    const change = usesFile(place) ? nextOfFile(place, store, current, known, nowMs) : nextOfEnv(place, current)
    const { next } = change
    kept = change.kept
    await makeCurrent(owner, current, next.id)
    keys.refresh()
    keys.use(next.id)
  }
  await database.renewAppPassword()
  const first = await resealAll(database, secrets, keys)
  await delay(waitMs)
  const second = await resealAll(database, secrets, keys)
  await sql`update secret_keys set emptied_at = now() where state = 'previous' and emptied_at is null`.execute(owner)
  return {
    from: interrupted ?? current,
    to: keys.all()[0]?.id ?? '',
    resealed: first.resealed + second.resealed,
    unreadable: second.unreadable,
    kept,
  }
}

/** `kept`: where the old keys are now; empty where they were not in secret.key. */
export type FinishedRotation = { readonly forgotten: readonly string[]; readonly kept: readonly KeptKey[] }

/**
 * Stops accepting the previous keys: reseals what is left, and moves them from secret.key to separate files, because
 * backups that were made before need them.
 */
export async function finishRotation(
  place: Place,
  { database, keys, secrets }: OpenedStore,
  nowMs: number,
): Promise<FinishedRotation> {
  const { owner } = database
  if ((await unfinished(owner)) !== undefined)
    throw new Error('The change of the secret key was interrupted. Run portico-server rotate-keys again first.')
  await resealAll(database, secrets, keys)
  const [sealing] = keys.all()
  const kept = sealing !== undefined && usesFile(place) ? keepOldKeys(place.dataDir, [sealing], nowMs) : []
  const { rows } = await sql<{ id: string }>`delete from secret_keys where state = 'previous' returning id`.execute(
    owner,
  )
  if (sealing !== undefined && usesFile(place)) replaceKeyFile(place.dataDir, [sealing])
  return { forgotten: rows.map(({ id }) => id), kept }
}

/** Writes the next key into secret.key beside the present one, for copying the file to other hosts before the change. */
export async function prepareSecretKey(
  place: Place,
  { database, keys }: OpenedStore,
  nowMs: number,
): Promise<readonly KeptKey[]> {
  if (!usesFile(place)) throw new Error('--prepare is for secret.key. Set PORTICO_SECRET_KEY_PREVIOUS instead.')
  const [sealing] = keys.all()
  const known = await knownKeys(database.owner)
  if (sealing === undefined || prepared(place.dataDir, known) !== undefined) return []
  return changeKeyFile(place.dataDir, [sealing, secretKeyOf(randomBytes(32))], nowMs)
}

export function usesFile({ env }: Pick<Place, 'env'>): boolean {
  return !env['PORTICO_SECRET_KEY']
}

type Next = { readonly next: SecretKey; readonly kept: readonly KeptKey[] }

function nextOfEnv(place: Place, current: string): Next {
  const given = secretKeysOf(place.env['PORTICO_SECRET_KEY'] ?? '')
  const [next] = given
  if (next === undefined || given.some(({ id }) => id === current)) {
    throw new Error(
      'PORTICO_SECRET_KEY is the key in use. Set PORTICO_SECRET_KEY to the new key and PORTICO_SECRET_KEY_PREVIOUS to ' +
        'the present one, for every server and for this command.',
    )
  }
  return { next, kept: [] }
}

function nextOfFile(
  place: Place,
  { keys }: OpenedStore,
  current: string,
  known: ReadonlySet<string>,
  nowMs: number,
): Next {
  const sealing = keys.all().find(({ id }) => id === current)
  const next = prepared(place.dataDir, known) ?? secretKeyOf(randomBytes(32))
  if (sealing === undefined) throw new Error('secret.key does not hold the key in use.')
  return { next, kept: changeKeyFile(place.dataDir, [sealing, next], nowMs) }
}

/**
 * A key that --prepare wrote into secret.key and that was never in use. Only the words of the file count: what else
 * their text can mean (a passphrase) is computable from the old key. A word whose passphrase is in use is not new.
 */
function prepared(dataDir: string, known: ReadonlySet<string>): SecretKey | undefined {
  return wordKeysOf(dataDir).find((key) => secretKeysOf(secretKeyText(key)).every(({ id }) => !known.has(id)))
}

async function knownKeys(owner: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const rows = await owner.selectFrom('secret_keys').select('id').execute()
  return new Set(rows.map(({ id }) => id))
}

async function unfinished(owner: Kysely<Tables>): Promise<string | undefined> {
  const row = await owner
    .selectFrom('secret_keys')
    .select('id')
    .where('state', '=', 'previous')
    .where('emptied_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

async function makeCurrent(owner: Kysely<Tables>, current: string, next: string): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    await tx.deleteFrom('secret_keys').where('state', '=', 'previous').execute()
    await tx.updateTable('secret_keys').set({ state: 'previous' }).where('id', '=', current).execute()
    await tx.insertInto('secret_keys').values({ id: next, state: 'current', emptied_at: null }).execute()
  })
}
