import { describe, expect, it } from 'vitest'

import { orderApplications } from '../applications/applications/order.ts'
import { createCore } from './create-core.ts'
import { englishMessages } from '../kit/words/compiled/english.ts'
import { environmentSections } from '../tenant/environments/sections.ts'
import { fetchPort } from '../kit/http/port.ts'
import { applicationList } from '../applications/applications/list.ts'
import { createApplications } from '../applications/applications/store.ts'
import { identityProviderList } from '../providers/identity-providers/list.ts'
import { createIdentityProviders } from '../providers/identity-providers/store.ts'
import { listOf } from '../kit/lists/list.ts'
import { filterApplications } from '../applications/launcher/filter.ts'
import { samplePublicKey } from '../machines/service-accounts/cases.ts'
import { createServiceAccountEditor } from '../machines/service-accounts/editor.ts'
import { createServiceAccounts } from '../machines/service-accounts/store.ts'
import { signInOf } from '../testing/sign-in.ts'
import { createUsernameFormatsEditor } from '../providers/username-formats/editor.ts'

type Answer = () => Response | Promise<Response>

function coreOver(answers: Record<string, Answer>, memory = new Map<string, string>()) {
  const fetch = async (request: Request) => {
    const { pathname } = new URL(request.url)
    const answer = answers[`${request.method} ${pathname.replace('/api', '')}`]
    return answer === undefined
      ? Response.json({ errorID: 'NOT_FOUND', errorMessage: 'none' }, { status: 404 })
      : answer()
  }
  return createCore({
    http: fetchPort({ fetch, origin: 'https://portal.example', cookie: () => undefined }),
    clock: { now: () => 0 },
    memory: {
      get: (key) => memory.get(key),
      set: (key, value) => void memory.set(key, value),
      remove: (key) => void memory.delete(key),
    },
    messages: englishMessages,
  })
}

const accountsOf = (core: ReturnType<typeof createCore>) => core.lazily(createServiceAccounts)

describe('signing in, by spec section 4', () => {
  const redirect = { 'POST /login': () => Response.json({ redirectUrl: 'https://idp.example' }) }

  it.each([
    ['', 'Enter the username for your company account'],
    ['   ', 'Enter the username for your company account'],
    ['ada', "That doesn't look like a valid username."],
    ['ada@', "That doesn't look like a valid username."],
    ['@acme.example', "That doesn't look like a valid username."],
    ['ada@localhost', "That doesn't look like a valid username."],
    ['ACME\\', "That doesn't look like a valid username."],
    ['a b@acme.example', "That doesn't look like a valid username."],
  ])('%j is refused with its sentence and never sent', async (username, message) => {
    const signIn = signInOf(coreOver({}))
    expect(await signIn.submit(username, true)).toBeUndefined()
    expect(signIn.getState()).toMatchObject({ isFetching: false, error: { message } })
  })

  it('remember me keeps the userId cookie, and it is the last user id of the next visit', async () => {
    const memory = new Map<string, string>()
    expect(await signInOf(coreOver(redirect, memory)).submit(' ada@acme.example ', true)).toBe('https://idp.example')
    expect(memory.get('userId')).toBe('ada@acme.example')
    expect(signInOf(coreOver({}, memory)).getState().lastUserId).toBe('ada@acme.example')
  })

  it('without remember me the cookie is removed', async () => {
    const memory = new Map([['userId', 'ada@acme.example']])
    await signInOf(coreOver(redirect, memory)).submit('ada@acme.example', false)
    expect(memory.has('userId')).toBe(false)
  })

  it('code and message become error id and message, and the cookie stays unchanged', async () => {
    const memory = new Map<string, string>()
    const answers = {
      'POST /login': () => Response.json({ redirectUrl: null, code: 'AUTH-001001', message: 'Check.' }),
    }
    const signIn = signInOf(coreOver(answers, memory))
    expect(await signIn.submit('ada@acme.example', true)).toBeUndefined()
    expect(signIn.getState().error).toEqual({ errorID: 'AUTH-001001', message: 'Check.' })
    expect(memory.size).toBe(0)
  })

  it('a failing server clears the fetching flag', async () => {
    const answers = { 'POST /login': () => Response.json({ message: 'Broken.' }, { status: 500 }) }
    const signIn = signInOf(coreOver(answers))
    await signIn.submit('ada@acme.example', false)
    expect(signIn.getState()).toMatchObject({ isFetching: false, error: { message: 'Broken.' } })
  })
})

