/** The value of a cookie that scripts may read, by its plain name or, over TLS, with the `__Host-` prefix. */
export function readCookie(cookies: string, name: string): string | undefined {
  for (const pair of cookies.split(';')) {
    const [key = '', ...value] = pair.trim().split('=')
    if (key === name || key === `__Host-${name}`) return decoded(value.join('='))
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

/**
 * What a script assigns to `document.cookie`: for the whole site, over TLS only for this host (RFC 6265bis, `__Host-`), so that no
 * sister domain can set it.
 */
export function cookieText(
  { protocol }: Pick<Location, 'protocol'>,
  { name, value, maxAgeSecs }: { readonly name: string; readonly value: string; readonly maxAgeSecs: number },
): string {
  const [prefix, secure] = protocol === 'https:' ? ['__Host-', '; Secure'] : ['', '']
  return `${prefix}${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${maxAgeSecs}${secure}`
}
