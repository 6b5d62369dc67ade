import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { ImportedTenant } from '../operator/tenant-import/import.ts'
import { scriptedClient, startScriptedProvider, type ScriptedProvider } from '../testing/scripted-provider.ts'
import {
  change,
  comeBack,
  landing,
  newBrowser,
  postForm,
  providerEntry,
  startAt,
  tenantWith,
  whoIs,
} from '../testing/sign-in-run.ts'
import { signedOutState } from './oidc/sign-out.ts'
import { createBrowser, createTestServer, testBaseUrl, type Browser, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let acme: ImportedTenant
let ending: ScriptedProvider
let plain: ScriptedProvider

beforeAll(async () => {
  ;[ending, plain] = await Promise.all([startScriptedProvider({ endsSessions: true }), startScriptedProvider()])
  server = await createTestServer()
  const entry = (name: string, config: Record<string, unknown> = {}, issuer = ending.issuer) =>
    providerEntry(issuer, { name, primary: name === 'ending', suffixes: [`${name}.example`], config })
  acme = await server.importTenant(
    tenantWith('acme', [
      entry('ending'),
      entry('posting', { sloMethod: 'post', logoutRedirectUrl: 'https://www.acme.example/bye' }),
      entry('disabled', { disableSlo: true }),
      entry('abroad', { logoutRedirectUrl: 'https://例え.example/さようなら?q=ü' }),
      entry('typed', { sloUrl: 'https://idp.example/logout?tenant=acme' }),
      entry('plain', {}, plain.issuer),
      entry('company', { logoutRedirectUrl: 'https://www.acme.example/bye?from=portal&x=1' }, plain.issuer),
    ]),
  )
})
afterEach(() => [ending, plain].forEach((one) => one.plays()))
afterAll(async () => {
  await server?.close()
  await Promise.all([ending, plain].map((one) => one?.stop()))
})

const idOf = (name: string) => acme.identityProviderIds.get(name) ?? ''

/** Times of an ID token by the server's clock, which tests advance. */
function issuedNow() {
  const iat = Math.floor(server.clock.now() / 1000)
  return { iat, exp: iat + 300 }
}

/** A person signed in by this provider; `idToken` is what it said. */
async function signIn(
  name: string,
  more: Record<string, unknown> = {},
): Promise<{ browser: Browser; idToken: string }> {
  const provider = ['plain', 'company'].includes(name) ? plain : ending
  const before = provider.issued.length
  provider.plays({ person: { sub: name, preferred_username: `ada@${name}.example`, ...issuedNow(), ...more } })
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, `ada@${name}.example`)
  expect(landing(await comeBack(browser, redirectUrl, provider.authorize(redirectUrl))).error).toBeNull()
  return { browser, idToken: provider.issued[before] ?? '' }
}

/** The browser's answer to our sign-out form: the page's target, and that the session has ended in any case. */
async function signOut(browser: Browser) {
  const session = browser.cookies.get('portico-session') ?? ''
  expect(await whoIs(browser)).toBeDefined()
  const response = await postForm(browser, '/api/login/signout', {})
  const text = await response.text()
  expect(browser.cookies.has('portico-session')).toBe(false)
  expect(browser.cookies.has('csrf')).toBe(false)
  const again = createBrowser(server, testBaseUrl, { session })
  expect(await whoIs(again)).toBeUndefined()
  const plainText = (value = '') => value.replaceAll('&amp;', '&').replaceAll('&quot;', '"')
  const inputs = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  return {
    response,
    text,
    goesTo: plainText(/http-equiv="refresh" content="0;url=([^"]*)"/.exec(text)?.[1]),
    postsTo: plainText(/<form method="post" action="([^"]*)"/.exec(text)?.[1]),
    fields: Object.fromEntries(inputs.map(([, name = '', value]) => [name, plainText(value)])),
  }
}

