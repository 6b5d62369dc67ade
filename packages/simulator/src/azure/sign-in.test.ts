import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { derivedGuid, type Simulator, startSimulator } from '../index.ts'
import { application, applicationId, callback, dana, directory, tenantId } from '../testing/azure.ts'
import { formOf, openBrowser } from '../testing/browser.ts'
import { keepLog, simulatorConfig } from '../testing/fixture.ts'

let simulator: Simulator
beforeAll(async () => {
  const providers = [directory(), directory({ id: 'entra1', version: 1 })]
  simulator = await startSimulator(simulatorConfig({ providers }), keepLog())
})
afterAll(() => simulator.stop())
beforeEach(() => {
  for (const id of ['entra1', 'entra2']) simulator.azureControl(id).reset()
})

const idOf = (version: 1 | 2) => (version === 1 ? 'entra1' : 'entra2')

async function verified(version: 1 | 2, idToken: string) {
  const { jwks_uri, issuer } = await application(simulator, version).metadata()
  return jwtVerify(idToken, createRemoteJWKSet(new URL(jwks_uri)), { issuer, audience: applicationId })
}

describe.each([1, 2] as const)('version %i', (version) => {
  test.each(['query', 'form_post'])(
    'signs a person in by %s, with what this version says of a person',
    async (mode) => {
      const app = application(simulator, version)
      const { sent, form } = await app.authorize({ response_mode: mode })
      expect(sent.get('state')).toBe('a state')
      if (mode === 'form_post') expect(form?.action).toBe(callback)
      const answer = await app.redeem(sent.get('code') ?? '')
      const body = (await answer.json()) as { id_token: string } & Record<string, unknown>
      expect(body['expires_in']).toBe(version === 1 ? '3599' : 3599)
      const { payload } = await verified(version, body.id_token)
      const groups = [derivedGuid(tenantId, 'group', 'Sales'), '11111111-2222-4333-8444-555555555555']
      const oid = derivedGuid(tenantId, 'user', dana.username)
      expect(payload).toMatchObject({ nonce: app.nonce, tid: tenantId, oid, name: 'Dana Scully', groups })
      expect(payload.iss).toBe(simulator.issuer(idOf(version)))
      const names =
        version === 1
          ? { ver: '1.0', upn: dana.username, unique_name: dana.username, family_name: 'Scully' }
          : { ver: '2.0', preferred_username: dana.username, email: 'dana.scully@acme.example' }
      expect(payload).toMatchObject(names)
      expect('upn' in payload).toBe(version === 1)
      expect('preferred_username' in payload).toBe(version === 2)
    },
  )

  test('the directory answers by its id as well, under the same issuer', async () => {
    const [byDomain, byId] = await Promise.all(
      ['acme.example', tenantId].map((tenant) => application(simulator, version, tenant).metadata()),
    )
    expect(byId!.issuer).toBe(byDomain!.issuer)
    expect(byId!.token_endpoint).toContain(`/azure/${tenantId}/oauth2/`)
    expect(byDomain!.token_endpoint).toContain('/azure/acme.example/oauth2/')
  })

  test('a second sign-in needs no password, unless prompt or login_hint ask for one', async () => {
    const app = application(simulator, version)
    const { browser } = await app.authorize()
    const again = await app.toLogin(browser, { login_hint: dana.username })
    expect(again.address.startsWith(`${callback}?`)).toBe(true)
    for (const extra of [{ prompt: 'login' }, { login_hint: 'fox@acme.example' }]) {
      const { response } = await app.toLogin(browser, extra)
      expect(await response.text()).toContain('name="password"')
    }
    const silent = await app.toLogin(openBrowser(), { prompt: 'none' })
    expect(new URL(silent.address).searchParams.get('error')).toBe('login_required')
  })

  test('login_hint fills the login page; domain_hint is taken', async () => {
    const { response } = await application(simulator, version).toLogin(openBrowser(), {
      login_hint: 'fox@acme.example',
      domain_hint: 'acme.example',
    })
    expect(await response.text()).toContain('value="fox@acme.example"')
  })

  test.each(['GET', 'POST'])('logout by %s ends the session and leads back', async (method) => {
    const app = application(simulator, version)
    const { browser } = await app.authorize()
    const back = 'http://127.0.0.1:9/signed-out'
    const asked = new URLSearchParams({ post_logout_redirect_uri: back, state: 's1' })
    const { end_session_endpoint: address } = await app.metadata()
    const first =
      method === 'GET'
        ? await browser.go(`${address}?${asked.toString()}`)
        : await browser.go(address, { method, body: asked })
    expect((await browser.follow(first, address)).address).toBe(`${back}?state=s1`)
    const { response } = await app.toLogin(browser)
    expect(await response.text()).toContain('name="password"')
  })

  test('logout does not redirect to an unregistered address', async () => {
    const { end_session_endpoint: address } = await application(simulator, version).metadata()
    const asked = new URLSearchParams({ post_logout_redirect_uri: 'http://127.0.0.1:9/elsewhere' })
    const answer = await openBrowser().go(`${address}?${asked.toString()}`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('You are signed out')
  })

  describe('an application with a front-channel address', () => {
    const frontchannelLogoutUri = 'http://127.0.0.1:9/front-channel?tenant=acme'
    let told: Simulator
    beforeAll(async () => {
      const [client] = directory().clients
      const clients = [{ ...client!, frontchannelLogoutUri }]
      const providers = [directory({ id: idOf(version), version, clients, optionalClaims: ['sid'] })]
      told = await startSimulator(simulatorConfig({ providers }), keepLog())
    })
    afterAll(() => told.stop())

    async function signedIn() {
      const app = application(told, version)
      const { browser, sent } = await app.authorize()
      const { id_token } = (await (await app.redeem(sent.get('code') ?? '')).json()) as { id_token: string }
      const frame = new URL(frontchannelLogoutUri)
      frame.searchParams.set('iss', told.issuer(idOf(version)))
      frame.searchParams.set('sid', String(decodeJwt(id_token)['sid']))
      return { app, browser, frame: frame.href.replaceAll('&', '&#38;') }
    }

    test('is notified of a logout in a frame, with the session id of its ID tokens', async () => {
      const { app, browser, frame } = await signedIn()
      const back = 'http://127.0.0.1:9/signed-out'
      const { end_session_endpoint } = await app.metadata()
      const answer = await browser.go(`${end_session_endpoint}?post_logout_redirect_uri=${encodeURIComponent(back)}`)
      expect(answer.headers.get('content-security-policy')).toContain('frame-src http://127.0.0.1:9;')
      const page = await answer.text()
      expect(page).toContain(`<iframe src="${frame}"`)
      expect(page).toContain(`id="next" href="${back}"`)
      expect(await (await browser.go(end_session_endpoint)).text()).not.toContain('<iframe')
    })

    test('is also notified of one that started on the session page', async () => {
      const { browser, frame } = await signedIn()
      const address = `${told.azure.authority}/${tenantId}/oauth2/${version === 1 ? '' : 'v2.0/'}session`
      const shown = await (await browser.go(address)).text()
      expect(shown).toContain(`Signed in as ${dana.username}.`)
      const page = await (await browser.go(new URL(formOf(shown).action, address).href)).text()
      expect(page).toContain(`<iframe src="${frame}"`)
      expect(page).not.toContain('id="next"')
    })
  })

  test.each([
    ['a wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client', 7000215],
    ['an unknown application', { client_id: 'nobody' }, 400, 'unauthorized_client', 700016],
    ['a wrong verifier', { code_verifier: 'x'.repeat(43) }, 400, 'invalid_grant', 501481],
    ['another redirect address', { redirect_uri: 'http://127.0.0.1:9/x' }, 400, 'invalid_grant', 500112],
    ['an unknown code', { code: 'x' }, 400, 'invalid_grant', 9002313],
    ['an unknown grant', { grant_type: 'password' }, 400, 'unsupported_grant_type', 70003],
  ])('%s is refused as Microsoft does', async (_case, change, status, error, number) => {
    const app = application(simulator, version)
    const { sent } = await app.authorize()
    const answer = await app.redeem(sent.get('code') ?? '', change)
    expect(answer.status).toBe(status)
    const body = (await answer.json()) as { error_description: string }
    expect(body).toMatchObject({ error, error_codes: [number] })
    expect(body.error_description).toMatch(new RegExp(`^AADSTS${number}: .*Trace ID: .*Timestamp: `))
  })

  test('a code works once, and so does either secret', async () => {
    const app = application(simulator, version)
    const { sent } = await app.authorize()
    const code = sent.get('code') ?? ''
    expect((await app.redeem(code, { client_secret: 'an-application-secret~2' })).status).toBe(200)
    expect(await (await app.redeem(code)).json()).toMatchObject({ error_codes: [54005] })
  })

  test.each([
    ['redirect_uri', 'http://127.0.0.1:9/elsewhere', 'AADSTS50011'],
    ['client_id', 'nobody', 'AADSTS700016'],
  ])('a wrong %s stays on a page', async (name, value, number) => {
    const { response, address } = await application(simulator, version).toLogin(openBrowser(), { [name]: value })
    expect(response.status).toBe(400)
    expect(address.startsWith(simulator.url)).toBe(true)
    expect(await response.text()).toContain(number)
  })

  test('a wrong password stays on the login page; cancel goes back with access_denied', async () => {
    const app = application(simulator, version)
    const { end } = await app.authorize({}, { ...dana, password: 'wrong' }).catch(() => ({ end: undefined }))
    expect(end?.response.status).toBe(400)
    const browser = openBrowser()
    const login = await app.toLogin(browser)
    const { address } = await browser.follow(await browser.go(`${login.address}/cancel`), `${login.address}/cancel`)
    expect(new URL(address).searchParams.get('error')).toBe('access_denied')
  })
})

test('an ID token names the session only where the application asked for that claim', async () => {
  expect(decodeJwt((await application(simulator, 2).signIn()).id_token)).not.toHaveProperty('sid')
})

test('version 2 wants a scope, and vouches for a person only with openid', async () => {
  const app = application(simulator, 2)
  const none = await app.toLogin(openBrowser(), { scope: '' })
  expect(new URL(none.address).searchParams.get('error_description')).toContain('AADSTS900144')
  const { sent } = await app.authorize({ scope: 'User.Read' })
  expect(await (await app.redeem(sent.get('code') ?? '')).json()).not.toHaveProperty('id_token')
})

test('an unknown directory is AADSTS90002', async () => {
  const answer = await fetch(`${simulator.azure.authority}/nobody.example/v2.0/.well-known/openid-configuration`)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: 'invalid_tenant', error_codes: [90002] })
})

