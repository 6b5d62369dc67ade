/** As much of a browser as a sign-in needs: cookies with their paths, and redirects one at a time. */
export type Browser = ReturnType<typeof openBrowser>

type Cookie = { value: string; path: string }

export function openBrowser() {
  const jar = new Map<string, Cookie>()

  async function go(address: string, init: { method?: string; body?: URLSearchParams } = {}): Promise<Response> {
    const { pathname } = new URL(address)
    const cookies = [...jar].filter(
      ([, { path }]) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')),
    )
    const cookie = cookies.map(([name, { value }]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, { redirect: 'manual', ...init, headers: { cookie } })
    for (const line of response.headers.getSetCookie()) keep(line)
    return response
  }

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const name = pair.slice(0, pair.indexOf('='))
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/'
    const expires = attributes.find((each) => /^expires=/i.test(each))?.slice(8)
    if (expires !== undefined && new Date(expires).getTime() === 0) jar.delete(name)
    else jar.set(name, { value: pair.slice(name.length + 1), path })
  }

  /** Follows redirects until another answer, or to another origin. */
  async function follow(first: Response, from: string): Promise<{ response: Response; address: string }> {
    let [response, address] = [first, from]
    while (response.status >= 300 && response.status < 400) {
      const next = new URL(response.headers.get('location') ?? '', address)
      if (next.origin !== new URL(from).origin) return { response, address: next.href }
      address = next.href
      response = await go(address)
    }
    return { response, address }
  }

  const post = (address: string, form: Record<string, string>) =>
    go(address, { method: 'POST', body: new URLSearchParams(form) })

  return { go, post, follow, cookieNames: () => [...jar.keys()] }
}

/** The fields of the first form of a page, as oidc-provider writes them. */
export function formOf(page: string): { action: string; fields: Record<string, string> } {
  const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1] ?? ''
  const inputs = [...page.matchAll(/<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g)]
  return { action, fields: Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value])) }
}
