import { afterEach, expect, test } from 'vitest'

import { createCore } from '../create-core.ts'
import { fetchPort } from '../../kit/http/port.ts'
import { englishMessages } from '../../kit/words/compiled/english.ts'
import { askedAction, type PaletteEntry } from './entry.ts'
import { forgetRecentEntries } from './forget.ts'
import { recentEntriesMax } from './recent.ts'
import { createPalette, type Palette, type PaletteFace } from './store.ts'

const environments = [
  { id: 'p', name: 'Production', type: 'PROD', urn: 'urn:p', readonly: false },
  { id: 's', name: 'Staging', type: 'TEST', urn: 'urn:s', readonly: true },
]
const application = (id: string, label: string, launchUrl: string | null = 'https://one.example/') => ({
  id,
  label,
  urn: `urn:x:${id}`,
  singleTenant: false,
  launchUrl,
  roles: [],
})
const provider = (id: string, name: string, primary: boolean) => ({
  id,
  name,
  type: 'OIDC',
  primary,
  // Only the primary one has certificates in effect.
  live: {},
  certificates: primary ? [{}] : [],
})
const account = (id: string, name: string) => ({ id, name, urn: `urn:${id}`, createdAt: '', updatedAt: '' })

const person = (id: string, name: string) => ({
  id,
  name,
  username: `${id}@acme.example`,
  email: null,
  identityProvider: { id: 'i1', name: 'Entra of Acme' },
  active: true,
  deactivatedAt: null,
  deactivatedBy: null,
  createdAt: '',
  lastSignInAt: null,
})

const open: Palette[] = []
afterEach(() => {
  for (const palette of open.splice(0)) palette.close()
})

/** A palette over a core whose searches wait until the test answers them; all else is answered at once. */
function openPalette(
  options: {
    memory?: Map<string, string>
    face?: Partial<PaletteFace>
    isEarly?: boolean
    pendingSwitch?: boolean
  } = {},
) {
  const { pendingSwitch = false } = options
  const memory = options.memory ?? new Map<string, string>()
  const searches: { url: URL; signal: AbortSignal; answer: (body: unknown, status?: number) => Promise<void> }[] = []
  const fetch = (request: Request) => {
    const url = new URL(request.url)
    if (url.pathname.endsWith('/idps'))
      return Promise.resolve(
        Response.json({
          idps: [provider('i1', 'Entra of Acme', true), { ...provider('i2', 'Okta', false), pendingSwitch }],
        }),
      )
    return new Promise<Response>((resolve) => {
      const answer = async (body: unknown, status = 200) => {
        resolve(Response.json(body, { status }))
        await settled()
      }
      searches.push({ url, signal: request.signal, answer })
    })
  }
  const core = createCore({
    http: fetchPort({ fetch, origin: 'https://portal.example', cookie: () => undefined }),
    clock: { now: () => 0 },
    memory: {
      get: (key) => memory.get(key),
      set: (key, value) => void memory.set(key, value),
      remove: (key) => void memory.delete(key),
    },
    messages: englishMessages,
  })
  core.environments.setState(options.isEarly === true ? {} : { adminEnvironments: environments, environments })
  core.launcher.setState({
    applications: [application('a', 'Billing'), application('b', 'No page', null)],
    adminModules: [{ id: 'm', label: 'Global Settings', url: '/portal/admin/global-settings' }],
  })
  const usual = { origin: 'https://portal.example', owner: 'ada', isAdmin: true, environmentId: 'p' }
  // With its getters, which a spread would read once.
  const palette = createPalette(
    core,
    Object.defineProperties(usual, Object.getOwnPropertyDescriptors(options.face ?? {})) as PaletteFace,
  )
  open.push(palette)
  palette.open()
  const entries = () => palette.getState().sections.flatMap((section) => section.entries)
  const labels = (group?: string) =>
    palette
      .getState()
      .sections.flatMap((section) =>
        group === undefined || section.group === group ? section.entries.map(({ label }) => label) : [],
      )
  const entry = (label: string): PaletteEntry => {
    const found = entries().find((one) => one.label === label)
    if (found === undefined) throw new Error(`${label} is not among ${labels().join(', ')}`)
    return found
  }
  return { core, palette, memory, searches, labels, entry, choose: (label: string) => palette.choose(entry(label)) }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))
