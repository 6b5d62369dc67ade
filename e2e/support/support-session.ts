import type { Page } from 'playwright-core'

import type { PortalDemo } from './portal-demo.ts'
import { readPeople } from './server-process.ts'
import { signIn } from './sign-in.ts'
import type { VisitorOptions } from './visitor.ts'

/** Kofi, support user of the vendor, signs in there and enters acme, which has to allow it. */
export async function enterAsSupport(demo: PortalDemo, reason: string, options: VisitorOptions = {}): Promise<Page> {
  const { page } = await demo.visit(options)
  const kofi = readPeople(demo.server.dataDir).find(({ username }) => username.startsWith('kofi@'))
  if (kofi === undefined) throw new Error('The demo has no kofi.')
  await signIn(page, demo.url, kofi)
  await page.getByRole('link', { name: 'Home', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Operations', exact: true }).waitFor()
  const status = await page.evaluate(async (text) => {
    const csrf = /csrf=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    const found = (await (await fetch('/api/operations/tenants?slug=acme')).json()) as { tenants: { id: string }[] }
    const answer = await fetch(`/api/operations/tenants/${found.tenants[0]?.id}/support-sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'X-CSRFToken': decodeURIComponent(csrf) },
      body: JSON.stringify({ reason: text }),
    })
    return answer.status
  }, reason)
  if (status !== 200) throw new Error(`Support did not enter acme: ${status}.`)
  return page
}
