import { join } from 'node:path'

import {
  createOperations,
  fetchPort,
  listApplications,
  listIdentityProviders,
  listServiceAccounts,
  type HttpPort,
} from '@portico/core'
import { cleanup, render } from 'ink-testing-library'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import { createDispatcher } from '../../kit/http/dispatcher.ts'
import { openCookieJar } from '../../kit/http/cookies.ts'
import { createHttpPort } from '../../kit/http/http-port.ts'
import type { Place } from '../../kit/terminal/app/place.ts'
import { AppProvider } from '../../kit/terminal/draw/app-context.tsx'
import { keyPair } from '../../testing/keys.ts'
import {
  openIdProvider,
  openPortalServer,
  type PortalServer,
  type SignedInTerminal,
} from '../../testing/portal-server.ts'
import { Shell } from './draw/shell.tsx'
import { goToEntry, shownEntries, sidebarEntries } from './shell/sidebar.ts'
import { startApp } from './start-app.ts'
import { openAppUnderTest } from './testing/app-under-test.ts'

// Every screen as a service account sees it, and as support sees it in a customer's tenant.

let server: PortalServer
let vendor: SignedInTerminal
let customer: SignedInTerminal

let visits = 0
const roles = [{ name: 'reader', label: 'Reader', groups: ['staff'] }]

beforeAll(async () => {
  const robot = keyPair(0)
  server = await openPortalServer()
  vendor = await server.open(robot, {
    tenant: { slug: 'vendor', name: 'Vendor Inc', vendor: true },
    identityProviders: [openIdProvider('Main', { primary: true })],
    firstAdminGroup: 'admins',
    supportGroups: ['support'],
  })
  customer = await server.open(robot, {
    identityProviders: [openIdProvider('Main', { primary: true, emailSuffixes: ['acme.example'] })],
    firstAdminGroup: 'admins',
    applications: [{ slug: 'billing', label: 'Billing', roles }],
    customRoles: [{ label: 'Auditor', groups: { production: ['staff'] } }],
  })
  await customer.tenant.addAccounts(['alpha'], {
    environmentId: customer.environmentId,
    key1: keyPair(1).publicPem.trim(),
  })
})
// On a loaded machine these tests take minutes, in which the server's clock goes on.
beforeEach(() => {
  for (const { terminal } of [vendor, customer]) terminal.now = Date.now()
})
afterAll(async () => {
  await customer?.close()
  await vendor?.close()
  await server?.close()
})
afterEach(() => cleanup())

async function asServiceAccount(): Promise<HttpPort> {
  const token = await customer.token()
  return fetchPort({
    origin: customer.origin,
    cookie: () => undefined,
    fetch: (request) => {
      request.headers.set('Authorization', `Bearer ${token}`)
      return fetch(request)
    },
  })
}

/** A support user in the customer's tenant, which allows support to read, or to change too. */
async function asSupport(mayChange: boolean): Promise<HttpPort> {
  const allowed = await customer.run(['support-access', 'allow', ...(mayChange ? ['--change'] : [])])
  expect(allowed).toMatchObject({ code: 0 })
  const { origin } = vendor
  const jar = openCookieJar(join(vendor.terminal.folder, `cookies-${visits}.json`), origin)
  await jar.store(origin, await vendor.tenant.signIn(`kofi${(visits += 1)}@vendor.example`, ['support']))
  const http = createHttpPort({ origin, dispatcher: await createDispatcher(origin, {}), jar, userAgent: 'test' })
  const { core } = openAppUnderTest({ http })
  const operations = core.lazily(createOperations)
  const tenant = await operations.open(customer.tenant.slug)
  if (typeof tenant !== 'object') throw new Error('Support does not see the tenant.')
  expect(await operations.enter(tenant, { reason: 'Ticket 4711', hours: 2 })).toBeUndefined()
  return http
}

async function open(port: HttpPort) {
  const size = { columns: 110, rows: 40 }
  let pending = 0
  const http: HttpPort = {
    ...port,
    send(request) {
      pending += 1
      return port.send(request).finally(() => (pending -= 1))
    },
  }
  const under = openAppUnderTest({ http, now: Date.now, size: () => size })
  const { app, core, layers, clock } = under
  core.environments.setState({ adminEnvironments: undefined } as never)
  app.work.run(() => startApp(app, undefined))
  await app.work.settled()
  await core.environments.fetchAdmin()
  app.state.setState({ environmentId: customer.environmentId, unlocked: new Set(['tenant', customer.environmentId]) })
  const { lastFrame } = render(
    <AppProvider value={app}>
      <Shell layers={layers} clock={clock} />
    </AppProvider>,
  )
  const frame = () => lastFrame() ?? ''
  /** The frame is that of the present screen, and every request is answered. */
  const settled = async () => {
    await app.work.settled()
    const isDrawn = () => frame().includes(app.state.getState().view.crumbs().join(` ${app.glyphs.crumb} `))
    await expect.poll(() => [pending, isDrawn()], { interval: 10 }).toEqual([0, true])
    await app.work.settled()
  }
  return { ...under, settled, frame }
}
type Opened = Awaited<ReturnType<typeof open>>

