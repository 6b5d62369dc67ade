import type { Paths } from '../config/paths.ts'
import type { Resolved } from '../config/resolve.ts'
import type { CookieJar } from '../http/cookies.ts'
import { readJsonObject } from '../storage/private-file.ts'
import { readCredential } from './store.ts'

/**
 * The cookies of a person's portal session, where the profile has some for this origin. A service account named by the
 * environment or signed in by this profile comes first.
 */
export async function openSession(origin: string, settings: Resolved, paths: Paths): Promise<CookieJar | undefined> {
  if (settings.origin('serviceAccount')?.source === 'environment') return undefined
  if (readCredential(paths.credentials, settings.profile)?.server === origin) return undefined
  const path = paths.cookies(settings.profile)
  if (sessionOrigin(path) !== origin) return undefined
  const { openCookieJar } = await import('../http/cookies.ts')
  return openCookieJar(path, origin)
}

/** The origin whose session a jar's file holds; undefined where there is none. Loads no cookie code. */
export function sessionOrigin(path: string): string | undefined {
  const origin = readJsonObject(path)?.['origin']
  return typeof origin === 'string' ? origin : undefined
}
