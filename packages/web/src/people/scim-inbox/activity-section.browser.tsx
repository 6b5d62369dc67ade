import { scimInboxOf, scimMessages, type Core, type HttpRequest, type ScimDrift } from '@portico/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'

import { answer, draw } from '../../kit/ui/testing/draw.tsx'
import { ActivitySection } from './activity-section.tsx'

type Session = { send(method: 'Emulation.setEmulatedMedia', parameters: Record<string, unknown>): Promise<unknown> }

const forceColours = (value: 'active' | 'none') =>
  (cdp() as Session).send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })

const hours = [{ at: new Date().toISOString(), requests: 9, changed: 4, failed: 2 }]

function send({ path }: HttpRequest) {
  const body = path.includes('drift') ? noDrift : { hours }
  return Promise.resolve(answer(200, body))
}
const noDrift: ScimDrift = {
  goneGroups: [],
  goneGroupCount: 0,
  unknownMembers: [],
  unknownMemberCount: 0,
  foreignUsernames: [],
  foreignUsernameCount: 0,
  unseenCount: 0,
  hasSent: true,
}

async function drawActivity(): Promise<void> {
  await draw(
    (core: Core) => {
      core.branding.learn(scimMessages)
      const store = scimInboxOf(core, 'idp')
      void store.fetch()
      return <ActivitySection store={store} />
    },
    { send },
  )
  await expect.element(page.getByText('9 requests in 30 days')).toBeVisible()
}

const button = (name: string) => page.getByRole('button', { name })
const look = (element: Element) => {
  const { backgroundColor, backgroundImage, borderTopColor } = getComputedStyle(element)
  return `${backgroundColor} ${backgroundImage} ${borderTopColor}`
}
const swatches = () => [...document.querySelectorAll('[class*=legend] span')].map(look)

test('the table has every kind of the legend', async () => {
  await drawActivity()
  await page.getByText('Show as a table').click()
  const headings = page
    .getByRole('columnheader')
    .elements()
    .map(({ textContent }) => textContent)
  expect(headings).toEqual(['From', 'Requests', 'Changed something', 'Failed', 'Changed nothing'])
  const cells = page.getByRole('row').elements().at(-1)?.querySelectorAll(':is(td, th)')
  expect([...(cells ?? [])].slice(1).map(({ textContent }) => textContent)).toEqual(['9', '4', '2', '3'])
})

test('failed requests are striped and others outlined, so that they differ without colours', async () => {
  await drawActivity()
  const [changed, failed, other] = swatches()
  expect(failed).toContain('repeating-linear-gradient')
  expect(changed).not.toContain('gradient')
  expect(other).toContain('rgba(0, 0, 0, 0) none')
})

test('in forced colours the kinds are seen and differ, and so does the chosen range', async () => {
  await forceColours('active')
  await drawActivity()
  const looks = swatches()
  expect(new Set(looks).size).toBe(3)
  const [changed, failed, other] = looks
  expect(changed).toMatch(/^rgb\(0, 0, 0\) none/)
  expect(failed).toContain('gradient')
  expect(other).toMatch(/ rgb\(0, 0, 0\)$/)
  expect(getComputedStyle(button('30 days').element()).backgroundColor).not.toBe(
    getComputedStyle(button('48 hours').element()).backgroundColor,
  )
})

beforeEach(() => forceColours('none'))
afterEach(() => forceColours('none'))
