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

const drawTab = (sectionId: string | undefined, isInboxRead = true) =>
  draw(<ScimTab id="idp" name="Acme Partners" sectionId={sectionId} />, { send: answering({ isInboxRead }) })
const links = () => page.getByRole('navigation', { name: 'SCIM' }).getByRole('link')

afterEach(async () => {
  asked.length = 0
  await page.viewport(1280, 800)
})

test('what is below each section is beside the list, and not below it', async () => {
  await draw(
    <ScimTab id="idp" name="Acme Partners" sectionId="activity" foot={<button type="button">History</button>} />,
    {
      send: answering({ isInboxRead: true }),
    },
  )
  const list = page.getByRole('navigation', { name: 'SCIM' }).element().getBoundingClientRect()
  const foot = page.getByRole('button', { name: 'History' }).element().getBoundingClientRect()
  expect(foot.left).toBeGreaterThanOrEqual(list.right)
})

test('the list names every section, marks the open one, and leads to its address', async () => {
  await drawTab('activity')
  await expect.element(page.getByRole('heading', { level: 2, name: 'Activity' })).toBeVisible()
  const shown = links()
    .elements()
    .map((link) => [link.textContent, link.getAttribute('href')?.split('/').at(-1), link.getAttribute('aria-current')])
  expect(shown).toEqual([
    ['Address and tokens', 'tokens', null],
    ['Source of groups', 'group-source', null],
    ['Activity', 'activity', 'page'],
    ['Drift', 'drift', null],
    ['Requests', 'requests', null],
  ])
})

test('a section reads only what it shows', async () => {
  await drawTab(undefined)
  await expect.element(page.getByRole('heading', { name: 'SCIM tokens' })).toBeVisible()
  expect(asked.map(({ path }) => path.split(/\/scim\/|\?/)[1] ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
    'group-source',
    'tokens',
  ])
})

test('a section that could not be read offers to read it again', async () => {
  await drawTab('drift', false)
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a long name stays inside a narrow window', async () => {
  await page.viewport(390, 844)
  await drawTab('requests')
  await expect.element(page.getByText(name)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('twenty requests are read at a time', async () => {
  await drawTab('requests')
  await expect.element(page.getByText(name)).toBeVisible()
  const list = asked.find(({ path }) => path.includes('/scim/requests'))
  expect(new URL(list?.path ?? '', 'https://a.example').searchParams.get('limit')).toBe('20')
})
