import addFormats from 'ajv-formats'
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestServer, withoutRateLimits, type TestServer } from '../../../testing/test-server.ts'
import { scimBodyBytesMax } from '../http/body.ts'
import { enterpriseSchema, groupSchema, userSchema } from '../schemas.ts'
import { patchOf, startDirectory, type Answered, type Directory, type SendOptions } from '../testing/directory.ts'
import { deref, openApi, scimBase, type Json } from '../testing/open-api.ts'

/** Requests of a token in a minute. */
const attempts = 100
let server: TestServer
let directory: Directory

beforeAll(async () => {
  const { rateLimits } = withoutRateLimits()
  server = await createTestServer({ rateLimits: { ...rateLimits, 'scim-token': { attempts, windowSecs: 60 } } })
  directory = await startDirectory(server, 'acme')
})
afterAll(async () => {
  await server?.close()
})

/** Objects have no other properties than those in their schema: stricter than the document, which may grow. */
const strict = JSON.parse(JSON.stringify(openApi), (_, value: Json) =>
  value?.['type'] === 'object' && value['properties'] !== undefined ? { ...value, additionalProperties: false } : value,
) as Json
const ajv = new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false })
addFormats.default(ajv)
ajv.addKeyword('components').addSchema({ $id: 'portico', components: strict['components'] })

function expectValid(body: unknown, schema: Json): void {
  const validate = ajv.compile({ $ref: `portico${schema['$ref']}` } as AnySchema)
  expect([validate(body), validate.errors]).toEqual([true, null])
}

type Sent = { readonly body?: unknown; readonly query?: string; readonly id?: string } & SendOptions

/** Sends a request; its answer must be one that the document lists, with the headers and the body that it says. */
async function send(method: string, address: string, { body, query = '', id = '', ...more }: Sent = {}) {
  const operation = openApi['paths'][scimBase + address][method.toLowerCase()] as Json
  const answered = await directory.send(method, address.replace('{id}', id) + query, body, more)
  const listed = deref(operation['responses'][answered.status])
  expect(listed, `${method} ${address} answered ${answered.status}`).toBeDefined()
  for (const name of Object.keys(listed['headers'] ?? {})) expect(answered.headers.has(name), name).toBe(true)
  for (const name of ['etag', 'location', 'retry-after', 'www-authenticate'])
    if (answered.headers.has(name))
      expect(Object.keys(listed['headers'] ?? {}).map((one) => one.toLowerCase())).toContain(name)
  const media = Object.entries((listed['content'] ?? {}) as Record<string, Json>)
  expect(media.map(([type]) => type)).toEqual(
    answered.headers.has('content-type') ? [answered.headers.get('content-type')?.split(';')[0]] : [],
  )
  for (const [, { schema }] of media) expectValid(answered.body, schema)
  if (answered.status < 300 && body !== undefined)
    expectValid(body, operation['requestBody'].content['application/scim+json'].schema)
  return answered
}