/** Screens that are opened from those of the sidebar. */
async function placesOf({ core }: Opened): Promise<readonly Place[]> {
  const { environmentId } = customer
  const params = { envId: environmentId }
  const [providers, applications, accounts] = await Promise.all([
    core.client.call(listIdentityProviders),
    core.client.call(listApplications, { params }),
    core.client.call(listServiceAccounts, { params, query: {} }),
  ])
  if (!providers.ok || !applications.ok || !accounts.ok) throw new Error('The tenant cannot be read.')
  const id = providers.value.idps[0]?.id ?? ''
  const billing = applications.value.applications.find(({ label }) => label === 'Billing')
  const app = { id: billing?.id ?? '', label: 'Billing' }
  const account = accounts.value.serviceAccounts.find(({ name }) => name === 'alpha')
  const views = [
    'identity-provider',
    'username-formats',
    'provider-values',
    'scim',
    'scim-inbox',
    'scim-unseen',
    'provider-draft',
  ] as const
  return [
    ...views.map((view): Place => ({ view, id })),
    { view: 'app-roles', environmentId, app },
    { view: 'client', environmentId, app },
    { view: 'provisioning', environmentId, app },
    { view: 'provisioning-behind', environmentId, app },
    { view: 'provisioning-taken', environmentId, app },
    { view: 'openers', environmentId, id: app.id },
    { view: 'matrix', environmentId },
    { view: 'mapping-tree' },
    { view: 'service-account-edit', environmentId, id: account?.id ?? '' },
    { view: 'service-account-create', environmentId },
    { view: 'webhook-create' },
    { view: 'identity-provider-create', type: 'OIDC' },
    { view: 'explain', user: 'ada@acme.example' },
  ]
}

/** What no sentence may show: ids of errors and objects, and times for programs. Types of providers are names. */
const forPrograms =
  /\b(?!OPENSAML|ADFS_SAML|SFDC_SAML)[A-Z]{3,}_[A-Z_]+\b|\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-|\d{4}-\d\d-\d\dT\d\d|\b1[6-9]\d{8}\b/

/** Values to give to a provider, and parts of commands. */
const addresses = /(?:https?:\/\/|urn:|\/portal\/|\/oauth2)\S*/g

function faultsOf({ app, core, frame }: Opened): readonly string[] {
  const { expected, system } = core.feedback.getState()
  const problem = expected ?? system
  const text = frame()
  return [
    ...(problem === undefined ? [] : [`failed: ${problem.errorMessage}`]),
    ...(text.includes(app.words.say('error.notLoaded.title')) ? ['could not be loaded'] : []),
    ...(text.includes(app.words.say('banner.loading')) ? ['still loading'] : []),
    ...text.split('\n').flatMap((line) => forPrograms.exec(line.replaceAll(addresses, '')) ?? []),
  ]
}

it.each([
  ['a service account', asServiceAccount],
  ['support that may read', () => asSupport(false)],
  ['support that may change', () => asSupport(true)],
])('%s finds every screen it is offered loaded, and written for people', async (_, sign) => {
  const opened = await open(await sign())
  const { app, settled } = opened
  const found: string[] = []
  const look = async (name: string, place: Place | undefined, go: () => void | Promise<void>) => {
    app.core.feedback.clear()
    await go()
    await settled()
    if (app.place()?.view !== place?.view) return void found.push(`${name}: not opened`)
    await expect
      .poll(() => faultsOf(opened).includes('still loading'), { timeout: 3000 })
      .toBe(false)
      .catch(() => undefined)
    // The list of custom roles has a column of their ids.
    const faults = faultsOf(opened).filter((fault) => name !== 'role' || !/^[\da-f-]+$/.test(fault))
    found.push(...faults.map((fault) => `${name}: ${fault}`))
  }
  for (const entry of shownEntries(app)) {
    const place = entry.place(customer.environmentId)
    await look(entry.names[0] ?? '', place, () => goToEntry(app, entry))
  }
  for (const place of await placesOf(opened)) await look(place.view, place, () => app.go(place))
  expect(found).toEqual([])
})

it.each([
  ['a service account', asServiceAccount],
  ['support', () => asSupport(true)],
])('what only people have says so to %s, and is not in the sidebar', async (_, sign) => {
  const { app, press } = await open(await sign())
  const places = sidebarEntries.filter(({ isForPeople }) => isForPeople)
  expect(places.length).toBeGreaterThan(1)
  for (const entry of places) {
    expect(shownEntries(app)).not.toContain(entry)
    await press(`shell.go.${entry.names[0] ?? ''}`)
    expect(app.state.getState().notice).toMatch(/^Available only to/)
  }
})

it('support sees why it cannot change what its tenant, or every tenant, does not let it change', async () => {
  const reading = await open(await asSupport(false))
  reading.app.go({ view: 'branding' })
  expect(reading.app.tenantRefusal()).toMatch(/only allow support to read/)
  const changing = await open(await asSupport(true))
  changing.app.go({ view: 'branding' })
  expect(changing.app.tenantRefusal()).toBeUndefined()
  changing.app.go({ view: 'service-accounts', environmentId: customer.environmentId })
  await changing.press('service-account.create')
  expect([changing.app.place()?.view, changing.app.state.getState().notice]).toEqual([
    'service-accounts',
    expect.stringContaining('A support session cannot do this'),
  ])
})
