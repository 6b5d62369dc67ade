import { userIdCookie, type DeviceMemory } from '@portico/core'

import { readCookie } from './cookies.ts'

const yearInSeconds = 365 * 24 * 3600

/** Spec section 4: `userId` is a cookie at path `/`; everything else stays in local storage. Sign-in also works without storage. */
export function browserMemory(page: { document: Document; location: Location; storage: () => Storage }): DeviceMemory {
  const secure = page.location.protocol === 'https:' ? '; Secure' : ''
  const writeCookie = (value: string, maxAge: number) => {
    page.document.cookie = `${userIdCookie}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${maxAge}${secure}`
  }
  return {
    get: (key) =>
      key === userIdCookie
        ? readCookie(page.document.cookie, key) || undefined
        : attempt(() => page.storage().getItem(key) ?? undefined),
    set: (key, value) =>
      key === userIdCookie ? writeCookie(value, yearInSeconds) : attempt(() => page.storage().setItem(key, value)),
    remove: (key) => (key === userIdCookie ? writeCookie('', 0) : attempt(() => page.storage().removeItem(key))),
  }
}

/** Storage throws if the browser forbids it; nothing is remembered then. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