describe('applications of an environment, by spec section 4', () => {
  const list = (...labels: string[]) =>
    labels.map((label) => ({ id: label === 'Portal' ? 'portal' : label, label, urn: '', singleTenant: false }))
  const path = (id: string) => `GET /portal/admin/environments/${id}/applications`

  it('are sorted with the portal first and the rest alphabetically, case-insensitive', () => {
    expect(orderApplications(list('beta', 'Zulu', 'Portal', 'Alpha')).map((one) => one.label)).toEqual([
      'Portal',
      'Alpha',
      'beta',
      'Zulu',
    ])
  })

  it('requesting clears the list; the selection is kept if present, else the first, or none', async () => {
    let applications = list('B', 'A')
    const core = coreOver({ [path('1')]: () => Response.json({ applications }) })
    const store = core.lazily(createApplications)
    const selected = () => store.getState().selectedId
    await store.list.open('1')
    expect(selected()).toBe('A')
    store.select('B')
    const running = store.list.open('1')
    expect(store.list.getState()).toMatchObject({ isFetching: true, rows: undefined })
    await running
    expect(selected()).toBe('B')
    applications = list('C')
    await store.list.open('1')
    expect(selected()).toBe('C')
    applications = []
    await store.list.open('1')
    expect(selected()).toBeUndefined()
  })

  it('a slow answer for a previous environment changes nothing and delays nothing', async () => {
    let release: (response: Response) => void = () => {}
    const core = coreOver({
      [path('1')]: () => new Promise<Response>((resolve) => (release = resolve)),
      [path('2')]: () => Response.json({ applications: list('Two') }),
    })
    const applications = listOf(core, applicationList)
    const slow = applications.open('1')
    await applications.open('2')
    release(Response.json({ applications: list('One') }))
    await slow
    expect(applications.getState().rows?.map((one) => one.label)).toEqual(['Two'])
  })
})

describe('the launcher', () => {
  it('fetches admin modules only if a tab has the id ADMIN_ID', async () => {
    const answers = (routes: unknown[]): Record<string, Answer> => ({
      'GET /portal/launcher': () =>
        Response.json({ nickname: 'A', name: 'A', tenantName: 'T', environmentName: null, routes }),
      'GET /portal/launcher/userdata': () => Response.json({ tenant: { id: 't', environment: { id: null } } }),
      'GET /portal/launcher/appSwitcher': () => Response.json({ applications: [] }),
      'GET /portal/admin/modules': () => Response.json({ modules: [{ id: 'm', url: '/m', label: 'M' }] }),
    })
    const plain = coreOver(answers([]))
    expect(plain.launcher.getState().adminModules).toBeUndefined()
    await plain.launcher.fetch()
    expect(plain.launcher.getState().adminModules).toEqual([])
    const admin = coreOver(answers([{ id: 'ADMIN_ID', label: 'Admin', path: '/portal/admin' }]))
    await admin.launcher.fetch()
    expect(admin.launcher.getState()).toMatchObject({
      userData: { tenantId: 't', environmentId: null },
      adminModules: [{ id: 'm' }],
    })
  })

  it('finds applications by every word typed, name starts first', () => {
    const list = ['Travel and Expenses', 'Payroll', 'Expenses Archive'].map((label) => ({
      label,
      urn: `urn:portico:acme:application:${label}`,
    }))
    expect(filterApplications(list, 'exp').map((one) => one.label)).toEqual(['Expenses Archive', 'Travel and Expenses'])
    // Ignores case and accents, like every search.
    expect(filterApplications(list, 'PÁYROLL').map((one) => one.label)).toEqual(['Payroll'])
    expect(filterApplications(list, 'exp trav').map((one) => one.label)).toEqual(['Travel and Expenses'])
    expect(filterApplications(list, ' ')).toHaveLength(3)
  })
})

it('environments split into production and the rest, each by name', () => {
  const environments = [
    { id: '1', name: 'test b', type: 'TEST' },
    { id: '2', name: 'Prod', type: 'PROD' },
    { id: '3', name: 'Test A', type: 'prod' },
  ]
  const { production, nonProduction } = environmentSections(environments)
  expect(production.map((one) => one.id)).toEqual(['2'])
  expect(nonProduction.map((one) => one.id)).toEqual(['3', '1'])
})

const stored = {
  id: '1',
  name: 'n',
  urn: 'u',
  key1: samplePublicKey,
  key1Algorithm: 'RSA',
  createdAt: '',
  updatedAt: '',
}

/** An account that is read and then changed in its editor. */
function changedAccount(core: ReturnType<typeof coreOver>) {
  const editor = createServiceAccountEditor(core, { environmentId: 'e', id: '1' })
  editor.open({ account: stored, dependencies: [] }, undefined)
  editor.setField('name', 'a new name')
  return editor
}

