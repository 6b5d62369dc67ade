import { CookieJar as ToughJar } from 'tough-cookie'

import { withLock } from '../storage/lock.ts'
import { readJsonObject, writePrivateFile } from '../storage/private-file.ts'

/**
 * The cookies of one portal session, kept in a 0600 file between commands. They belong to one origin: a cookie by itself
 * goes to every port of its host (RFC 6265 section 8.5).
 */
export type CookieJar = {
  /** The Cookie header for a URL; empty where nothing applies. */
  header(url: string): string
  /** A cookie's value by its name without the `__Host-` prefix (plain http development origins have none). */
  value(url: string, name: string): string | undefined
  /** Takes Set-Cookie values of an answer, and saves when there were any. */
  store(url: string, setCookies: readonly string[]): Promise<void>
}

/** The jar of a file; one that was filled by another origin counts as empty. */
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
      await withLock(path, () => writePrivateFile(path, JSON.stringify({ origin, jar: jar.serializeSync() })))
    },
  }
}

/** A server on this machine or on a bare host name is no public suffix's business. */
const options = { rejectPublicSuffixes: false, prefixSecurity: 'strict' as const }
