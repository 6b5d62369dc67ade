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
