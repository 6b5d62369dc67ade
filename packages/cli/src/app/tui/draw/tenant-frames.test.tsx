import { cleanup, render } from 'ink-testing-library'
import { afterEach, beforeEach, expect, it } from 'vitest'

import type { Place } from '../../../kit/terminal/app/place.ts'
import { AppProvider } from '../../../kit/terminal/draw/app-context.tsx'
import { providersUnderTest, type ProvidersUnderTest } from '../testing/providers-under-test.ts'
import { Shell } from './shell.tsx'

const openUnderTest = providersUnderTest()
let under: ProvidersUnderTest
/** The id of the provider that each test has. */
let id = ''
let size = { columns: 80, rows: 24 }

beforeEach(async () => {
  under = await openUnderTest({ size: () => size })
  id = await under.addProvider('Acme Single Sign-On', ['acme.example'])
})

afterEach(() => cleanup())

async function draw(place: Place): Promise<() => string> {
  const { app, layers, clock } = under
  app.resize()
  app.go('id' in place ? { ...place, id } : place)
  await app.work.settled()
  const drawn = render(
    <AppProvider value={app}>
      <Shell layers={layers} clock={clock} />
    </AppProvider>,
  )
  await new Promise((resolve) => setImmediate(resolve))
  return () => drawn.lastFrame() ?? ''
}

const places: readonly Place[] = [
  { view: 'identity-providers' },
  { view: 'identity-provider-create', type: 'ADFS_SAML' },
  { view: 'identity-provider', id: '' },
  { view: 'username-formats', id: '' },
  { view: 'provider-values', id: '' },
  { view: 'provider-draft', id: '' },
  { view: 'scim', id: '' },
  { view: 'scim-inbox', id: '' },
  { view: 'scim-unseen', id: '' },
  { view: 'all-formats' },
  { view: 'certificates' },
  { view: 'notices' },
  { view: 'audit' },
  { view: 'sessions' },
  { view: 'api-tokens' },
  { view: 'api-token-create' },
  { view: 'portal-roles' },
  { view: 'branding' },
  { view: 'webhooks' },
  { view: 'webhook-create' },
  { view: 'webhook', id: '' },
  { view: 'groups' },
  { view: 'groups', id: 'main' },
  { view: 'group-uses', id: 'main', name: 'staff' },
  { view: 'roles' },
  { view: 'mappings', environmentId: 'e' },
  { view: 'matrix', environmentId: 'e' },
  { view: 'app-roles', environmentId: 'e', app: { id: 'a', label: 'Billing' } },
  {
    view: 'client',
    environmentId: 'e',
    app: { id: 'a', label: 'Billing', urn: 'urn:portico:acme:application:billing' },
  },
  {
    view: 'provisioning',
    environmentId: 'e',
    app: { id: 'a', label: 'Billing', urn: 'urn:portico:acme:application:billing' },
  },
  { view: 'provisioning-behind', environmentId: 'e', app: { id: 'a', label: 'Billing' } },
  { view: 'people' },
  { view: 'person', id: '' },
  { view: 'explain', user: 'ada@acme.example' },
  { view: 'sign-ins' },
  { view: 'sign-in', code: 'K7QF-2M9X' },
  { view: 'operations' },
  { view: 'operated-tenant', slug: 'acme' },
  { view: 'whereis', username: 'ada@acme.example' },
]

it.each(places.flatMap((place) => [100, 80, 40, 20].map((columns) => [place.view, columns, place] as const)))(
  '%s fills its window of %i columns and no more',
  async (_, columns, place) => {
    size = { columns, rows: columns > 60 ? 24 : 8 }
    const frame = await draw(place)
    const lines = frame().split('\n')
    expect(lines).toHaveLength(size.rows - 1)
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(columns)
    await under.press('shell.keys')
    expect(frame().split('\n')).toHaveLength(size.rows - 1)
  },
)

it('a form with more settings than lines keeps each of them on separate lines, wherever the cursor is', async () => {
  size = { columns: 80, rows: 24 }
  const frame = await draw({ view: 'identity-provider-create', type: 'OPENSAML' })
  await under.press('form.stop')
  await under.press('form.save')
  await under.press('form.last')
  await under.press('form.edit')
  for (let at = 0; at < 40; at += 1) {
    const current = frame()
      .split('\n')
      .filter((line) => line.slice(24).startsWith('›'))
    expect(current).toHaveLength(1)
    expect(frame()).not.toMatch(/! \S[^\n]*(?:not set|redirect|Redirect)/)
    await under.press('form.down')
  }
})

it('the header says that every environment is meant, and whether it may be changed', async () => {
  size = { columns: 100, rows: 24 }
  const frame = await draw({ view: 'identity-providers' })
  expect(frame()).toContain('ALL ENVIRONMENTS WRITE')
  under.app.state.setState({ unlocked: new Set() })
  await new Promise((resolve) => setImmediate(resolve))
  expect(frame()).toContain('ALL ENVIRONMENTS READ-ONLY')
})

it('the list names type, state, end and formats, and a provider without formats is conspicuous', async () => {
  size = { columns: 130, rows: 24 }
  await under.addProvider('Globex')
  const frame = await draw({ view: 'identity-providers' })
  expect(frame()).toMatch(/Acme Single Sign-On +OpenID Connect +primary +@acme\.example/)
  expect(frame()).toMatch(/Globex +OpenID Connect +on +No Formats configured/)
})

it('in 80 columns names are whole, and a provider without formats is conspicuous all the same', async () => {
  size = { columns: 80, rows: 24 }
  await under.addProvider('Globex')
  const frame = await draw({ view: 'identity-providers' })
  expect(frame()).toMatch(/Acme Single Sign-On +OIDC +primary/)
  expect(frame()).toMatch(/Globex +OIDC +no formats/)
})

it('a list of keys longer than its dialog keeps the search on top of it', async () => {
  size = { columns: 100, rows: 24 }
  const frame = await draw({ view: 'identity-provider', id: '' })
  await under.press('shell.keys')
  expect(frame()).toContain('Search:')
  expect(frame()).toMatch(/1 of \d\d/)
})
