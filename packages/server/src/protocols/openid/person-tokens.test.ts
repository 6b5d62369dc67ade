import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { basic, changeRows, startOpenidServer, type OpenidServer, type Registered } from './testing/openid-server.ts'

let portal: OpenidServer
let billing: Registered
let wiki: Registered
const inactive = '{"active":false}'

beforeAll(async () => {
  portal = await startOpenidServer()
  billing = await portal.register(portal.acme, 'billing')
  wiki = await portal.register(portal.acme, 'wiki')
})
afterAll(() => portal?.close())

async function ask(path: string, token: string, client: Registered, headers = basic(client)) {
  const answer = await fetch(`${portal.address}/oauth2/${path}`, {
    method: 'POST',
    body: new URLSearchParams({ token, client_id: client.id }),
    headers,
  })
  return { status: answer.status, text: await answer.text() }
}

test('a client learns of the access tokens of people for its application, with their present roles', async () => {
  const browser = await portal.signIn(portal.acme, ['staff', 'finance'])
  const { accessToken, id } = await portal.signInAt(billing, browser)
  const read = async () => JSON.parse((await ask('introspect', accessToken, billing)).text) as object
  expect(await read()).toMatchObject({ active: true, sub: id.sub, client_id: billing.id, roles: ['clerk', 'viewer'] })
  expect((await ask('introspect', accessToken, wiki)).text).toBe(inactive)
  expect((await ask('introspect', accessToken, { ...billing, secret: 'x' })).status).toBe(401)
  await changeRows(
    portal,
    portal.acme,
    sql`delete from user_groups where tenant_id = ${portal.acme.id} and user_id = ${id.sub}
          and group_id in (select id from groups where tenant_id = ${portal.acme.id} and claim = 'finance')`,
  )
  expect(await read()).toMatchObject({ active: true, roles: ['viewer'] })
})

test('a client revokes a token of its own application, and no other', async () => {
  const browser = await portal.signIn(portal.acme)
  const { accessToken } = await portal.signInAt(billing, browser)
  expect((await ask('revoke', accessToken, wiki)).status).toBe(200)
  expect((await portal.userinfo(accessToken)).status).toBe(200)
  expect((await ask('revoke', accessToken, billing)).status).toBe(200)
  expect((await portal.userinfo(accessToken)).status).toBe(401)
  expect((await ask('introspect', accessToken, billing)).text).toBe(inactive)
})

test('a public client asks about no token, since anyone can give its name, and revokes only its own', async () => {
  const single = await portal.register(portal.acme, 'wiki', { authMethod: 'none' }, 'staging')
  const browser = await portal.signIn(portal.acme)
  const { fields, verifier } = await portal.authorize(single, browser)
  const redeemed = { code: fields['code'], code_verifier: verifier, client_id: single.id }
  const { body } = await portal.redeem(single, redeemed, {})
  const accessToken = String(body['access_token'])
  const refused = await ask('introspect', accessToken, single, {})
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    401,
    expect.objectContaining({ error: 'invalid_client' }),
  ])
  expect((await portal.userinfo(accessToken)).status).toBe(200)
  expect((await ask('revoke', accessToken, single, {})).status).toBe(200)
  expect((await portal.userinfo(accessToken)).status).toBe(401)
})