describe('answers are as the document says', () => {
  let user: Answered['body']
  let group: Answered['body']
  const person = (userName: string) => ({
    schemas: [userSchema.id, enterpriseSchema.id],
    userName,
    externalId: userName,
    name: { givenName: 'Barbara', familyName: 'Jensen' },
    active: true,
    emails: [{ value: 'b@acme.example', type: 'work', primary: true }],
    addresses: [{ type: 'work', country: 'US', primary: true }],
    x509Certificates: [{ value: 'MIIDQzCC' }],
    [enterpriseSchema.id]: { department: 'Tours', manager: { value: '1' } },
  })

  beforeAll(async () => {
    user = (await directory.send('POST', '/Users', person('bjensen'))).body
    const members = [{ value: user['id'] }]
    group = (await directory.send('POST', '/Groups', { displayName: 'Guides', members })).body
  })

  it.each(['/ServiceProviderConfig', '/ResourceTypes', '/Schemas'])('%s', async (address) => {
    const { body } = await send('GET', address)
    for (const { id } of body['Resources'] ?? []) await send('GET', `${address}/{id}`, { id })
    expect((await send('GET', address, { query: '?filter=id%20pr' })).status).toBe(403)
  })

  it('lists, with startIndex or a cursor, and searches', async () => {
    for (const address of ['', '/Users', '/Groups']) {
      expect((await send('GET', address)).body['Resources'].length).toBeGreaterThan(0)
      await send('POST', `${address}/.search`, { body: { filter: 'id pr', attributes: ['displayName'], count: 1 } })
    }
    await directory.send('POST', '/Users', { userName: 'second' })
    const { body } = await send('GET', '/Users', { query: '?cursor=&count=1&sortOrder=descending' })
    expect(body['nextCursor']).toBeDefined()
  })

  it('one user and one group: read, replaced, changed', async () => {
    const [{ id }, { id: groupId }] = [user, group] as [Json, Json]
    const read = await send('GET', '/Users/{id}', { id })
    expect(read.body['groups']).toHaveLength(1)
    const headers = { 'if-none-match': read.headers.get('etag') ?? '' }
    expect((await send('GET', '/Users/{id}', { id, headers })).status).toBe(304)
    await send('GET', '/Users/{id}', { id, query: '?attributes=userName' })
    await send('PUT', '/Users/{id}', { id, body: { ...person('bjensen'), title: 'Guide' } })
    await send('PATCH', '/Users/{id}', { id, body: patchOf({ op: 'replace', path: 'title', value: 'Lead' }) })
    await send('GET', '/Groups/{id}', { id: groupId })
    await send('PUT', '/Groups/{id}', { id: groupId, body: { displayName: 'Guides', members: [{ value: id }] } })
    const change = { id: groupId, body: patchOf({ op: 'add', value: { externalId: 'x' } }) }
    expect((await send('PATCH', '/Groups/{id}', change)).status).toBe(204)
    expect((await send('PATCH', '/Groups/{id}', { ...change, query: '?attributes=members' })).status).toBe(200)
  })

  it('one user and one group: created and deleted', async () => {
    const { status, body } = await send('POST', '/Users', { body: person('third') })
    const members = [{ value: body['id'] }]
    const made = await send('POST', '/Groups', { body: { schemas: [groupSchema.id], displayName: 'Others', members } })
    expect([status, made.status]).toEqual([201, 201])
    expect((await send('DELETE', '/Users/{id}', { id: body['id'] })).status).toBe(204)
    expect((await send('DELETE', '/Groups/{id}', { id: made.body['id'] })).status).toBe(204)
  })

  const stale = { headers: { 'if-match': 'W/"99"' } }
  const id = () => user['id'] as string
  it.each<[number, string, string, () => Sent]>([
    [400, 'GET', '/Users', () => ({ query: '?filter=other%20pr' })],
    [400, 'GET', '', () => ({ query: '?cursor=' })],
    [400, 'POST', '/Groups', () => ({ body: {} })],
    [401, 'GET', '/Users', () => ({ token: null })],
    [401, 'GET', '/Schemas/{id}', () => ({ id: 'x', token: 'other' })],
    [404, 'GET', '/Users/{id}', () => ({ id: 'other' })],
    [404, 'GET', '/Schemas/{id}', () => ({ id: 'other' })],
    [400, 'POST', '/Groups', () => ({ body: { displayName: 'x', members: [{ value: 'other' }] } })],
    [404, 'GET', '', () => ({ providerId: 'other' })],
    [409, 'POST', '/Users', () => ({ body: { userName: 'bjensen' } })],
    [409, 'POST', '/Groups', () => ({ body: { displayName: 'Guides' } })],
    [412, 'PUT', '/Users/{id}', () => ({ id: id(), body: { userName: 'x' }, ...stale })],
    [412, 'DELETE', '/Users/{id}', () => ({ id: id(), ...stale })],
    [412, 'PATCH', '/Groups/{id}', () => ({ id: group['id'], body: patchOf({ op: 'add', value: {} }), ...stale })],
    [413, 'POST', '/.search', () => ({ body: ' '.repeat(scimBodyBytesMax + 1) })],
    [415, 'POST', '/Users', () => ({ body: {}, headers: { 'content-type': 'text/plain' } })],
  ])('%i for %s "%s"', async (status, method, address, sent) => {
    expect((await send(method, address, sent())).status).toBe(status)
  })

  it('429 for a token that sends too much', async () => {
    const token = await directory.newToken()
    for (let sent = 0; sent < attempts; sent += 1) await directory.send('GET', '/Schemas', undefined, { token })
    expect((await send('GET', '/Schemas', { token })).status).toBe(429)
  })
})