describe('switches', () => {
  const claims = async (version: 1 | 2 = 2) => decodeJwt((await application(simulator, version).signIn()).id_token)

  test.each([1, 2] as const)(
    'manyGroups: version %i points at the retired service instead of naming groups',
    async (version) => {
      simulator.azureControl(idOf(version)).set({ manyGroups: true })
      const said = await claims(version)
      expect(said).not.toHaveProperty('groups')
      expect(said).toMatchObject({ _claim_names: { groups: 'src1' } })
      expect(JSON.stringify(said['_claim_sources'])).toContain('https://graph.windows.net/')
    },
  )

  test('hasgroups: the overage is a flag', async () => {
    simulator.azureControl('entra2').set({ manyGroups: true, hasgroups: true })
    const said = await claims()
    expect(said['hasgroups']).toBe(true)
    expect(said).not.toHaveProperty('_claim_names')
  })

  test('otherTenant: tid and issuer are another directory’s, under the true key', async () => {
    simulator.azureControl('entra2').set({ otherTenant: true })
    const { id_token } = await application(simulator, 2).signIn()
    const said = decodeJwt(id_token)
    expect(said['tid']).not.toBe(tenantId)
    expect(said.iss).toContain(String(said['tid']))
    await expect(verified(2, id_token)).rejects.toThrow('"iss"')
  })

  test('wrongVersion: the other version’s claims and issuer', async () => {
    simulator.azureControl('entra2').set({ wrongVersion: true })
    expect(await claims()).toMatchObject({ ver: '1.0', upn: dana.username, iss: simulator.issuer('entra1') })
  })

  test('expiredSecret: AADSTS7000222', async () => {
    const app = application(simulator, 2)
    const { sent } = await app.authorize()
    simulator.azureControl('entra2').set({ expiredSecret: true })
    const answer = await app.redeem(sent.get('code') ?? '')
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ error: 'invalid_client', error_codes: [7000222] })
  })

  test('rotatedKeys: a new key signs, both are published', async () => {
    const app = application(simulator, 2)
    const before = decodeProtectedHeader((await app.signIn()).id_token).kid
    simulator.azureControl('entra2').set({ rotatedKeys: true })
    const { id_token } = await app.signIn()
    expect(decodeProtectedHeader(id_token).kid).not.toBe(before)
    await verified(2, id_token)
    const { keys } = (await (await fetch((await app.metadata()).jwks_uri)).json()) as { keys: { kid: string }[] }
    expect(keys.map((each) => each.kid)).toEqual([before, decodeProtectedHeader(id_token).kid])
  })

  test('odd: the ID token has the false claims of an OpenID provider', async () => {
    simulator.azureControl('entra2').set({ odd: 'wrong-nonce' })
    const app = application(simulator, 2)
    expect(decodeJwt((await app.signIn()).id_token)['nonce']).not.toBe(app.nonce)
    simulator.azureControl('entra2').set({ odd: 'foreign-key' })
    await expect(verified(2, (await app.signIn()).id_token)).rejects.toThrow('signature verification failed')
  })

  test('odd: username and groups can be missing', async () => {
    for (const version of [1, 2] as const) {
      simulator.azureControl(idOf(version)).set({ odd: 'missing-username-claim' })
      const names = Object.keys(await claims(version))
      for (const name of ['upn', 'unique_name', 'preferred_username']) expect(names).not.toContain(name)
      expect(names).toContain('groups')
      simulator.azureControl(idOf(version)).set({ odd: 'missing-groups' })
      expect(await claims(version)).not.toHaveProperty('groups')
    }
  })

  test('slowSecs delays the authority', async () => {
    simulator.azureControl('entra2').set({ slowSecs: 0.3 })
    const before = performance.now()
    await application(simulator, 2).metadata()
    expect(performance.now() - before).toBeGreaterThanOrEqual(295)
  })

  test('an unknown switch is a sentence', () => {
    const wrong = { clockOffsetSecs: 1 } as object
    expect(() => simulator.azureControl('entra2').set(wrong)).toThrow('clockOffsetSecs: there is no such setting.')
    expect(() => simulator.control('entra2')).toThrow('plays no oidc provider "entra2"')
  })
})
