import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../kit/database/testing/test-database.ts'
import { createSecretBox } from '../../kit/secrets/secret-box.ts'
import { rotateSigningKeys } from './rotate-signing-keys.ts'
import { publicIssuer, startTokenServer, type TokenServer } from './testing/token-server.ts'

let database: TestDatabase
let server: TokenServer
const handled: string[] = []
const kids: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  server = await startTokenServer(database, {
    applications: {
      owns: (path, query) =>
        path === '/oauth2/userinfo' || (path === '/oauth2/authorize' && query?.get('client_id') === 'registered'),
      ownsGrant: (fields, { authorization }) =>
        fields.get('client_id') === 'registered' || authorization?.startsWith('Basic ') === true,
      async answerGrant(res, { fields }) {
        handled.push(`grant ${new URLSearchParams([...fields]).toString()}`)
        res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"from":"application"}')
      },
      async handler(req, res, requestId) {
        handled.push(`${req.method} ${req.url?.split('?')[0]} ${requestId.length}`)
        res.writeHead(200, { 'Content-Type': 'application/json' }).end('{"from":"application"}')
      },
      discovery: {
        userinfo_endpoint: '/oauth2/userinfo',
        scopes_supported: ['openid'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
      },
      useKeys: (keys) => void kids.push(keys.map(({ kid }) => kid).join(' ')),
    },
  })
})
afterAll(async () => {
  await server?.close()
  await database?.close()
})

test('requests of registered clients are theirs, those of command lines and accounts are not', async () => {
  const get = async (path: string) => (await fetch(server.address + path, { redirect: 'manual' })).status
  expect(await get('/oauth2/userinfo')).toBe(200)
  expect(await get('/oauth2/authorize?client_id=registered')).toBe(200)
  expect(await get('/oauth2/authorize?client_id=portico-cli')).toBe(303)
  const code = { grant_type: 'authorization_code', code: 'x' }
  expect((await server.post({ ...code, client_id: 'registered' })).body).toEqual({ from: 'application' })
  expect((await server.post(code, { Authorization: 'Basic eDp5' })).body).toEqual({ from: 'application' })
  expect((await server.post({ ...code, client_id: 'portico-cli' })).body).toMatchObject({ error: 'invalid_request' })
  expect(await server.ask('a.b.c')).toMatchObject({ status: 401 })
  expect(handled).toEqual([
    'GET /oauth2/userinfo 36',
    'GET /oauth2/authorize 36',
    'grant grant_type=authorization_code&code=x&client_id=registered',
    'grant grant_type=authorization_code&code=x',
  ])
})

test('the discovery document joins their lists to ours', async () => {
  const document = await (await fetch(`${server.address}/.well-known/openid-configuration`)).json()
  expect(document).toMatchObject({
    issuer: publicIssuer,
    token_endpoint: `${publicIssuer}/oauth2/token`,
    userinfo_endpoint: `${publicIssuer}/oauth2/userinfo`,
    scopes_supported: ['openid'],
    grant_types_supported: [
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
      'authorization_code',
      'urn:ietf:params:oauth:grant-type:device_code',
      'refresh_token',
    ],
  })
})

test('new signing keys reach them and the key set without a restart', async () => {
  const { kid } = await rotateSigningKeys({ database, secrets: createSecretBox(Buffer.alloc(32, 7)) }, true)
  await server.endpoint.refresh()
  expect(kids).toHaveLength(2)
  expect(kids[1]).toBe(kid)
  const set = (await (await fetch(`${server.address}/oauth2/jwks`)).json()) as { keys: { kid: string }[] }
  expect(set.keys.map((key) => key.kid)).toEqual([kid])
})
