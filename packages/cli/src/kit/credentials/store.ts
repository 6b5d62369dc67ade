import { withLock } from '../storage/lock.ts'
import { readJsonObject, writePrivateFile } from '../storage/private-file.ts'

/** A signed-in service account of one profile. A profile is signed in if it has an entry. */
export type Credential = {
  /** Origin that the token belongs to; it is sent to no other. */
  readonly server: string
  readonly serviceAccount: string
  readonly accessToken: string
  /** RFC 3339. */
  readonly expiresAt: string
}

export function readCredential(path: string, profile: string): Credential | undefined {
  return entriesOf(path)[profile]
}

export async function saveCredential(path: string, profile: string, credential: Credential): Promise<void> {
  await change(path, (entries) => ({ ...entries, [profile]: credential }))
}

/** Stores a renewed token, unless the profile was signed out meanwhile: a renewal must not restore a session. */
export async function renewCredential(path: string, profile: string, credential: Credential): Promise<void> {
  await change(path, (entries) => (entries[profile] === undefined ? entries : { ...entries, [profile]: credential }))
}

export async function forgetCredential(path: string, profile: string): Promise<void> {
  if (entriesOf(path)[profile] === undefined) return
  await change(path, (entries) => Object.fromEntries(Object.entries(entries).filter(([name]) => name !== profile)))
}

type Entries = Readonly<Record<string, Credential>>

async function change(path: string, next: (entries: Entries) => Entries): Promise<void> {
  await withLock(path, () =>
    writePrivateFile(path, `${JSON.stringify({ profiles: next(entriesOf(path)) }, null, 2)}\n`),
  )
}

function entriesOf(path: string): Entries {
  const profiles = readJsonObject(path)?.['profiles']
  if (typeof profiles !== 'object' || profiles === null) return {}
  return Object.fromEntries(
    Object.entries(profiles).filter((entry): entry is [string, Credential] => isCredential(entry[1])),
  )
}

function isCredential(value: unknown): value is Credential {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return ['server', 'serviceAccount', 'accessToken', 'expiresAt'].every((name) => typeof fields[name] === 'string')
}
