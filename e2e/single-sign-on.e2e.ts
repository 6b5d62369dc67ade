import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { portalDemo } from './support/portal-demo.ts'
import { startRelyingParty, type RelyingParty } from './support/relying-party.ts'
import { runProcess } from './support/run-process.ts'
import { readAutomation } from './support/server-process.ts'
import { startResourceServer } from './support/resource-server.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

// The built server, Chromium, and an application on a certified client library (openid-client).
const installation = builtInstallation()
const demo = portalDemo()
const waits = { timeout: 60_000, interval: 100 }
let application: RelyingParty
let shell: Shell
let clientSecret = ''

beforeAll(async () => {
  application = await startRelyingParty()
  await register()
  shell = openShell(installation, join(demo.folder, 'home'))
  await done(...loginArguments(readAutomation(demo.server.dataDir)))
}, 180_000)
afterAll(() => application?.close())

/** Registers the application, or changes its registration; it gets a new secret where it has none. */
async function register(...more: readonly string[]): Promise<{ readonly id: string; readonly secret: string }> {
  const { redirect, initiate, goodbye, backchannel, home } = application.addresses
  const of = ['acme', 'billing', '--data', demo.server.dataDir, '--env', 'production', '--json']
  const addresses = ['--redirect-uri', redirect, '--post-logout-redirect-uri', goodbye, '--launch-url', home]
  const begun = ['--initiate-login-uri', initiate, '--backchannel-logout-uri', backchannel]
  const command = ['node', installation.server, 'app', 'register', ...of, ...addresses, ...begun, ...more]
  const { code, stdout, stderr } = await runProcess(command)
  expect(code, stderr).toBe(0)
  const { clientId, secret = clientSecret } = JSON.parse(stdout) as { clientId: string; secret?: string }
  clientSecret = secret
  await application.use({ issuer: demo.url, id: clientId, secret }, { dpop: more.includes('--dpop') })
  return { id: clientId, secret }
}

async function done(...args: readonly string[]): Promise<void> {
  const { code, stderr } = await shell.portico(args)
  expect(code, stderr).toBe(0)
}

/** Clicks the tile in the launcher and follows it into its tab, signed in without a question. */
async function open() {
  const visitor = await demo.enter()
  const { page } = visitor
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.locator('section[aria-labelledby=launcher-all]').getByRole('link', { name: 'Billing' }).click(),
  ])
  await tab.getByRole('heading', { name: /^Signed in as / }).waitFor()
  expect(new URL(tab.url()).origin).toBe(new URL(application.addresses.home).origin)
  return { visitor, page, tab }
}

test('a click in the launcher signs a person in, with their roles; a role that is removed is not in the next token', async () => {
  await open()
  const [claims] = application.sessions()
  expect(claims).toMatchObject({ roles: ['approver', 'clerk', 'viewer'], preferred_username: expect.any(String) })
  const [provider] = await shell.json<{ name: string }[]>(['idp', 'list', '--filter', 'primary=true', '--json=name'])
  const ofClerk = ['--env', 'Production', '--app', 'Billing', '--role', 'Clerk', '--group', 'finance']
  await done('mapping', 'remove', ...ofClerk, '--idp', provider?.name ?? '')
  await open()
  expect(application.sessions().at(-1)).toMatchObject({ roles: ['approver', 'viewer'] })
}, 180_000)

test('logging out of the portal ends the session in the application', async () => {
  const { page, tab } = await open()
  const sid = application.sessions().at(-1)?.['sid']
  await page.getByRole('button', { name: /Ada/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect.poll(() => application.logouts().some((one) => one['sid'] === sid), waits).toBe(true)
  await tab.reload()
  await tab.getByRole('heading', { name: 'Not signed in' }).waitFor()
}, 180_000)

test('logging out in the application ends the session of the portal', async () => {
  const { page, tab } = await open()
  await tab.getByRole('link', { name: 'Log out' }).click()
  await tab.getByRole('heading', { name: 'Goodbye bye' }).waitFor()
  await page.reload()
  await page.getByLabel('Username').waitFor()
}, 180_000)

test('an application that is registered for DPoP gets tokens that are bound to its key', async () => {
  await open()
  expect(application.tokens().at(-1)?.type).toBe('bearer')
  await register('--dpop')
  await open()
  const { type, userinfo } = application.tokens().at(-1) ?? {}
  expect([type, userinfo?.['preferred_username']]).toEqual(['dpop', expect.any(String)])
}, 180_000)

test('Apache with mod_auth_openidc signs people in with its default configuration, if PKCE is not required', async () => {
  const folder = temporaryFolder()
  const audience = 'urn:portico:acme:application:billing'
  const apache = await startResourceServer(join(folder.path, 'apache'), {
    portico: demo.url,
    client: await register(),
    audience,
    roles: ['viewer', 'approver'],
  })
  try {
    const { page, callback } = apache.signIn
    const visitor = await demo.enter()
    await register('--redirect-uri', callback, '--no-require-pkce')
    await visitor.page.goto(page)
    await expect.poll(() => visitor.page.textContent('body'), waits).toContain('Apples')
  } finally {
    await apache.stop()
    folder.remove()
  }
}, 180_000)
