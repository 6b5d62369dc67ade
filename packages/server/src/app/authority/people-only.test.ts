import { createHash, randomUUID } from 'node:crypto'

import { ClientConfig, createApiToken, listApiTokens } from '@portico/core'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { saveClient } from '../../applications/clients/queries.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import {
  follow,
  registerApplication,
  sendRequest,
  statusOf,
} from '../../applications/saml-applications/testing/played-application.ts'
import { serve } from '../serve.ts'
import { giveFederationKeys } from '../../testing/made-keys.ts'
import { signedIn, type Browser } from '../../testing/test-server.ts'
import { repairer, setupHolder, supporter } from './testing/callers.ts'
import { applicationId, createWorld, type World } from './testing/world.ts'

// Only the session of a person of the tenant opens applications and makes API tokens. Support, setup and repair sessions belong to no
// person of the tenant, so an application could not know who arrives.

let world: World
let address: string
let stop: () => Promise<void>
let saml: Awaited<ReturnType<typeof registerApplication>>
const clientId = randomUUID()
const redirectUri = 'https://billing.example/callback'

beforeAll(async () => {
  world = await createWorld()
  const { server, acme } = world
  const options = { host: '127.0.0.1', port: 0, tokenEndpoint: server.tokenEndpoint, pages: new Map() }
  const running = await serve(server.deps, options)
  stop = () => running.stop()
  address = `http://127.0.0.1:${running.port}`
  await giveFederationKeys(server.database, server.deps.secrets, acme.id)
  saml = await registerApplication(server, acme, { slug: 'wiki' })
  const config = v.parse(ClientConfig, { protocol: 'openid', redirectUris: [redirectUri] })
  const place = {
    environmentId: world.environments.get('production') ?? '',
    applicationId: await applicationId(world, 'billing'),
  }
  await tenantScope(server.database, acme.id).transaction((tx) => saveClient(tx, { id: clientId, ...place, config }))
})
afterAll(async () => {
  await stop?.()
  await world?.server.close()
})

const sessions: readonly [string, () => Promise<Browser>][] = [
  ['a support session that may change', () => supporter(world, { access: true, change: true })],
  ['a session of a setup URL', () => setupHolder(world)],
  ['a session of a recovery code', () => repairer(world)],
]
const person = () =>
  signedIn(world.server, world.acme, { username: `${randomUUID()}@acme.example`, groups: ['admins', 'staff'] })

async function authorize(browser: Browser, change: Readonly<Record<string, string>> = {}) {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: createHash('sha256').update('verifier').digest('base64url'),
    code_challenge_method: 'S256',
    ...change,
  })
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const url = `${address}/oauth2/authorize?${query.toString()}`
  const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
  const location = answer.headers.get('location')
  return { status: answer.status, fields: Object.fromEntries(location === null ? [] : new URL(location).searchParams) }
}

const openBySaml = async (browser: Browser, attributes = '') => {
  const { response } = await sendRequest(world.server, browser, saml, { attributes })
  return follow(browser, response)
}
const launchBySaml = async (browser: Browser) =>
  follow(browser, await browser.send(`/api/saml/${world.acme.id}/launch/${saml.clientId}`))

it('a person is signed in, and makes an API token', async () => {
  const browser = await person()
  expect((await authorize(browser)).fields).toHaveProperty('code')
  for (const { xml } of [await openBySaml(browser), await launchBySaml(browser)]) {
    expect([statusOf(xml), xml.includes('<saml:Assertion')]).toEqual(['Success', true])
  }
  const params = { appId: await applicationId(world, 'billing') }
  const made = await browser.core.client.call(createApiToken, { params, body: { name: 'own' } })
  expect(made.ok).toBe(true)
})

describe.each(sessions)('%s', (_, open) => {
  it('gets no code of the OpenID provider', async () => {
    const browser = await open()
    expect(await authorize(browser)).toEqual({ status: 403, fields: {} })
    const silent = await authorize(browser, { prompt: 'none' })
    expect([silent.fields['error'], silent.fields['code']]).toEqual(['login_required', undefined])
  })

  it('gets no assertion of the SAML identity provider', async () => {
    const browser = await open()
    for (const answer of [await openBySaml(browser), await openBySaml(browser, ' IsPassive="true"')]) {
      expect([statusOf(answer.xml), answer.xml.includes('<saml:Assertion')]).toEqual(['RequestDenied', false])
    }
    const launched = await launchBySaml(browser)
    expect([launched.status, launched.action, launched.xml]).toEqual([403, '', ''])
  })

  it('makes no API token', async () => {
    const count = async () => {
      const listed = await (await person()).core.client.call(listApiTokens)
      return listed.ok ? listed.value.total : undefined
    }
    const before = await count()
    const params = { appId: await applicationId(world, 'billing') }
    const refused = await (await open()).core.client.call(createApiToken, { params, body: { name: 'foreign' } })
    expect(refused).toMatchObject({ ok: false, problem: { status: 403 } })
    expect([typeof before, await count()]).toEqual(['number', before])
  })
})

it('a person without access is not signed in by the launcher address either', async () => {
  const browser = await signedIn(world.server, world.acme, { username: 'outside@acme.example', groups: [] })
  const launched = await launchBySaml(browser)
  expect([launched.status, launched.action, launched.xml]).toEqual([403, '', ''])
})
