import { languageCookie, userIdCookie, type DeviceMemory } from '@portico/core'

import { readCookie, writeCookie } from './cookies.ts'
import { attempt } from './attempt.ts'

const yearInSeconds = 365 * 24 * 3600

/** What the server reads, or the specification wants as a cookie at path `/` (section 4). */
const cookies: ReadonlySet<string> = new Set([userIdCookie, languageCookie])

/** Everything else stays in local storage. Sign-in also works without storage. */
export function browserMemory(page: { document: Document; location: Location; storage: () => Storage }): DeviceMemory {
  return {
    get: (key) =>
      cookies.has(key) ? readCookie(page, key) || undefined : attempt(() => page.storage().getItem(key) ?? undefined),
    set: (key, value) =>
      cookies.has(key)
        ? writeCookie(page, { name: key, value, maxAgeSecs: yearInSeconds })
        : attempt(() => page.storage().setItem(key, value)),
    remove: (key) =>
      cookies.has(key)
        ? writeCookie(page, { name: key, value: '', maxAgeSecs: 0 })
        : attempt(() => page.storage().removeItem(key)),
  }
}
