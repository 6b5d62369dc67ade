import type { HttpRequest, ScimDrift } from '@portico/core'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { answer, draw } from '../../kit/ui/testing/draw.tsx'
import ScimTab from './scim-tab.tsx'

const name = 'a.person.whose.name.has.no.space.at.all@partners.example'
const request = {
  id: 'r1',
  at: new Date().toISOString(),
  method: 'POST',
  path: '/Users',
  status: 201,
  tookMs: 3,
  dialect: 'standard',
  dryRun: false,
  tokenId: null,
  beginning: null,
  detail: null,
  changes: [{ action: 'scim-user.create', target: { kind: 'scim-user', name }, attributes: [], added: 0, removed: 0 }],
}
const drift: ScimDrift = {
  goneGroups: [],
  goneGroupCount: 0,
  unknownMembers: [],
  unknownMemberCount: 0,
  foreignUsernames: [],
  foreignUsernameCount: 0,
  unseenCount: 0,
  hasSent: true,
}

/** The requests that were sent, by what is asked for. */
const asked: HttpRequest[] = []

function answering({ isInboxRead }: { readonly isInboxRead: boolean }) {
  return (sent: HttpRequest) => {
    asked.push(sent)
    const [what = ''] = (sent.path.split('/scim/')[1] ?? '').split('?')
    const body: Readonly<Record<string, unknown>> = {
      tokens: { baseUrl: 'https://portal.example/scim/v2/idp', activeMax: 2, tokens: [] },
      'group-source': { source: 'claims' },
      activity: { hours: [] },
      drift: { ...drift },
      requests: { requests: [request], next: null, previous: null, total: 1 },
    }
    const isRefused = !isInboxRead && (what === 'activity' || what === 'drift')
    return Promise.resolve(isRefused ? answer(503, { errorMessage: 'Later.' }) : answer(200, body[what] ?? {}))
  }
}

async function drawTab(isInboxRead = true): Promise<void> {
  await draw(<ScimTab id="idp" name="Acme Partners" />, { send: answering({ isInboxRead }) })
  await expect.element(page.getByText(name)).toBeVisible()
}

const namesOf = (found: ReturnType<typeof page.getByRole>) => found.elements().map(({ textContent }) => textContent)
const links = () => page.getByRole('navigation', { name: 'On this page' }).getByRole('link')

afterEach(async () => {
  asked.length = 0
  await page.viewport(1280, 800)
})

test('the links above name every part in its order, and lead to its heading', async () => {
  await drawTab()
  const headings = page.getByRole('heading', { level: 2 })
  await expect.poll(() => namesOf(headings).length).toBe(6)
  expect(namesOf(links())).toEqual(namesOf(headings))
  const targets = links()
    .elements()
    .map((link) => document.getElementById(link.getAttribute('href')?.slice(1) ?? ''))
  expect(targets).toEqual(headings.elements())
  for (const heading of targets) expect(heading?.getAttribute('tabindex')).toBe('-1')
})

test('no link leads to a part that could not be read', async () => {
  await drawTab(false)
  await expect.poll(() => namesOf(links())).not.toContain('Drift')
  expect(namesOf(links())).toEqual(namesOf(page.getByRole('heading', { level: 2 })))
})

test('a long name stays inside a narrow window', async () => {
  await page.viewport(390, 844)
  await drawTab()
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('twenty requests are read at a time', async () => {
  await drawTab()
  const list = asked.find(({ path }) => path.includes('/scim/requests'))
  expect(new URL(list?.path ?? '', 'https://a.example').searchParams.get('limit')).toBe('20')
})
