export type CookiePage = { readonly document: Pick<Document, 'cookie'>; readonly location: Pick<Location, 'protocol'> }

/**
 * Over TLS the cookies of scripts have the `__Host-` prefix (RFC 6265bis), and one without it is not read: a sister domain can set it,
 * but no name with the prefix.
 */
const prefixOf = ({ location }: CookiePage) => (location.protocol === 'https:' ? '__Host-' : '')

/** The value of a cookie that scripts may read, by its plain name. */
export function readCookie(page: CookiePage, name: string): string | undefined {
  for (const pair of page.document.cookie.split(';')) {
    const [key = '', ...value] = pair.trim().split('=')
    if (key === prefixOf(page) + name) return decoded(value.join('='))
  }
  return undefined
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Sets a cookie for the whole site; `maxAgeSecs` 0 removes it. */
export function writeCookie(
  page: CookiePage,
  { name, value, maxAgeSecs }: { readonly name: string; readonly value: string; readonly maxAgeSecs: number },
): void {
  const prefix = prefixOf(page)
  const secure = prefix === '' ? '' : '; Secure'
  page.document.cookie = `${prefix}${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${maxAgeSecs}${secure}`
}
