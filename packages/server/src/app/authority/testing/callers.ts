import { createScimToken, enterTenant } from '@portico/core'
import { expect } from 'vitest'

import { tenantScope } from '../../../kit/database/tenant-scope.ts'
import { csrfTokenOf } from '../../../kit/http/csrf.ts'
import { uuidv7 } from '../../../kit/identifiers.ts'
import { makeCodes } from '../../../sign-in/recovery-codes/queries.ts'
import { hashToken, randomToken } from '../../../kit/secrets/secret-box.ts'
import { createRepairSession } from '../../../sign-in/sessions/repair-sessions.ts'
import { createSetupSession } from '../../../sign-in/sessions/setup-sessions.ts'
import { changeSetup, makeSetupUrl } from '../../../sign-in/setup/queries.ts'
import { saveSupportAccess } from '../../../tenant/support-access/queries.ts'
import type { ImportedTenant } from '../../../operator/tenant-import/import.ts'
import { mintToken } from '../../../testing/mint-token.ts'
import { addEmailDomain } from '../../../testing/tenant-rows.ts'
import { createBrowser, signAssertion, signedIn, type Browser } from '../../../testing/test-server.ts'
import type { ActorName } from '../cells.ts'
import { makeProvider } from './objects.ts'
import { once, shared, type Cell, type World } from './world.ts'

/** How a caller sends requests, with the CSRF token of its session. */
export type Sender = { send(path: string, init: RequestInit): Promise<Response>; csrf: string }

export async function sender(world: World, actor: ActorName, cell: Cell): Promise<Sender> {
  const { acme, globex } = world
  const { endpoint } = cell
  const withSession = (browser: Browser): Sender => ({
    send: (path, init) => browser.send(path, init),
    csrf: browser.cookies.get('csrf') ?? '',
  })
  const person = (tenant: ImportedTenant, groups: string[]) =>
    shared(world, cell, `${actor} of ${tenant.slug}`, () =>
      signedIn(world.server, tenant, { username: `${uuidv7(Date.now())}@${tenant.slug}.example`, groups }),
    )
  // Other calls can end these sessions, by what they change in the tenant.
  const ofEndpoint = (make: () => Promise<Browser>) => shared(world, cell, `${actor} for ${endpoint.name}`, make)
  switch (actor) {
    case 'no session':
      return withSession(createBrowser(world.server, world.server.deps.settings.baseUrl))
    case 'ended session':
      return withSession(await once(world, 'ended session', () => signedOut(world)))
    case 'plain user':
      return withSession(await person(acme, ['staff']))
    case 'admin':
      if (endpoint.name === 'drillRecoveryCode') world.recoveryCode = await makeRecoveryCode(world)
      return withSession(await person(acme, ['admins', 'staff']))
    case "globex's admin":
      return withSession(await person(globex, ['admins', 'staff']))
    case 'vendor support':
      await allowSupport(world, { access: true, change: false })
      return withSession(await person(world.vendor, ['support']))
    case 'service account':
      return bearer(world, await token(world, 'plain', endpoint.name))
    case 'admin service account':
      return bearer(world, await token(world, 'administrator', endpoint.name))
    case 'recovery code':
      return withSession(await ofEndpoint(() => repairer(world)))
    case 'setup URL':
      return withSession(await ofEndpoint(() => setupHolder(world)))
    case 'support with toggle off':
      return withSession(await ofEndpoint(() => supporter(world, { access: false, change: false })))
    case 'support with toggle on':
      return withSession(await ofEndpoint(() => supporter(world, { access: true, change: false })))
    case 'support that may change':
      return withSession(await ofEndpoint(() => supporter(world, { access: true, change: true })))
    case 'revoked token':
      return bearer(world, await once(world, 'revoked token', () => revoked(world)))
    case 'SCIM token':
      return bearer(world, await once(world, 'SCIM token', () => scimToken(world)))
  }
}

/** A repair session of acme. A new one each time, because some calls end it. */
export async function repairer(world: World): Promise<Browser> {
  const token = randomToken()
  await tenantScope(world.server.database, world.acme.id).transaction((tx) =>
    createRepairSession(tx, hashToken(token), Date.now()),
  )
  const { secrets, settings } = world.server.deps
  return createBrowser(world.server, settings.baseUrl, { session: token, csrf: csrfTokenOf(secrets, token) })
}