const page = (rows: readonly unknown[], next: string | null = null) => ({
  serviceAccounts: rows,
  readonly: false,
  next,
  previous: null,
})

test('without a text it lists pages, actions and objects by group, and what belongs to other environments only when typed', async () => {
  const { palette, labels } = openPalette()
  await settled()
  const groups = palette.getState().sections.map(({ group }) => group)
  expect(groups).toEqual(['pages', 'actions', 'applications', 'environments', 'identityProviders'])
  expect(labels('pages')).toContain('Service Accounts in Production')
  expect(labels('pages')).not.toContain('Service Accounts in Staging')
  const details = palette.getState().sections.flatMap(({ entries }) => entries.map(({ detail }) => detail))
  expect(details).toContain('OpenID Connect')
  expect(details).not.toContain('OIDC')
  palette.type('staging accounts')
  expect(labels('pages')).toEqual(['Service Accounts in Staging'])
})

test('SCIM of each provider, and where applications are provisioned, are found by the words of directories', async () => {
  const { palette, labels, choose } = openPalette()
  await settled()
  expect(labels('pages').join()).not.toContain('SCIM')
  palette.type('scim okta')
  expect(choose('SCIM of Okta')).toEqual({
    kind: 'page',
    path: '/portal/admin/global-settings/identity-providers/i2/scim',
  })
  palette.type('okta drift')
  expect(palette.getState().active?.target).toEqual({
    kind: 'page',
    path: '/portal/admin/global-settings/identity-providers/i2/scim/drift',
  })
  const inConfiguration = (sectionId: string) => ({
    kind: 'page',
    path: `/portal/admin/global-settings/identity-providers/i1/configuration/${sectionId}`,
  })
  palette.type('entra at the provider')
  expect(choose('At the provider')).toEqual(inConfiguration('provider-side'))
  palette.type('certificates')
  expect(labels('pages')).toEqual(['Certificates in effect'])
  expect(choose('Certificates in effect')).toEqual(inConfiguration('certificates'))
  palette.type('provisioning')
  expect(labels('pages')).toEqual([
    'Provisioning of applications in Production',
    'Provisioning of applications in Staging',
    // Chosen before.
    'SCIM of Okta',
    'SCIM of Entra of Acme',
  ])
})

test('an administrator finds the sections of the Security tab by their names', async () => {
  const { palette, labels, choose } = openPalette()
  await settled()
  expect(labels('pages')).not.toContain('Webhooks')
  palette.type('security idle')
  expect(choose('Session idle time')).toEqual({
    kind: 'page',
    path: '/portal/admin/global-settings/security-settings/idle-time',
  })
  const { palette: ofOthers, labels: labelsOfOthers } = openPalette({ face: { isAdmin: false } })
  ofOthers.type('webhooks')
  expect(labelsOfOthers('pages')).toEqual([])
})

test('everyone finds the pages of own sessions and API tokens', () => {
  const { palette, choose } = openPalette({ face: { isAdmin: false } })
  palette.type('api tok')
  expect(choose('API tokens')).toEqual({ kind: 'page', path: '/portal/apitoken' })
  palette.type('your ses')
  expect(choose('Your sessions')).toEqual({ kind: 'page', path: '/portal/sessions' })
})

test('a support session finds no pages or actions of a person', () => {
  const { core, palette, labels } = openPalette()
  const routes = [{ id: 'HOME_ID', label: 'Home', path: '/portal' }]
  const banner = { title: 'Support session', message: '' }
  core.launcher.setState({
    user: { nickname: 'kofi', name: 'Kofi', tenantName: 'Acme', environmentName: null, routes, banner },
  })
  palette.open()
  expect(labels('pages')).toContain('Home')
  for (const label of ['Your sessions', 'API tokens', 'Switch environment …']) expect(labels()).not.toContain(label)
})

