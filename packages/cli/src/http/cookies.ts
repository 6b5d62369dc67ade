import { CookieJar as ToughJar } from 'tough-cookie'

import { withLock } from '../storage/lock.ts'
import { readJsonObject, writePrivateFile } from '../storage/private-file.ts'

/** The cookies of one portal session, kept in a 0600 file between commands. */
export type CookieJar = {
  /** The Cookie header for a URL; empty where nothing applies. */
  header(url: string): string
  /** A cookie's value by its name without the `__Host-` prefix (plain http development origins have none). */
  value(url: string, name: string): string | undefined
  /** Takes Set-Cookie values of an answer, and saves when there were any. */
  store(url: string, setCookies: readonly string[]): Promise<void>
}

export function openCookieJar(path: string): CookieJar {
  const saved = readJsonObject(path)
  const jar = saved === undefined ? new ToughJar(undefined, options) : ToughJar.deserializeSync(JSON.stringify(saved))
  return {
    header: (url) => jar.getCookieStringSync(url),
    value: (url, name) =>
      jar.getCookiesSync(url).find((cookie) => cookie.key === name || cookie.key === `__Host-${name}`)?.value,
    async store(url, setCookies) {
      if (setCookies.length === 0) return
      for (const cookie of setCookies) jar.setCookieSync(cookie, url, { ignoreError: true })
      await withLock(path, () => writePrivateFile(path, JSON.stringify(jar.serializeSync())))
    },
  }
}

/** A server on this machine or on a bare host name is no public suffix's business. */
const options = { rejectPublicSuffixes: false, prefixSecurity: 'strict' as const }