/** A support session in acme, which then allows this. A new one each time, because some calls end it. */
export async function supporter(world: World, allowed: { access: boolean; change: boolean }): Promise<Browser> {
  await allowSupport(world, { access: true, change: true })
  const username = `${uuidv7(Date.now())}@vendor.example`
  const browser = await signedIn(world.server, world.vendor, { username, groups: ['support'] })
  const params = { tenantId: world.acme.id }
  const outcome = await browser.core.client.call(enterTenant, { params, body: { reason: 'test' } })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  await allowSupport(world, allowed)
  return browser
}

async function allowSupport(world: World, { access, change }: { access: boolean; change: boolean }): Promise<void> {
  await tenantScope(world.server.database, world.acme.id).transaction((tx) =>
    saveSupportAccess(tx, { allowProsAccess: access, allowProsChange: change }),
  )
}

/** A setup session of acme with a provider that is configured. A new one each time, because some calls end it. */
export async function setupHolder(world: World): Promise<Browser> {
  const token = randomToken()
  const providerId = await makeProvider(world, world.acme)
  await tenantScope(world.server.database, world.acme.id).transaction(async (tx) => {
    const urlEndsAt = await makeSetupUrl(tx, { token: randomToken(), by: 'test' })
    await changeSetup(tx, { step: 2, type: 'OPENSAML', providerId, isMade: true })
    await addEmailDomain(tx, providerId, `${providerId}.example`)
    await createSetupSession(tx, { hash: hashToken(token), nowMs: Date.now(), urlEndsAt })
  })
  const { secrets, settings } = world.server.deps
  return createBrowser(world.server, settings.baseUrl, { session: token, csrf: csrfTokenOf(secrets, token) })
}

/** A current code of acme, only for the cell that may drill it: making codes replaces those of other cells and ends a repair session. */
async function makeRecoveryCode(world: World): Promise<string> {
  const codes = await tenantScope(world.server.database, world.acme.id).transaction((tx) =>
    makeCodes(tx, { by: 'test', days: 1 }),
  )
  return codes[0] ?? ''
}

/** Sign-out cleared the cookies; an attacker who copied them sends them again. */
async function signedOut(world: World): Promise<Browser> {
  const kept = createBrowser(world.server, world.server.deps.settings.baseUrl)
  const browser = await signedIn(world.server, world.acme, { username: 'gone@acme.example', groups: ['admins'] })
  for (const [name, value] of browser.cookies) kept.cookies.set(name, value)
  const ended = await browser.send('/api/login/signout', form({ 'X-CSRFToken': browser.cookies.get('csrf') ?? '' }))
  expect(ended.status).toBe(303)
  expect(browser.cookies.has('portico-session')).toBe(false)
  return kept
}

/** One token per account and minute, since tokens expire; but a fresh one for sign-out, which revokes it. */
function token(world: World, account: string, endpointName: string): Promise<string> {
  const id = world.acme.serviceAccountIds.get(account) ?? ''
  const mint = () => mintToken(world.server, signAssertion(world.keys.privateKey, id))
  return endpointName === 'signOut'
    ? mint()
    : once(world, `token of ${account} at ${Math.floor(Date.now() / 60_000)}`, mint)
}

/** An active token of acme's directory, which opens only the addresses of SCIM. */
async function scimToken(world: World): Promise<string> {
  const admin = await signedIn(world.server, world.acme, { username: 'scim@acme.example', groups: ['admins'] })
  const id = await makeProvider(world, world.acme)
  const made = await admin.core.client.call(createScimToken, { params: { id }, body: { name: 'Caller' } })
  if (!made.ok) throw new Error(made.problem.errorMessage)
  return made.value.token
}

async function revoked(world: World): Promise<string> {
  const minted = await token(world, 'administrator', 'signOut')
  expect((await bearer(world, minted).send('/api/login/signout', form({}))).status).toBe(303)
  return minted
}

function bearer(world: World, accessToken: string): Sender {
  return {
    csrf: '',
    send: (path, init) => {
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${accessToken}`)
      return world.server.fetch(
        new Request(world.server.deps.settings.baseUrl + path, { ...init, headers, redirect: 'manual' }),
      )
    },
  }
}

function form(fields: Record<string, string>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields) }
}