test.each([
  ['may change', false, ['Add identity provider', 'Delete identity provider …']],
  ['may only read', true, []],
])('a support session that %s is offered the changes that the server takes from it', async (_, readonly, offered) => {
  const { core, palette, labels } = openPalette()
  await settled()
  const changes = labels('actions').filter((label) => /service account|identity provider/i.test(label))
  expect(changes).toHaveLength(4)
  const banner = { title: 'Support session', message: '', readonly }
  core.launcher.setState({
    user: { nickname: 'kofi', name: 'Kofi', tenantName: 'Acme', environmentName: null, routes: [], banner },
  })
  palette.open()
  expect(labels('actions').filter((label) => changes.includes(label))).toEqual(offered)
})

test.each([true, false])(
  'support deletes no provider that will become primary, and administrators do (support: %s)',
  async (isSupport) => {
    const { core, palette, labels, choose } = openPalette({ pendingSwitch: true })
    await settled()
    const banner = { title: 'Support session', message: '', readonly: false }
    const user = { nickname: 'kofi', name: 'Kofi', tenantName: 'Acme', environmentName: null, routes: [] }
    core.launcher.setState({ user: isSupport ? { ...user, banner } : user })
    palette.open()
    choose('Delete identity provider …')
    expect(labels()).toEqual(isSupport ? [] : ['Okta'])
  },
)

test('one key press costs one bounded request, and nothing is asked without a text', async () => {
  const { palette, searches } = openPalette()
  await settled()
  expect(searches).toHaveLength(0)
  for (const text of ['r', 'ro', 'rob', 'robo', 'robot']) palette.type(text)
  await settled()
  expect(searches).toHaveLength(5)
  expect(searches.every(({ url }) => Number(url.searchParams.get('limit')) <= 20)).toBe(true)
  expect(searches.map(({ signal }) => signal.aborted)).toEqual([true, true, true, true, false])
})

test('a face with a page of a person finds people too, with accounts in one bounded request each', async () => {
  const { palette, searches, labels, choose } = openPalette({ face: { findsPeople: true } })
  await settled()
  const active = palette.getState().active?.id
  palette.type('chi')
  expect(searches.map(({ url }) => url.pathname)).toEqual([
    '/api/portal/admin/environments/p/service-accounts',
    '/api/portal/admin/people',
  ])
  expect(searches.every(({ url }) => Number(url.searchParams.get('limit')) <= 20)).toBe(true)
  // Both answers are shown at once, so that the later one moves nothing.
  await searches[1]?.answer({ people: [person('9', 'Chidi')], total: 1, next: null, previous: null })
  expect(labels('people')).toEqual([])
  await searches[0]?.answer(page([account('1', 'chi robot')]))
  expect(palette.getState().sections.map(({ group }) => group)).toEqual(['serviceAccounts', 'people'])
  expect(palette.getState().active?.id).not.toBe(active)
  expect(choose('Chidi')).toEqual({ kind: 'page', path: '/portal/admin/people/9' })
  const next = openPalette({ face: { findsPeople: true } })
  next.palette.type('ada')
  await next.searches[0]?.answer({}, 500)
  await next.searches[1]?.answer({ people: [person('8', 'Ada')], total: 1, next: null, previous: null })
  expect(next.palette.getState().hasFailed).toBe(true)
  expect(next.labels('people')).toEqual(['Ada'])
})

test('the rest of one noun is read without the others, and what else was found stays', async () => {
  const { palette, searches, labels, entry } = openPalette({ face: { findsPeople: true } })
  palette.type('robot')
  await searches[0]?.answer(page([account('1', 'robot')]))
  const people = Array.from({ length: 20 }, (_, at) => person(`p${at}`, `Robota ${at}`))
  await searches[1]?.answer({ people, total: 21, next: 'cursor', previous: null })
  const more = entry('Show more')
  expect(more.group).toBe('people')
  palette.choose(more)
  expect(searches.slice(2).map(({ url }) => `${url.pathname} ${url.searchParams.get('cursor')}`)).toEqual([
    '/api/portal/admin/people cursor',
  ])
  await searches[2]?.answer({ people: [person('last', 'Robota 20')], total: 21, next: null, previous: null })
  expect(labels('people')).toHaveLength(21)
  expect(labels('serviceAccounts')).toEqual(['robot'])
})

