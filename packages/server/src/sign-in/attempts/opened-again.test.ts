import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import {
  comeBack,
  countSessions,
  landing,
  newBrowser,
  postAcross,
  providerEntry,
  refusedWith,
  startAt,
  tenantWith,
  whoIs,
  callbackPath,
} from '../../testing/sign-in-run.ts'
import { createTestServer, type Browser, type TestServer } from '../../testing/test-server.ts'
import { ask, forgedFor, playedProvider, postResponse } from '../saml/testing/saml-run.ts'

/** The page of a sign-in that is over is opened again, as by the back button. */
let server: TestServer
let acme: ImportedTenant
let own: ScriptedProvider
let byForm: ScriptedProvider
const saml = playedProvider('saml.example')
const portal = { status: 303, path: '/portal', error: null }

beforeAll(async () => {
  ;[own, byForm] = await Promise.all([startScriptedProvider(), startScriptedProvider()])
  server = await createTestServer()
  acme = await server.importTenant(
    tenantWith('acme', [
      providerEntry(own.issuer, { suffixes: ['acme.example'] }),
      providerEntry(byForm.issuer, {
        name: 'Form',
        primary: false,
        suffixes: ['form.example'],
        config: { responseMode: 'form_post' },
      }),
      saml.entry({
        name: 'Partners',
        primary: false,
        suffixes: ['saml.example'],
        config: { attributes: { username: 'uid' } },
      }),
    ]),
  )
})
afterAll(async () => {
  await server?.close()
  await Promise.all([own, byForm].map((one) => one?.stop()))
})

async function signedIn(provider = own, username = 'ada@acme.example') {
  provider.plays({ person: { sub: username, preferred_username: username, groups: ['staff'] } })
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, username)
  const answer = provider.authorize(redirectUrl)
  if (provider === own) await comeBack(browser, redirectUrl, answer)
  else await follow(browser, await postAcross(browser, callbackPath(redirectUrl), answer))
  expect(await whoIs(browser)).toMatchObject({ username })
  return { browser, redirectUrl, answer, before: await traces() }
}

/** Follows our redirect; the browser sends its cookies with it. */
async function follow(browser: Browser, response: Response): Promise<Response> {
  return browser.send(response.headers.get('location') ?? '', { headers: { accept: 'text/html' } })
}

async function traces() {
  const records = await tenantScope(server.database, acme.id).transaction(async (tx) => {
    const { rows } = await sql<{ n: string }>`select count(*) as n from sign_in_records`.execute(tx.db)
    return Number(rows[0]?.n)
  })
  return { records, sessions: await countSessions(server, acme) }
}

describe('in a browser with a session of the provider', () => {
  it('a callback continues to the portal, and changes nothing', async () => {
    const { browser, redirectUrl, answer, before } = await signedIn()
    const session = browser.cookies.get('portico-session')
    expect(landing(await comeBack(browser, redirectUrl, answer))).toEqual(portal)
    expect([browser.cookies.get('portico-session'), await traces()]).toEqual([session, before])
  })

  it('a posted form continues to the portal too', async () => {
    const { browser, redirectUrl, answer, before } = await signedIn(byForm, 'ada@form.example')
    const again = await postAcross(browser, callbackPath(redirectUrl), answer)
    expect(landing(await follow(browser, again))).toEqual(portal)
    expect(await traces()).toEqual(before)
  })

  it('a posted SAML response continues to the portal too', async () => {
    const asked = await ask(server, 'kim@saml.example')
    const change = { nameId: { value: 'p-1' }, attributes: { uid: ['kim@saml.example'] } }
    const response = await forgedFor(server, saml, asked, change)
    await postResponse(asked, response)
    expect(await whoIs(asked.browser)).toMatchObject({ username: 'kim@saml.example' })
    const before = await traces()
    expect(landing(await postResponse(asked, response))).toEqual(portal)
    expect(await traces()).toEqual(before)
  })

  it('an invented state continues to the portal, and begins no session', async () => {
    const { browser, redirectUrl, before } = await signedIn()
    const answer = new URLSearchParams({ code: 'x', state: 'invented', iss: own.issuer })
    expect(landing(await comeBack(browser, redirectUrl, answer))).toEqual(portal)
    expect(await traces()).toEqual(before)
  })
})

describe('is expired', () => {
  const expired = refusedWith('SIGN_IN_EXPIRED')

  it('in a browser without a session', async () => {
    const { redirectUrl, answer } = await signedIn()
    expect(landing(await comeBack(newBrowser(server), redirectUrl, answer))).toEqual(expired)
  })

  it('in a browser whose session has ended', async () => {
    const { browser, redirectUrl, answer } = await signedIn()
    await tenantScope(server.database, acme.id).transaction(
      async (tx) => void (await sql`delete from sessions`.execute(tx.db)),
    )
    expect(landing(await comeBack(browser, redirectUrl, answer))).toEqual(expired)
  })

  it('in a browser with a session of another provider', async () => {
    const { redirectUrl, answer } = await signedIn()
    const { browser } = await signedIn(byForm, 'bea@form.example')
    expect(landing(await comeBack(browser, redirectUrl, answer))).toEqual(expired)
  })

  it('in a browser without a session that posts the form again', async () => {
    const { redirectUrl, answer } = await signedIn(byForm, 'cem@form.example')
    const other = newBrowser(server)
    expect(landing(await follow(other, await postAcross(other, callbackPath(redirectUrl), answer)))).toEqual(expired)
  })
})
