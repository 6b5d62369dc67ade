/** How a simulated provider sends the browser back: by redirect to an address, or by a form that its page posts. */
export type SentBack = { readonly path: string; readonly answer: URLSearchParams; readonly byForm: boolean }

/**
 * A person's visit to the simulator: follows its redirects with its cookies and fills in the login form. `cookies` is what
 * the browser has from earlier visits, and keeps for later ones.
 */
export async function visitSimulator(
  redirectUrl: string,
  person: { username: string; password: string },
  cookies = new Map<string, string>(),
): Promise<SentBack> {
  const { origin } = new URL(redirectUrl)
  let address = redirectUrl
  let response = await go({})
  let answered = false
  for (let step = 0; step < 20; step += 1) {
    const to = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && to !== null) {
      const next = new URL(to, address)
      if (next.origin !== origin) return { path: next.pathname, answer: next.searchParams, byForm: false }
      address = next.href
      response = await go({})
      continue
    }
    const page = await response.text()
    const { action, fields } = formOf(page)
    const target = new URL(action, address)
    if (target.origin !== origin) return { path: target.pathname, answer: new URLSearchParams(fields), byForm: true }
    if (answered) throw new Error(`The simulator did not let ${person.username} in:\n${page}`)
    answered = true
    address = target.href
    response = await go({ method: 'POST', body: new URLSearchParams(person) })
  }
  throw new Error('The simulator redirects without end.')

  async function go(init: { method?: string; body?: URLSearchParams }): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, { redirect: 'manual', ...init, headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const pair = line.split(';', 1)[0] ?? ''
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return answer
  }
}

/** The first form of a page; values are tokens and addresses, in which `&amp;` is the one entity. */
function formOf(page: string): { action: string; fields: Record<string, string> } {
  const plain = (text: string) => text.replaceAll('&amp;', '&')
  const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1] ?? ''
  const inputs = [...page.matchAll(/<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g)]
  return {
    action: plain(action),
    fields: Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, plain(value)])),
  }
}