test('an answer to an earlier text is dropped, also when it arrives last', async () => {
  const { palette, searches, labels } = openPalette()
  palette.type('ro')
  palette.type('rob')
  await searches[1]?.answer(page([account('2', 'Robin')]))
  await searches[0]?.answer(page([account('1', 'Rotor')]))
  expect(labels('serviceAccounts')).toEqual(['Robin'])
})

test('a text that was typed before the environments were known is searched when they are', async () => {
  const { core, palette, searches, labels } = openPalette({ isEarly: true })
  const asked = () => searches.filter(({ url }) => url.searchParams.has('search'))
  palette.type('7321')
  await settled()
  expect(asked()).toEqual([])
  core.environments.learn(environments)
  await settled()
  expect(palette.getState().isSearching).toBe(true)
  await asked()[0]?.answer(page([account('1', 'account 7321')]))
  expect(labels('serviceAccounts')).toEqual(['account 7321'])
  // What is known already is not searched again.
  core.environments.learn([...environments])
  await settled()
  expect(asked()).toHaveLength(1)
})

test('a palette that was opened before the person is known searches once they are', async () => {
  const late = { isAdmin: false, environmentId: undefined as string | undefined }
  const face = {
    get isAdmin() {
      return late.isAdmin
    },
    get environmentId() {
      return late.environmentId
    },
  }
  const { core, palette, searches, labels } = openPalette({ isEarly: true, face })
  palette.type('7321')
  await settled()
  expect(searches).toEqual([])
  Object.assign(late, { isAdmin: true, environmentId: 'p' })
  core.launcher.setState({ isFetching: false })
  await settled()
  expect(searches.map(({ url }) => url.pathname)).toEqual(['/api/portal/admin/environments'])
  await searches[0]?.answer({ environments })
  await searches[1]?.answer(page([account('1', 'account 7321')]))
  expect(labels('serviceAccounts')).toEqual(['account 7321'])
})

test('what the server finds is added below what is shown, and the active entry stays', async () => {
  const { palette, searches } = openPalette()
  await settled()
  palette.type('production')
  const { active } = palette.getState()
  await searches[0]?.answer(page([account('1', 'Production')]))
  expect(palette.getState().active).toEqual(active)
  expect(palette.getState().sections.at(-1)?.group).toBe('serviceAccounts')
})

test('the rest of a long answer is read page by page', async () => {
  const { palette, searches, labels, choose } = openPalette()
  palette.type('robot')
  const rows = Array.from({ length: 20 }, (_, at) => account(`id${at}`, `robot ${at}`))
  await searches[0]?.answer(page(rows, 'cursor'))
  expect(labels('serviceAccounts')).toHaveLength(8)
  expect(choose('Show more')).toBeUndefined()
  expect(searches[1]?.url.searchParams.get('cursor')).toBe('cursor')
  await searches[1]?.answer(page([account('last', 'robot 20')]))
  expect(labels('serviceAccounts')).toHaveLength(21)
})

test('a server that cannot be searched is reported, and what is known stays', async () => {
  const { palette, searches, labels } = openPalette()
  await settled()
  palette.type('okta')
  await searches[0]?.answer({}, 500)
  expect(palette.getState()).toMatchObject({ hasFailed: true, isSearching: false })
  expect(labels('identityProviders')).toEqual(['Okta'])
})

test.each([
  ['K7QF-2M9X', '/portal/admin/sign-ins'],
  ['k7qf-', '/portal/admin/sign-ins'],
  ['k7qf2m9x', '/portal/admin/sign-ins'],
  ['printing', '/portal/admin/environments/p/service-accounts'],
  ['prod', '/portal/admin/environments/p/service-accounts'],
])('%s is searched only at %s', (text, path) => {
  const { palette, searches } = openPalette()
  palette.type(text)
  expect(searches.map(({ url }) => url.pathname)).toEqual([`/api${path}`])
})

test('a sign-in is found by its code', async () => {
  const { palette, searches, choose } = openPalette()
  palette.type('K7QF-2M9X')
  const signIn = {
    code: 'K7QF-2M9X',
    at: '',
    purpose: 'login',
    outcome: 'failed',
    username: 'ada',
    provider: null,
    failure: 'No.',
  }
  await searches[0]?.answer({ signIns: [signIn], next: null })
  expect(palette.getState().active?.detail).toBe('ada · No.')
  expect(choose('K7QF-2M9X')).toEqual({ kind: 'page', path: '/portal/admin/sign-ins/K7QF-2M9X' })
})

