import { CookieJar as ToughJar } from 'tough-cookie'

import { withLock } from '../storage/lock.ts'
import { readJsonObject, writePrivateFile } from '../storage/private-file.ts'

/**
 * The cookies of one portal session, stored in a 0600 file between commands. They are bound to one origin, because plain
 * cookies are sent to every port of a host (RFC 6265 section 8.5).
 */
export type CookieJar = {
  /** The Cookie header for a URL; empty if no cookie applies. */
  header(url: string): string
  /** A cookie's value by its name without the `__Host-` prefix (plain http development origins have none). */
  value(url: string, name: string): string | undefined
  /** Stores the Set-Cookie values of a response, if any. */
  store(url: string, setCookies: readonly string[]): Promise<void>
}

/** Opens the jar in a file; a jar of another origin counts as empty. */
export function openCookieJar(path: string, origin: string): CookieJar {
  const saved = readJsonObject(path)
  const jar =
    saved?.['origin'] === origin
      ? ToughJar.deserializeSync(JSON.stringify(saved['jar']))
      : new ToughJar(undefined, options)
  const isOurs = (url: string) => new URL(url).origin === origin
  return {
    header: (url) => (isOurs(url) ? jar.getCookieStringSync(url) : ''),
    value: (url, name) =>
      isOurs(url)
        ? jar.getCookiesSync(url).find((cookie) => cookie.key === name || cookie.key === `__Host-${name}`)?.value
        : undefined,
    async store(url, setCookies) {
      if (setCookies.length === 0 || !isOurs(url)) return
      for (const cookie of setCookies) jar.setCookieSync(cookie, url, { ignoreError: true })
      await withLock(path, () => {
        const { username } = readJsonObject(path) ?? {}
        writePrivateFile(path, JSON.stringify({ origin, username, jar: jar.serializeSync() }))
      })
    },
  }
}

/** Public suffixes are not rejected, so that localhost and bare host names work. */
const options = { rejectPublicSuffixes: false, prefixSecurity: 'strict' as const }