describe('a sign-out at both ends', () => {
  it('leads to the provider with the ID token, our client and the way back', async () => {
    const { browser, idToken } = await signIn('ending')
    const { response, goesTo } = await signOut(browser)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    const url = new URL(goesTo)
    expect(url.origin + url.pathname).toBe(`${ending.issuer}/end-session`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      realm: 'acme',
      id_token_hint: idToken,
      client_id: scriptedClient,
      post_logout_redirect_uri: `${testBaseUrl}/api/login/idps/${idOf('ending')}/oidc/signed-out`,
      state: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/),
    })
  })

  it('by HTTP-Post puts nothing into the address', async () => {
    const { browser, idToken } = await signIn('posting')
    const { goesTo, postsTo, fields } = await signOut(browser)
    expect(goesTo).toBe('')
    expect(postsTo).toBe(`${ending.issuer}/end-session?realm=acme`)
    expect(Object.keys(fields)).toEqual(['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state'])
    expect(fields['id_token_hint']).toBe(idToken)
  })

  it('goes to the address an administrator entered, also when the provider announces another', async () => {
    const { browser } = await signIn('typed')
    const { goesTo } = await signOut(browser)
    expect(goesTo).toMatch(/^https:\/\/idp\.example\/logout\?tenant=acme&id_token_hint=/)
  })

  it('leaves a token out that is too long for an address', async () => {
    const { browser } = await signIn('ending', { groups: Array.from({ length: 300 }, (_, n) => `group number ${n}`) })
    const url = new URL((await signOut(browser)).goesTo)
    expect([...url.searchParams.keys()]).toEqual(['realm', 'client_id', 'post_logout_redirect_uri', 'state'])
  })

  it('ends only the session here where the provider has no address for it, or must not be notified', async () => {
    for (const name of ['plain', 'disabled']) {
      const { browser } = await signIn(name)
      expect(landing((await signOut(browser)).response)).toEqual({
        status: 303,
        path: '/login/signed-out',
        error: null,
      })
    }
  })

  it("ends at the company's page where there is one, also without the provider", async () => {
    const { browser } = await signIn('company')
    expect((await signOut(browser)).goesTo).toBe('https://www.acme.example/bye?from=portal&x=1')
  })

  it('completes when the provider is unreachable or hangs', async () => {
    const own = await startScriptedProvider({ endsSessions: true })
    const tenant = await server.importTenant(
      tenantWith('away', [providerEntry(own.issuer, { suffixes: ['away.example'] })]),
    )
    const enter = async () => {
      own.plays({ person: { sub: 'ada', preferred_username: 'ada@away.example', ...issuedNow() } })
      const browser = newBrowser(server)
      const redirectUrl = await startAt(browser, 'ada@away.example')
      await comeBack(browser, redirectUrl, own.authorize(redirectUrl))
      return browser
    }
    const browsers = [await enter(), await enter()]
    // The server has forgotten it, as after a restart.
    const issuer = `${own.issuer}/forgotten`
    await change(
      server,
      tenant,
      sql`update identity_providers set config = config || ${JSON.stringify({ issuer })}::jsonb`,
    )
    let givenUp = false
    own.plays({ instead: { discovery: (request) => void request.socket.once('close', () => (givenUp = true)) } })
    for (const [index, browser] of browsers.entries()) {
      if (index === 1) await own.stop()
      expect(landing((await signOut(browser)).response).path).toBe('/login/signed-out')
      if (index === 0) expect(givenUp, 'the call to the provider is still open').toBe(false)
    }
  })

  it('leads a program nowhere', async () => {
    const { browser } = await signIn('ending')
    const response = await browser.send('/api/login/signout', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: '*/*' },
      body: new URLSearchParams({ 'X-CSRFToken': browser.cookies.get('csrf') ?? '' }).toString(),
    })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/login/signed-out'])
  })

  it('asks the provider nothing that it said before, though that was long ago and it is away now', async () => {
    const { browser } = await signIn('ending')
    server.clock.advance(3_600_000)
    const asked = ending.seen.length
    ending.plays({ instead: { discovery: (_, response) => response.writeHead(500).end() } })
    expect((await signOut(browser)).goesTo).toContain(`${ending.issuer}/end-session?`)
    expect(ending.seen.length).toBe(asked)
  })
})

describe('coming back from a sign-out', () => {
  const back = async (name: string, state: string | null) => {
    const query = state === null ? '' : `?${new URLSearchParams({ state }).toString()}`
    const response = await newBrowser(server).send(`/api/login/idps/${idOf(name)}/oidc/signed-out${query}`)
    return [response.status, response.headers.get('location')]
  }
  const here = [303, '/login/signed-out']

  it("with the state of our sign-out leads to the company's page, or ours", async () => {
    const posted = await signOut((await signIn('posting')).browser)
    expect(await back('posting', posted.fields['state'] ?? '')).toEqual([303, 'https://www.acme.example/bye'])
    const ours = new URL((await signOut((await signIn('ending')).browser)).goesTo).searchParams.get('state')
    expect(await back('ending', ours)).toEqual([303, '/login/signed-out?provider=ended'])
  })

  it('without one, or with that of another provider, leads only to our page', async () => {
    const foreign = new URL((await signOut((await signIn('ending')).browser)).goesTo).searchParams.get('state')
    for (const state of [null, '', 'x', 'x.y', foreign]) expect(await back('posting', state)).toEqual(here)
  })

  it('of an unknown provider leads to our page', async () => {
    const response = await newBrowser(server).send(
      '/api/login/idps/01890000-0000-7000-8000-000000000000/oidc/signed-out?state=x.y',
    )
    expect([response.status, response.headers.get('location')]).toEqual(here)
  })
})

it('an end-session address that is a script is never reached', async () => {
  const own = await startScriptedProvider()
  own.plays({
    person: { sub: 'ada', preferred_username: 'ada@script.example' },
    discovery: (document) => ({ ...document, end_session_endpoint: 'javascript:alert(1)' }),
  })
  await server.importTenant(tenantWith('script', [providerEntry(own.issuer, { suffixes: ['script.example'] })]))
  const browser = newBrowser(server)
  await expect(startAt(browser, 'ada@script.example')).rejects.toThrow('refused')
  await own.stop()
})

it('an address in another script is where the browser goes, and no error', async () => {
  const state = encodeURIComponent(signedOutState(server.deps, idOf('abroad')))
  const response = await newBrowser(server).send(`/api/login/idps/${idOf('abroad')}/oidc/signed-out?state=${state}`)
  expect(response.status).toBe(303)
  const { href } = new URL(response.headers.get('location') ?? '')
  expect(href).toBe(new URL('https://例え.example/さようなら?q=ü').href)
})