test('an action that needs an account asks for it, and leads to its deletion', async () => {
  const { palette, searches, labels, choose } = openPalette()
  palette.type('delete serv')
  expect(choose('Delete service account …')).toBeUndefined()
  expect(palette.getState()).toMatchObject({ asking: 'deleteServiceAccount', text: '' })
  await searches.at(-1)?.answer(page([account('7', 'Ledger robot')]))
  expect(labels()).toEqual(['Ledger robot'])
  expect(choose('Ledger robot')).toEqual({
    kind: 'page',
    path: `/portal/admin/environments/p/service-accounts/edit/7?${askedAction.name}=${askedAction.delete}`,
  })
  expect([palette.back(), palette.back()]).toEqual([true, false])
  expect(palette.getState().asking).toBeUndefined()
})

test('an action offers only what it can be done to', async () => {
  const { palette, labels, choose, core } = openPalette()
  await settled()
  palette.type('create service')
  choose('Create service account …')
  expect(labels()).toEqual(['Production'])
  palette.back()
  palette.type('delete identity')
  choose('Delete identity provider …')
  expect(labels()).toEqual(['Okta'])
  palette.back()
  core.environments.setState({ adminEnvironments: environments.map((one) => ({ ...one, readonly: true })) })
  expect(labels().filter((label) => label.endsWith('service account …'))).toEqual([])
})

test('entries used last come first, on this device and for this person, until they sign out', async () => {
  const first = openPalette()
  await settled()
  first.choose('Billing')
  first.palette.type('robot')
  await first.searches[0]?.answer(page([account('7', 'Ledger robot')]))
  first.choose('Ledger robot')
  const { memory } = first
  expect(openPalette({ memory }).labels('recent')).toEqual(['Ledger robot', 'Billing'])
  expect(openPalette({ memory, face: { owner: 'grace' } }).labels('recent')).toEqual([])
  expect(openPalette({ memory, face: { isAdmin: false } }).labels('recent')).toEqual(['Billing'])
  forgetRecentEntries(first.core.memory)
  expect(memory.size).toBe(0)
})

test('what is remembered is bounded, and text of another shape is ignored', async () => {
  const { memory, palette, choose, labels } = openPalette()
  for (const text of ['billing', 'global', 'okta', 'entra', 'keys', 'production', 'staging', 'switch']) {
    await settled()
    palette.type(text)
    choose(labels()[0] ?? '')
    palette.back()
  }
  const stored = memory.get('portico.palette-recent') ?? ''
  expect((JSON.parse(stored) as { entries: unknown[] }).entries).toHaveLength(recentEntriesMax)
  for (const text of ['{', 'null', '{"owner":"ada","entries":[{"id":1}]}', stored.replaceAll('/portal', 'javascript:')])
    expect(openPalette({ memory: new Map([['portico.palette-recent', text]]) }).labels()).not.toContain(undefined)
})

test('people without administration see only applications', async () => {
  const { palette, searches, labels } = openPalette({ face: { isAdmin: false } })
  await settled()
  palette.type('o')
  expect(searches).toHaveLength(0)
  expect(palette.getState().sections.map(({ group }) => group)).not.toContain('environments')
  expect(labels().join()).not.toMatch(/identity provider|sign-in|service account/i)
})

test('the whole label ranks before its beginning, and that before any other match', async () => {
  const { core, palette, labels } = openPalette()
  core.launcher.setState({
    applications: ['Old billing', 'Billing archive', 'Billing', 'Rebilling'].map((label, at) =>
      application(`${at}`, label),
    ),
  })
  palette.type('billing')
  expect(labels('applications')).toEqual(['Billing', 'Billing archive', 'Old billing', 'Rebilling'])
})

test('an application without a page is not offered', () => {
  const { palette, labels } = openPalette()
  palette.type('no page')
  expect(labels('applications')).toEqual([])
})
