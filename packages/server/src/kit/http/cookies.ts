import type { FlashMessage } from '@portico/core/contract'

import { isSecure, type Settings } from '../settings/settings.ts'

export type CookieName = 'session' | 'csrf' | 'sign-in' | 'brand' | 'flash' | 'userId'

const readByScript: ReadonlySet<CookieName> = new Set(['csrf', 'flash'])

/** `__Host-` behind https; plain names on http development origins, where browsers refuse the prefix. */
export function cookieName(settings: Pick<Settings, 'baseUrl'>, name: CookieName): string {
  const plain = name === 'csrf' || name === 'userId' ? name : `portico-${name}`
  return isSecure(settings) ? `__Host-${plain}` : plain
}

/** Value of our cookie, or undefined; a cookie sent twice counts as absent, because either could be forged. */
export function readCookie(request: Request, settings: Settings, name: CookieName): string | undefined {
  const wanted = cookieName(settings, name)
  const values = (request.headers.get('cookie') ?? '').split(';').flatMap((pair) => {
    const [key, ...rest] = pair.trim().split('=')
    return key === wanted ? [rest.join('=')] : []
  })
  return values.length === 1 && values[0] !== '' ? values[0] : undefined
}

/** A `Set-Cookie` value for the whole site. `maxAgeSecs` undefined: until the browser closes. Script reads only those of {@link readByScript}. */
export function cookie(settings: Settings, name: CookieName, value: string, maxAgeSecs?: number): string {
  const parts = [`${cookieName(settings, name)}=${value}`, 'Path=/', 'SameSite=Lax']
  if (!readByScript.has(name)) parts.push('HttpOnly')
  if (isSecure(settings)) parts.push('Secure')
  if (maxAgeSecs !== undefined) parts.push(`Max-Age=${maxAgeSecs}`)
  return parts.join('; ')
}

/** A message for the page to which a response leads, shown once. In a cookie, because a link must not be able to set it. */
export function flashCookie(settings: Settings, message: FlashMessage): string {
  return cookie(settings, 'flash', message, 60)
}

export function expiredCookie(settings: Settings, name: CookieName): string {
  return cookie(settings, name, '', 0)
}
