import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import {
  change,
  comeBack,
  landing,
  lastRecord,
  newBrowser,
  postLogin,
  providerEntry,
  refusedWith,
  startAt,
  tenantWith,
  whoIs,
} from '../../testing/sign-in-run.ts'
import { createTestServer, testBaseUrl, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let own: ScriptedProvider
let acme: ImportedTenant
let globex: ImportedTenant

beforeAll(async () => {
  own = await startScriptedProvider()
  server = await createTestServer()
  const entry = (domain: string) => [providerEntry(own.issuer, { suffixes: [domain] })]
  acme = await server.importTenant(tenantWith('acme', entry('acme.example')))
  globex = await server.importTenant(tenantWith('globex', entry('globex.example')))
})
afterAll(async () => {
  await server?.close()
  await own?.stop()
})

/** Another site's page, or the provider's own launcher, sends the browser to our start address. */
async function start(query: Record<string, string> = {}) {
  const browser = newBrowser(server)
  const path = `/api/login/idps/${acme.identityProviderIds.get('Main')}/initiate`
  const response = await browser.send(`${path}?${new URLSearchParams(query).toString()}`, {
    headers: { accept: 'text/html', 'sec-fetch-site': 'cross-site' },
  })
  return { browser, response, location: response.headers.get('location') ?? '' }
}

/** The same, with the person signed in at the end: where they arrive. */
async function arrive(query: Record<string, string>) {
  own.plays({ person: { sub: 'ada', preferred_username: 'ada@acme.example', groups: ['staff'] } })
  const { browser, location } = await start(query)
  const { error, path } = landing(await comeBack(browser, location, own.authorize(location)))
  return { error, path, who: (await whoIs(browser))?.username }
}

describe('a sign-in at our own page', () => {
  const storedPath = async () => {
    const { rows } = await tenantScope(server.database, acme.id).transaction(({ db }) =>
      sql<{
        path: string
      }>`select return_path as path from sign_in_transactions order by expires_at desc limit 1`.execute(db),
    )
    return rows[0]?.path
  }

  it.each([
    ['/portal/sessions', '/portal/sessions'],
    ['https://evil.example/portal', '/portal'],
    ['//evil.example/portal', '/portal'],
    ['/api/login/signout', '/portal'],
  ])('for %s keeps %s as the place to return to', async (returnPath, kept) => {
    await newBrowser(server).send(`/api/login?${new URLSearchParams({ returnPath }).toString()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ada@acme.example' }),
    })
    expect(await storedPath()).toBe(kept)
  })

  it('leads to a place of this server, whatever is kept', async () => {
    own.plays({ person: { sub: 'ada', preferred_username: 'ada@acme.example', groups: ['staff'] } })
    const browser = newBrowser(server)
    const { redirectUrl } = await postLogin(browser, 'ada@acme.example')
    await change(server, acme, sql`update sign_in_transactions set return_path = 'https://evil.example/portal'`)
    const answer = await comeBack(browser, redirectUrl ?? '', own.authorize(redirectUrl ?? ''))
    expect(answer.headers.get('location')).toBe('/portal')
  })
})

describe('a sign-in that another site begins', () => {
  it('is an attempt of this browser like any other, with the name as a hint', async () => {
    const { response, location, browser } = await start({ iss: own.issuer, login_hint: 'ada@acme.example' })
    expect(response.status).toBe(303)
    const asked = new URL(location)
    expect(asked.origin + asked.pathname).toBe(`${own.issuer}/authorize`)
    expect(asked.searchParams.get('login_hint')).toBe('ada@acme.example')
    expect(browser.cookies.has('portico-sign-in')).toBe(true)
    expect(await lastRecord(server, acme)).toMatchObject({ outcome: 'open', username: 'ada@acme.example' })
  })

  it.each([
    ['a path of this server', '/portal/admin/sign-ins', '/portal/admin/sign-ins'],
    ['an address of this server', `${testBaseUrl}/portal/admin/sign-ins`, '/portal/admin/sign-ins'],
    ['another site', 'https://elsewhere.example/portal', '/portal/environments'],
    ['another site with our address as prefix', `${testBaseUrl}.elsewhere.example/portal`, '/portal/environments'],
    ['another site without a scheme', '//elsewhere.example/portal', '/portal/environments'],
    ['another site by a backslash', '/\\elsewhere.example', '/portal/environments'],
    ['a script', 'javascript:alert(1)', '/portal/environments'],
    ['our own sign-out', '/api/login/signout', '/portal/environments'],
  ])('ends where it may: %s', async (_, target, path) => {
    expect(await arrive({ target_link_uri: target })).toEqual({ error: null, path, who: 'ada@acme.example' })
  })

  it('ends no session of another provider: the sign-in page asks for a username first', async () => {
    own.plays({ person: { sub: 'gus', preferred_username: 'gus@globex.example', groups: ['staff'] } })
    const browser = newBrowser(server)
    const redirectUrl = await startAt(browser, 'gus@globex.example')
    expect(landing(await comeBack(browser, redirectUrl, own.authorize(redirectUrl))).error).toBeNull()
    const to = await Promise.all(
      [acme, globex].map(async (tenant) => {
        const path = `/api/login/idps/${tenant.identityProviderIds.get('Main')}/initiate?target_link_uri=/portal/sessions`
        return (await browser.send(path, { headers: { accept: 'text/html' } })).headers.get('location')
      }),
    )
    expect(to[0]).toBe('/login/?returnPath=%2Fportal%2Fsessions&ended=elsewhere')
    expect(to[1]).toMatch(`${own.issuer}/authorize`)
    expect((await whoIs(browser))?.username).toBe('gus@globex.example')
  })

  it('ends no session that began after it, at another provider', async () => {
    const { browser, location } = await start({ target_link_uri: '/portal/sessions' })
    own.plays({ person: { sub: 'gus', preferred_username: 'gus@globex.example', groups: ['staff'] } })
    const redirectUrl = await startAt(browser, 'gus@globex.example')
    expect(landing(await comeBack(browser, redirectUrl, own.authorize(redirectUrl))).error).toBeNull()
    own.plays({ person: { sub: 'ada', preferred_username: 'ada@acme.example', groups: ['staff'] } })
    const response = await comeBack(browser, location, own.authorize(location))
    expect(response.headers.get('location')).toBe('/login/?returnPath=%2Fportal%2Fsessions&ended=elsewhere')
    expect((await whoIs(browser))?.username).toBe('gus@globex.example')
  })

  it('of an unknown provider, or one that is switched off, is refused on a page', async () => {
    const path = '/api/login/idps/01890000-0000-7000-8000-000000000000/initiate'
    const unknown = await newBrowser(server).send(path, { headers: { accept: 'text/html' } })
    expect(landing(unknown)).toEqual(refusedWith('SIGN_IN_EXPIRED'))
    await change(server, acme, sql`update identity_providers set enabled = false`)
    expect(landing((await start()).response)).toEqual(refusedWith('SIGN_IN_EXPIRED'))
    await change(server, acme, sql`update identity_providers set enabled = true`)
  })
})
