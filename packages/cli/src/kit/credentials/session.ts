import { existsSync } from 'node:fs'

import type { CookieJar } from '../http/cookies.ts'
import type { Paths } from '../settings/paths.ts'
import type { Resolved } from '../settings/resolve.ts'
import { readJsonObject, writePrivateFile } from '../storage/private-file.ts'
import { readCredential } from './store.ts'

/**
 * The caller's identity at this origin: the id of a service account, or the path of a person's cookie jar. An account
 * from the environment or signed in with this profile takes precedence. undefined if no credential is stored. It neither
 * contacts the server nor opens a key.
 */
export function credentialHolder(origin: string, settings: Resolved, paths: Paths): string | undefined {
  if (settings.origin('serviceAccount')?.source === 'environment') {
    const keyFile = settings.get('keyFile')
    return keyFile !== undefined && existsSync(keyFile) ? settings.get('serviceAccount') : undefined
  }
  const saved = readCredential(paths.credentials, settings.profile)
  if (saved?.server === origin) return saved.serviceAccount
  const jar = paths.cookies(settings.profile)
  return sessionOrigin(jar) === origin ? jar : undefined
}

/** The cookies of a person's portal session, if the caller at this origin is a person. */
export async function openSession(origin: string, settings: Resolved, paths: Paths): Promise<CookieJar | undefined> {
  const path = paths.cookies(settings.profile)
  if (credentialHolder(origin, settings, paths) !== path) return undefined
  const { openCookieJar } = await import('../http/cookies.ts')
  return openCookieJar(path, origin)
}

/** Who signed in with the session in a jar file, as of the sign-in; undefined if there is none. */
export function sessionUsername(path: string): string | undefined {
  const username = readJsonObject(path)?.['username']
  return typeof username === 'string' ? username : undefined
}

/** Notes in a jar file who signed in with its session. */
export function nameSession(path: string, username: string): void {
  writePrivateFile(path, JSON.stringify({ ...readJsonObject(path), username }))
}

/** The origin of the session in a jar file; undefined if there is none. Does not load the cookie library. */
export function sessionOrigin(path: string): string | undefined {
  const origin = readJsonObject(path)?.['origin']
  return typeof origin === 'string' ? origin : undefined
}
