import type { Person } from './server-process.ts'

type Credentials = Pick<Person, 'username' | 'password'>
type Page = { readonly address: string; readonly text: string }

/** A person without a browser: follows redirects with cookies, and fills in the form of a simulated provider. */
export function personByHttp() {
  const cookies = new Map<string, Map<string, string>>()

  const jarOf = (address: string): Map<string, string> => {
    const { host } = new URL(address)
    const jar = cookies.get(host) ?? new Map<string, string>()
    cookies.set(host, jar)
    return jar
  }

  /** With the cookies of the host, and keeps those that it sets. */
  async function send(address: string, init: RequestInit): Promise<Response> {
    const jar = jarOf(address)
    const headers = new Headers(init.headers)
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(address, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return response
  }

  const csrfOf = (address: string): string => [...jarOf(address)].find(([name]) => name.endsWith('csrf'))?.[1] ?? ''

  async function go(address: string, body?: URLSearchParams): Promise<Page> {
    const init = body === undefined ? {} : { method: 'POST', body }
    const response = await send(address, { redirect: 'manual', ...init })
    const to = response.headers.get('location')
    return to === null ? { address, text: await response.text() } : go(new URL(to, address).href)
  }

  /** Posts the form with a SAML response that a browser posts by itself; any other page stays. */
  async function postForm(page: Page): Promise<Page> {
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(page.text) ?? []
    if (action === undefined || !page.text.includes('name="SAMLResponse"')) return page
    const fields = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
    const body = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, unescaped(value)]))
    return go(unescaped(action), body)
  }

  /** Opens an address that leads to the provider's form, signs in there, and answers the address it ends at. */
  async function signIn(address: string, { username, password }: Credentials): Promise<string> {
    const form = await go(address)
    const action = /<form method="post" action="([^"]+)"/.exec(form.text)?.[1]
    if (action === undefined) return form.address
    const answer = await go(new URL(action, form.address).href, new URLSearchParams({ username, password }))
    return (await postForm(answer)).address
  }

  /** A call of the API in the session of the person, as the portal makes it. */
  async function call<Reply>(address: string, init: { method?: string; body?: unknown } = {}): Promise<Reply> {
    const headers = { 'X-CSRFToken': csrfOf(address), 'Content-Type': 'application/json' }
    const sent = init.body === undefined ? {} : { body: JSON.stringify(init.body) }
    const response = await send(address, { method: init.method ?? 'GET', headers, ...sent })
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
    // 204 has no body.
    return (response.status === 204 ? undefined : await response.json()) as Reply
  }

  /** Selects an environment, as a click in the picker does. */
  async function select(origin: string, environmentId: string): Promise<void> {
    const body = new URLSearchParams({ env_id: environmentId, 'X-CSRFToken': csrfOf(origin) })
    await go(`${origin}/api/portal/environments`, body)
  }

  /** Allows the sign-in of a command line, whose code it shows. */
  async function allow(origin: string, userCode: string): Promise<void> {
    const body = new URLSearchParams({ userCode, decision: 'allow', 'X-CSRFToken': csrfOf(origin) })
    await go(`${origin}/api/login/cli/device/answer`, body)
  }

  return { signIn, call, select, allow }
}

function unescaped(text: string): string {
  return text
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
