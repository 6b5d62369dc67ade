import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { AdminApi } from './support/admin-api.ts'
import { builtInstallation } from './support/installation.ts'
import { portalDemo } from './support/portal-demo.ts'
import { runProcess } from './support/run-process.ts'
import { readAutomation, readPeople } from './support/server-process.ts'
import { enterPassword, enterUsername, openEnvironment, signOut } from './support/sign-in.ts'
import { startSimpleSamlPhp, type Peer } from './support/simplesamlphp.ts'
import { until } from './support/until.ts'
import { withoutAnswers } from './support/visitor.ts'

type Groups = { tenantGroups: { idp: string; groups: { id: string; name: string }[] }[] }
type Place = { envId: string; appId: string }

const demo = portalDemo()
let api: AdminApi
let peer: Peer
let place: Place

/** Debian's SimpleSAMLphp as the application Travel and Expenses: real metadata both ways, signed requests, single logout. */
beforeAll(async () => {
  api = await demo.api()
  const { tenant } = await api.call<{ tenant: { id: string } }>('GET', '/portal/launcher/principalinfo')
  const ours = `${demo.url}/api/saml/${tenant.id}/metadata`
  // By this name its addresses may be http (RFC 8252), and its cookies are apart from those of the portal.
  peer = await startSimpleSamlPhp(join(demo.folder, 'peer'), 'localhost', { IDP_METADATA: ours, IDP_OF_SP: ours })
  const metadata = join(demo.folder, 'application.xml')
  writeFileSync(metadata, await (await fetch(peer.applicationMetadataUrl)).text())
  const { tenant: slug } = readAutomation(demo.server.dataDir)
  const { server } = builtInstallation()
  const command = [
    'app',
    'register',
    slug,
    'travel',
    '--env',
    'production',
    '--saml-metadata',
    metadata,
    '--launch-url',
    peer.applicationUrl,
  ]
  const registered = await runProcess(['node', server, ...command, '--data', demo.server.dataDir])
  expect(registered.stderr + registered.stdout).toContain(peer.applicationMetadataUrl)
  expect(registered.code).toBe(0)
  place = await placeOf('Production', 'Travel and Expenses')
  await giveStaff('Approver')
})
afterAll(() => peer?.stop())

async function placeOf(environment: string, application: string): Promise<Place> {
  const { environments } = await api.call<{ environments: { id: string; name: string }[] }>(
    'GET',
    '/portal/environments',
  )
  const envId = environments.find(({ name }) => name === environment)?.id ?? ''
  const path = `/portal/admin/environments/${envId}/applications`
  const { applications } = await api.call<{ applications: { id: string; label: string }[] }>('GET', path)
  return { envId, appId: applications.find(({ label }) => label === application)?.id ?? '' }
}

async function groupsPath(role: string): Promise<string> {
  const path = `/portal/admin/environments/${place.envId}/applications/${place.appId}/roles`
  const { roles } = await api.call<{ roles: { id: string; label: string }[] }>('GET', path)
  return `${path}/${roles.find(({ label }) => label === role)?.id ?? ''}/groups`
}

/** The people of the application have two roles, so that one can be taken away. */
async function giveStaff(role: string): Promise<void> {
  const all = await api.call<Groups>('GET', await groupsPath('Traveller'))
  await setGroups(role, all)
}

async function setGroups(role: string, { tenantGroups }: Groups): Promise<void> {
  const body = { tenantGroups: tenantGroups.map(({ idp, groups }) => ({ idp, groups: groups.map(({ id }) => id) })) }
  await api.call('PUT', await groupsPath(role), body)
}

function ada() {
  const found = readPeople(demo.server.dataDir).find(({ username }) => username === 'ada@acme.example')
  if (found === undefined) throw new Error('The demo has no ada.')
  return found
}

/** The application's own page, which shows who is signed in to it. */
const applicationText = async (page: Page) => page.locator('body').innerText()
const rolesIn = (text: string) => ['traveller', 'approver'].filter((role) => new RegExp(`\\b${role}\\b`).test(text))

async function isSignedIn(page: Page): Promise<boolean> {
  // The application keeps its session by its cookie; a new sign-in would lead away from its address.
  const answer = await page.context().request.get(peer.applicationUrl, { maxRedirects: 0 })
  return answer.status() === 200 && (await answer.text()).includes('ada@acme.example')
}

test('click in the launcher: signed in, with the roles; a role removed: the next assertion lacks it', async () => {
  const { page, context, complaints } = await demo.enter()
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Travel and Expenses' }).first().click()
  const application = await opened
  await application.waitForURL(/localhost/)
  await application.goto(peer.applicationUrl)
  await expect.poll(() => applicationText(application)).toContain('ada@acme.example')
  expect(rolesIn(await applicationText(application))).toEqual(['traveller', 'approver'])

  await setGroups('Approver', { tenantGroups: [] })
  await context.clearCookies({ domain: 'localhost' })
  await application.goto(peer.applicationUrl)
  await until('the application is back', async () => (await applicationText(application)).includes('ada@acme.example'))
  expect(rolesIn(await applicationText(application))).toEqual(['traveller'])
  await giveStaff('Approver')
  expect(withoutAnswers(complaints, 404)).toEqual([])
})

test('from the application: sign in here and come back to it; log out of the portal, and its session is gone', async () => {
  const { page } = await demo.visit()
  await page.goto(peer.applicationUrl)
  await page.waitForURL(/\/login\?returnPath=/)
  await page.getByLabel('Username').fill('ada@acme.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await enterPassword(page, ada())
  await page.waitForURL(/localhost/)
  // One of our pages posts the assertion by itself.
  await expect.poll(() => applicationText(page)).toContain('ada@acme.example')
  expect(await isSignedIn(page)).toBe(true)

  await page.goto(`${demo.url}/portal`)
  await openEnvironment(page, 'Production')
  await signOut(page)
  expect(await isSignedIn(page)).toBe(false)
})

test('log out in the application: the session in the portal is gone', async () => {
  const { page } = await demo.visit()
  await enterUsername(page, demo.url, 'ada@acme.example')
  await enterPassword(page, ada())
  await page.waitForURL(/\/portal/)
  await page.goto(peer.applicationUrl)
  await expect.poll(() => applicationText(page)).toContain('ada@acme.example')
  await page.goto(`${peer.applicationUrl}&logout`)
  // The logout goes by way of Portico, in pages that post by themselves. It ends here; until then no other address can be opened.
  await page.waitForURL(({ pathname }) => pathname === '/logout.php')
  await until('the application says that it is over', async () => !(await isSignedIn(page)))
  await page.goto(`${demo.url}/portal`)
  await page.waitForURL(/\/login/)
})
