import { formOf } from './saml-run.ts'
import { postAcross } from '../../../testing/sign-in-run.ts'
import type { Browser } from '../../../testing/test-server.ts'

export type Step = { readonly url: string; readonly form?: Readonly<Record<string, string>> }

/** One browser that goes between our server (in process) and a provider (over a socket), as forms and redirects lead it. */
export function createTour(browser: Browser, ourOrigin: string) {
  const cookies = new Map<string, string>()

  /** Follows redirects to a page with a form, or to one of our pages that is not a callback. */
  async function travel(start: Step): Promise<{ url: string; status: number; page: string }> {
    let step = start
    for (let count = 0; count < 30; count += 1) {
      const response = await go(step)
      const page = await response.text()
      const next = nextOf(response, page, step.url)
      if (next === undefined) return { url: step.url, status: response.status, page }
      if (isOurScreen(next)) return { url: next.url, status: response.status, page }
      step = next
    }
    throw new Error(`round and round, at last at ${step.url}`)
  }

  function isOurScreen(next: Step): boolean {
    const at = new URL(next.url)
    return at.origin === ourOrigin && !at.pathname.startsWith('/api/')
  }

  function go({ url, form }: Step): Promise<Response> {
    const at = new URL(url)
    if (at.origin !== ourOrigin) return outside(url, form)
    const path = at.pathname + at.search
    if (form !== undefined) return postAcross(browser, path, new URLSearchParams(form))
    return browser.send(path, { headers: { accept: 'text/html' } })
  }

  async function outside(url: string, form: Step['form']): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const body = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }
    const response = await fetch(url, { redirect: 'manual', headers: { cookie, accept: 'text/html' }, ...body })
    for (const line of response.headers.getSetCookie()) {
      const pair = line.split(';', 1)[0] ?? ''
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  return { travel }
}

/** A redirect, a page that continues by itself, or a form without anything to fill in. */
function nextOf(response: Response, page: string, from: string): Step | undefined {
  const to = response.headers.get('location')
  if (to !== null && response.status >= 300 && response.status < 400) return { url: new URL(to, from).href }
  const refresh = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(page)?.[1]
  if (refresh !== undefined) return { url: refresh.replaceAll('&amp;', '&') }
  const { action, fields } = formOf(page)
  const isMessage = 'SAMLRequest' in fields || 'SAMLResponse' in fields
  return isMessage ? { url: new URL(action, from).href, form: fields } : undefined
}
