import { existsSync } from 'node:fs'

import type { Paths } from '../config/paths.ts'
import type { Resolved } from '../config/resolve.ts'
import type { CookieJar } from '../http/cookies.ts'
import { readJsonObject } from '../storage/private-file.ts'
import { readCredential } from './store.ts'

/**
 * What stands for the caller at this origin: the id of a service account, or the path of a person's cookie jar. An
 * account named by the environment or signed in by this profile comes first. undefined where nothing is stored to call
 * with. It asks no server and opens no key.
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

/** The cookies of a person's portal session, where they are what stands for the caller at this origin. */
export async function openSession(origin: string, settings: Resolved, paths: Paths): Promise<CookieJar | undefined> {
  const path = paths.cookies(settings.profile)
  if (credentialHolder(origin, settings, paths) !== path) return undefined
  const { openCookieJar } = await import('../http/cookies.ts')
  return openCookieJar(path, origin)
}

/** The origin whose session a jar's file holds; undefined where there is none. Loads no cookie code. */
export function sessionOrigin(path: string): string | undefined {
  const origin = readJsonObject(path)?.['origin']
  return typeof origin === 'string' ? origin : undefined
}
