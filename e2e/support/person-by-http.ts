import type { Person } from './server-process.ts'

type Credentials = Pick<Person, 'username' | 'password'>
type Page = { readonly address: string; readonly text: string }

/** A person without a browser: follows redirects with cookies, and fills in the form of a simulated provider. */
export function personByHttp() {
  const cookies = new Map<string, Map<string, string>>()

  async function go(address: string, body?: URLSearchParams): Promise<Page> {
    const { host } = new URL(address)
    const jar = cookies.get(host) ?? new Map<string, string>()
    cookies.set(host, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const init = body === undefined ? {} : { method: 'POST', body }
    const response = await fetch(address, { redirect: 'manual', ...init, headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const to = response.headers.get('location')
    return to === null ? { address, text: await response.text() } : go(new URL(to, address).href)
  }

  /** Opens an address that leads to the provider's form, signs in there, and answers the address it ends at. */
  async function signIn(address: string, { username, password }: Credentials): Promise<string> {
    const form = await go(address)
    const action = /<form method="post" action="([^"]+)"/.exec(form.text)?.[1]
    if (action === undefined) return form.address
    return (await go(new URL(action, form.address).href, new URLSearchParams({ username, password }))).address
  }

  return { signIn }
}
