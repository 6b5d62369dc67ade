type Page = { readonly url: string; readonly html: string }

/** A browser without scripts: cookies by host, redirects by header or page, and forms that are posted as they stand or with typed fields. */
export function openHttpVisitor() {
  const cookies = new Map<string, Map<string, string>>()

  /** Without following a redirect. */
  async function ask(url: string, init: RequestInit): Promise<Response> {
    const { host } = new URL(url)
    const held = cookies.get(host) ?? new Map<string, string>()
    const cookie = [...held].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      held.set(name, value)
    }
    cookies.set(host, held)
    return response
  }

  async function send(url: string, init: RequestInit): Promise<Page> {
    const response = await ask(url, init)
    const html = await response.text()
    const refresh = /<meta http-equiv="refresh" content="0;url=([^"]*)"/.exec(html)?.[1]
    const to = response.headers.get('location') ?? (refresh && plain(refresh))
    return to === undefined ? { url, html } : send(new URL(to, url).href, {})
  }

  return {
    open: (url: string) => send(url, {}),
    /** Where a page redirects to. */
    async redirectOf(url: string): Promise<URL> {
      return new URL((await ask(url, {})).headers.get('location') ?? '', url)
    },
    /** Posts the form of a page with its hidden fields and those given. */
    submit({ url, html }: Page, fields: Readonly<Record<string, string>> = {}): Promise<Page> {
      const action = new URL(plain(/<form[^>]*\baction="([^"]*)"/.exec(html)?.[1] ?? ''), url)
      const hidden = [...html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
        plain(/\bname="([^"]*)"/.exec(input)?.[1] ?? ''),
        plain(/\bvalue="([^"]*)"/.exec(input)?.[1] ?? ''),
      ])
      const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields })
      return send(action.href, { method: 'POST', body, headers: { origin: new URL(url).origin } })
    },
  }
}

const plain = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
