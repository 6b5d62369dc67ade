import { languageCookie, userIdCookie, type DeviceMemory } from '@portico/core'

import { cookieText, readCookie } from './cookies.ts'
import { attempt } from './attempt.ts'

const yearInSeconds = 365 * 24 * 3600

/** What the server reads, or the specification wants as a cookie at path `/` (section 4). */
const cookies: ReadonlySet<string> = new Set([userIdCookie, languageCookie])

/** Everything else stays in local storage. Sign-in also works without storage. */
export function browserMemory(page: { document: Document; location: Location; storage: () => Storage }): DeviceMemory {
  const writeCookie = (name: string, value: string, maxAgeSecs: number) => {
    page.document.cookie = cookieText(page.location, { name, value, maxAgeSecs })
  }
  return {
    get: (key) =>
      cookies.has(key)
        ? readCookie(page.document.cookie, key) || undefined
        : attempt(() => page.storage().getItem(key) ?? undefined),
    set: (key, value) =>
      cookies.has(key) ? writeCookie(key, value, yearInSeconds) : attempt(() => page.storage().setItem(key, value)),
    remove: (key) => (cookies.has(key) ? writeCookie(key, '', 0) : attempt(() => page.storage().removeItem(key))),
  }
}