describe('service accounts', () => {
  const account = stored
  const base = '/portal/admin/environments/e/service-accounts'

  it('an update replaces the list entry by id, a deletion removes it', async () => {
    const core = coreOver({
      [`GET ${base}`]: () =>
        Response.json({ serviceAccounts: [account, { ...account, id: '2', name: 'm' }], readonly: false }),
      [`PUT ${base}/1`]: () => Response.json({ ...account, name: 'a new name' }),
      [`PUT ${base}/1/applications`]: () => Response.json({ dependencies: [] }),
      [`DELETE ${base}/2`]: () => new Response(null, { status: 204 }),
    })
    const names = () =>
      accountsOf(core)
        .list.getState()
        .rows?.map((one) => one.name)
    await accountsOf(core).list.open('e')
    await changedAccount(core).save()
    expect(names()).toEqual(['a new name', 'm'])
    expect(await accountsOf(core).remove('e', '2')).toBe(true)
    expect(names()).toEqual(['a new name'])
  })
})

describe('403, by spec section 8: refused page content leads to the error screen, a refused change shows a banner', () => {
  const refused = () =>
    Response.json({ errorID: 'FORBIDDEN', errorMessage: 'restricted', resourceType: 'environment' }, { status: 403 })
  const base = '/portal/admin/environments/e/service-accounts'
  const idps = '/portal/admin/tenant/idps'
  const everything = Object.fromEntries(
    `GET /portal/launcher
     GET /portal/launcher/userdata
     GET /portal/launcher/appSwitcher
     GET /portal/launcher/applications
     GET /portal/environments
     GET /portal/admin/environments
     GET /portal/admin/environments/e/applications
     GET ${base}
     POST ${base}
     GET ${base}/1
     PUT ${base}/1
     DELETE ${base}/1
     GET ${base}/1/applications
     GET ${base}/applications/a/roles
     GET ${idps}
     GET ${idps}/1
     DELETE ${idps}/1
     GET ${idps}/1/lint
     GET /portal/admin/idps/1/formats
     PUT /portal/admin/idps/1/formats`
      .split('\n')
      .map((call) => [call.trim(), refused]),
  )
  type Core = ReturnType<typeof coreOver>
  const openedFormats = (core: Core) => {
    const editor = createUsernameFormatsEditor(core, { id: '1' })
    editor.open({ suffixes: [], prefixes: [] }, undefined)
    editor.add('suffixes', 'acme.example')
    return editor
  }

  it.each<[string, (core: Core) => Promise<unknown>]>([
    ['the portal user', (core) => core.launcher.fetch()],
    ['the launcher', (core) => core.launcher.fetchApplications()],
    ['the environment picker', (core) => core.environments.fetch()],
    ['environment management', (core) => core.environments.fetchAdmin()],
    ['the service accounts of an environment', (core) => accountsOf(core).enter('e')],
    ['a service account', (core) => createServiceAccountEditor(core, { environmentId: 'e', id: '1' }).load()],
    ['the identity providers', (core) => listOf(core, identityProviderList).open('')],
    ['an identity provider', (core) => core.lazily(createIdentityProviders).open('1')],
    ['username formats', (core) => createUsernameFormatsEditor(core, { id: '1' }).load()],
  ])('%s: the page is refused, with its status', async (_, load) => {
    const core = coreOver(everything)
    await load(core)
    expect(core.feedback.getState()).toMatchObject({ refusedPage: { status: 403 }, expected: { status: 403 } })
    core.feedback.clearError()
    expect(core.feedback.getState().refusedPage).toBeUndefined()
  })

  it.each<[string, (core: Core) => Promise<unknown>]>([
    ['saving a service account', (core) => changedAccount(core).save()],
    ['deleting a service account', (core) => accountsOf(core).remove('e', '1')],
    ['a service account read into its form again', (core) => changedAccount(core).readAgain()],
    ['an identity provider read into its form again', (core) => core.lazily(createIdentityProviders).open('1', 'form')],
    ['username formats read into their form again', (core) => openedFormats(core).readAgain()],
    ['roles of an application that is added to a form', (core) => accountsOf(core).fetchRoles('e', 'a')],
    ['deleting an identity provider', (core) => core.lazily(createIdentityProviders).remove('1')],
    ['checking an identity provider', (core) => core.lazily(createIdentityProviders).lint('1')],
    ['saving username formats', (core) => openedFormats(core).save()],
  ])('%s: a banner, and the form stays', async (_, change) => {
    const core = coreOver(everything)
    await change(core)
    expect(core.feedback.getState()).toMatchObject({ refusedPage: undefined, expected: { status: 403 } })
  })
})
