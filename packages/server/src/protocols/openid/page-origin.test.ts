import { afterAll, beforeAll, expect, test } from 'vitest'

import { startOpenidServer, type OpenidServer, type Registered } from './testing/openid-server.ts'

// A single-page application redeems its code in the browser (docs/decisions/0150).
const origin = 'https://billing.example'
let portal: OpenidServer
let page: Registered
let confidential: Registered

beforeAll(async () => {
  portal = await startOpenidServer()
  page = await portal.register(portal.acme, 'billing', { authMethod: 'none', refreshTokens: 'session' })
  confidential = await portal.register(portal.acme, 'wiki')
})
afterAll(() => portal?.close())

async function redeemFrom(from: string, client = page, fields: Record<string, string> = { client_id: client.id }) {
  const browser = await portal.signIn(portal.acme)
  const begun = await portal.authorize(client, browser, { scope: 'openid offline_access' })
  const redeemed = { code: begun.fields['code'], code_verifier: begun.verifier, ...fields }
  return portal.redeem(client, redeemed, { origin: from })
}

const allowed = ({ headers }: { readonly headers: Headers }) => headers.get('access-control-allow-origin')

test('a page of a public client may read the answer, also one that refuses', async () => {
  const answer = await redeemFrom(origin)
  expect([answer.status, allowed(answer), answer.headers.get('vary')]).toEqual([200, origin, 'Origin'])
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  const fields = {
    grant_type: 'refresh_token',
    client_id: page.id,
    refresh_token: String(answer.body['refresh_token']),
  }
  const renewed = await portal.post('/oauth2/token', fields, { origin })
  expect([renewed.status, allowed(renewed)]).toEqual([200, origin])
  const refused = await portal.redeem(page, { client_id: page.id, code: 'x', code_verifier: 'x' }, { origin })
  expect([refused.status, refused.body['error'], allowed(refused)]).toEqual([400, 'invalid_grant', origin])
})

test.each([
  ['another host', 'https://wiki.example'],
  ['another port', `${origin}:8443`],
  ['another scheme', 'http://billing.example'],
  ['a host that begins like it', `${origin}.evil.example`],
  ['a sandboxed frame', 'null'],
])('a page of %s may not', async (_, from) => {
  expect(allowed(await redeemFrom(from))).toBeNull()
})

test('a page may not read an answer for an application with a secret, nor one for an unknown client', async () => {
  const secret = { client_id: confidential.id, client_secret: confidential.secret }
  const answer = await redeemFrom('https://wiki.example', confidential, secret)
  expect([answer.status, allowed(answer)]).toEqual([200, null])
  const unknown = await redeemFrom(origin, page, { client_id: '01a1fe2d-c26f-7647-8b8a-2c97abb84070' })
  expect([unknown.status, allowed(unknown)]).toEqual([401, null])
})
