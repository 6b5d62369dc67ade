import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../../kit/identifiers.ts'
import { createTestServer, testBaseUrl, withoutRateLimits, type TestServer } from '../../../testing/test-server.ts'
import { patchOf, startDirectory, type Answered, type Directory } from '../testing/directory.ts'
import { enterprise } from '../testing/examples.ts'

let server: TestServer
let directory: Directory
let count = 0

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
})
afterAll(() => server?.close())
beforeEach(async () => {
  directory = await startDirectory(server, `scim${(count += 1)}`)
})

const barbara = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterprise],
  userName: 'BJensen@acme.example',
  externalId: 'bjensen',
  name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
  emails: [{ value: 'bjensen@acme.example', type: 'work', primary: true }],
  [enterprise]: { department: 'Tours', manager: { value: '26118915' } },
  password: 't1meMa$heen',
  unknown: 1,
}
const create = async (more: object = {}) => {
  const { status, body } = await directory.send('POST', '/Users', { ...barbara, ...more })
  expect(status).toBe(201)
  return body as { id: string; meta: { version: string } }
}
const list = async (query: Record<string, string>) => {
  const { status, body } = await directory.send('GET', `/Users?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return body
}
const named = (body: Answered['body']) => body['Resources'].map((one: { userName: string }) => one.userName)

describe('a person of a directory', () => {
  it('is created with an id and meta of this server, and read again', async () => {
    const made = await directory.send('POST', '/Users', { ...barbara, id: 'mine', meta: { created: 'x' } })
    expect(made.status).toBe(201)
    const { id, meta, ...rest } = made.body
    const { password: _, unknown: __, ...kept } = barbara
    expect(rest).toEqual({ ...kept, active: true })
    const location = `${testBaseUrl}/scim/v2/${directory.providerId}/Users/${id}`
    expect(meta).toMatchObject({ resourceType: 'User', version: 'W/"1"', location })
    expect(made.headers.get('location')).toBe(location)
    expect(made.headers.get('etag')).toBe('W/"1"')
    expect(made.headers.get('content-type')).toBe('application/scim+json; charset=utf-8')
    expect((await directory.send('GET', `/Users/${id}`)).body).toEqual(made.body)
  })

  it('is not created twice, in any case of the userName, nor with the externalId of another', async () => {
    await create()
    for (const other of [
      { ...barbara, userName: 'bjensen@ACME.example', externalId: 'other' },
      { ...barbara, userName: 'other@acme.example' },
    ]) {
      const { status, body } = await directory.send('POST', '/Users', other)
      expect([status, body['scimType'], body['status']]).toEqual([409, 'uniqueness', '409'])
    }
    const cleo = await create({ userName: 'cleo', externalId: 'cleo' })
    const renamed = await directory.send(
      'PATCH',
      `/Users/${cleo.id}`,
      patchOf({ op: 'replace', path: 'externalId', value: 'bjensen' }),
    )
    expect([renamed.status, renamed.body['scimType']]).toEqual([409, 'uniqueness'])
  })

  it('is replaced by PUT; what is missing is gone, except whether the person is active', async () => {
    const { id } = await create({ active: false })
    const { status, body } = await directory.send('PUT', `/Users/${id}`, { userName: 'babs', displayName: 'Babs' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, userName: 'babs', displayName: 'Babs', active: false, meta: { version: 'W/"2"' } })
    expect(body).not.toHaveProperty('name')
    expect((await directory.send('PUT', `/Users/${id}`, { displayName: 'Babs' })).status).toBe(400)
  })

  it('is changed by PATCH as Entra sends it, and a repeated PATCH writes nothing', async () => {
    const { id } = await create()
    const operations = patchOf(
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'Add', value: { 'name.givenName': 'Babs', [`${enterprise}:department`]: 'Sales' } },
      { op: 'Replace', path: 'emails[type eq "home"].value', value: 'b@home.example' },
    )
    const { status, body } = await directory.send('PATCH', `/Users/${id}`, operations)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      active: false,
      name: { givenName: 'Babs', familyName: 'Jensen' },
      [enterprise]: { department: 'Sales', manager: { value: '26118915' } },
      meta: { version: 'W/"2"' },
    })
    expect(body['emails']).toHaveLength(2)
    expect((await directory.send('PATCH', `/Users/${id}`, operations)).body['meta'].version).toBe('W/"2"')
  })

  it('that is deleted is gone, and its id is never used again', async () => {
    const { id } = await create()
    expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(204)
    for (const method of ['GET', 'DELETE']) expect((await directory.send(method, `/Users/${id}`)).status).toBe(404)
    expect((await list({}))['totalResults']).toBe(0)
    expect((await create()).id).not.toBe(id)
    const { rows } = await tenantScope(server.database, directory.tenant.id).transaction(({ db }) =>
      sql`select id from scim_users where deleted_at is not null`.execute(db),
    )
    expect(rows).toEqual([{ id }])
  })

  it('has a version: If-Match and If-None-Match', async () => {
    const { id } = await create()
    const send = (method: string, headers: Record<string, string>, body?: unknown) =>
      directory.send(method, `/Users/${id}`, body, { headers })
    expect((await send('GET', { 'if-none-match': 'W/"1"' })).status).toBe(304)
    expect((await send('GET', { 'if-none-match': 'W/"2"' })).status).toBe(200)
    const change = patchOf({ op: 'replace', path: 'title', value: 'Guide' })
    expect((await send('PATCH', { 'if-match': 'W/"2"' }, change)).status).toBe(412)
    expect((await send('PATCH', { 'if-match': 'W/"1"' }, change)).status).toBe(200)
    expect((await send('PUT', { 'if-match': '"1"' }, barbara)).status).toBe(412)
    expect((await send('DELETE', { 'if-match': 'W/"1"' })).status).toBe(412)
    expect((await send('DELETE', { 'if-match': '*' })).status).toBe(204)
  })

  it('has an audit row for each change, without the password', async () => {
    const { id } = await create()
    await directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'title', value: 'Guide' }))
    await directory.send('DELETE', `/Users/${id}`)
    const { rows } = await tenantScope(server.database, directory.tenant.id).transaction(({ db }) =>
      sql<{ action: string; text: string }>`
        select action, actor_name || after::text as text from audit where target_id = ${id} order by id`.execute(db),
    )
    expect(rows.map(({ action }) => action)).toEqual(['scim-user.create', 'scim-user.update', 'scim-user.delete'])
    expect(rows[1]?.text).toContain('SCIM Directory 1')
    expect(rows[1]?.text).toContain('"changed": ["title"]')
    expect(JSON.stringify(rows)).not.toContain('t1meMa$heen')
  })
})

describe('a list of people', () => {
  const people = async () => {
    for (const [userName, title, active] of [
      ['Cleo', 'Guide', true],
      ['ada', 'Clerk', false],
      ['Bob', 'guide', true],
    ] as const)
      await create({ userName, externalId: userName, displayName: `${userName} X`, title, active })
  }

  it('is empty for an unknown person, as in the connection test of Entra', async () => {
    expect(await list({ filter: `userName eq "${uuidv7(Date.now())}"` })).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    })
  })

  it.each<[string, string[]]>([
    ['userName eq "BOB"', ['Bob']],
    ['userName sw "c" or userName ew "A"', ['Cleo', 'ada']],
    ['externalId eq "Bob"', ['Bob']],
    ['externalId eq "bob"', []],
    ['displayName eq "cleo x"', ['Cleo']],
    ['active eq true', ['Cleo', 'Bob']],
    ['active eq "False"', ['ada']],
    ['title eq "GUIDE" and active eq true', ['Cleo', 'Bob']],
    ['not (title eq "guide")', ['ada']],
    ['emails[type eq "work" and value co "BJENSEN"]', ['Cleo', 'ada', 'Bob']],
    ['emails.value eq "other@acme.example"', []],
    ['nickName pr', []],
    ['userName gt "b"', ['Cleo', 'Bob']],
    ['meta.created gt "2020-01-01T00:00:00Z" and userName ne "bob"', ['Cleo', 'ada']],
    ['meta.lastModified lt "2020-01-01T00:00:00Z"', []],
    [`${enterprise}:department eq "tours" and not (userName co "b")`, ['Cleo', 'ada']],
    ['id eq "1"', []],
  ])('with the filter %s', async (filter, expected) => {
    await people()
    const found = await list({ filter })
    expect(named(found)).toEqual(expected)
    expect(found['totalResults']).toBe(expected.length)
    const searched = await directory.send('POST', '/Users/.search', { filter, attributes: ['userName'] })
    expect(named(searched.body)).toEqual(expected)
    expect(Object.keys(searched.body['Resources'][0] ?? { id: 1, schemas: 1, userName: 1 }).toSorted()).toEqual([
      'id',
      'schemas',
      'userName',
    ])
  })

  it('is sorted, and paged', async () => {
    await people()
    expect(named(await list({ sortBy: 'userName' }))).toEqual(['ada', 'Bob', 'Cleo'])
    expect(named(await list({ sortBy: 'title', sortOrder: 'descending' }))).toEqual(['Cleo', 'Bob', 'ada'])
    expect(named(await list({ sortBy: 'emails.value' }))).toHaveLength(3)
    const second = await list({ startIndex: '2', count: '1' })
    expect([named(second), second['totalResults'], second['itemsPerPage'], second['startIndex']]).toEqual([
      ['ada'],
      3,
      1,
      2,
    ])
    expect(await list({ count: '0' })).toMatchObject({ totalResults: 3, Resources: [] })
    expect(await list({ startIndex: '10' })).toMatchObject({ totalResults: 3, Resources: [] })
    expect(await list({ startIndex: '-1', count: '-1' })).toMatchObject({
      startIndex: 1,
      totalResults: 3,
      Resources: [],
    })
  })

  it('keeps its pages while people are added and changed', async () => {
    for (let i = 0; i < 6; i += 1) await create({ userName: `u${i}`, externalId: `u${i}` })
    const first = await list({ count: '3' })
    await create({ userName: 'a-new-one', externalId: 'new' })
    await directory.send(
      'PATCH',
      `/Users/${first['Resources'][0].id}`,
      patchOf({ op: 'add', path: 'title', value: 'x' }),
    )
    const second = await list({ count: '3', startIndex: '4' })
    expect([...named(first), ...named(second)]).toEqual(['u0', 'u1', 'u2', 'u3', 'u4', 'u5'])
  })

  it('by cursor has each remaining person once, while people come, change and go', async () => {
    const ids: string[] = []
    const made = async (name: string) => (await create({ userName: name, externalId: name })).id
    for (let i = 0; i < 30; i += 1) ids.push(await made(`u${i}`))
    const seen: string[] = []
    let cursor: string | undefined = ''
    for (let round = 0; cursor !== undefined; round += 1) {
      const page: Record<string, any> = await list({ cursor, count: '4' }) // eslint-disable-line typescript/no-explicit-any
      expect(page['startIndex']).toBeUndefined()
      seen.push(...page['Resources'].map((one: { id: string }) => one.id))
      expect(page['totalResults']).toBe(30 - round)
      cursor = page['nextCursor']
      // One that was seen goes, one that was not goes, and a new one comes.
      if (cursor === undefined) break
      await directory.send('DELETE', `/Users/${ids[round]}`)
      await directory.send('DELETE', `/Users/${ids[29 - round]}`)
      await made(`new${round}`)
    }
    const left = (await list({ count: '200' }))['Resources'].map((one: { id: string }) => one.id)
    expect(new Set(seen).size).toBe(seen.length)
    expect(left.filter((id: string) => !seen.includes(id))).toEqual([])
  })

  it('with a value path finds the value that the brackets select, also in a search', async () => {
    const addresses = (work: string, home: string) => [
      { value: work, type: 'work', primary: true },
      { value: home, type: 'home' },
    ]
    await create({ userName: 'anna', externalId: 'anna', emails: addresses('a@work.example', 'b@work.example') })
    await create({ userName: 'bert', externalId: 'bert', emails: addresses('b@work.example', 'a@work.example') })
    for (const [filter, expected] of [
      ['emails[type eq "work"].value eq "A@work.example"', ['anna']],
      ['emails[type eq "home"].value sw "a@" and active eq true', ['bert']],
      ['emails[primary eq true].value ne "a@work.example"', ['bert']],
      ['emails[type eq "other"].value eq null', ['anna', 'bert']],
      ['not (emails[type eq "home"].value eq "a@work.example")', ['anna']],
      ['phoneNumbers[type eq "work"].value eq "1"', []],
    ] as const) {
      expect(named(await list({ filter })), filter).toEqual(expected)
      for (const path of ['/Users/.search', '/.search'])
        expect(named((await directory.send('POST', path, { filter })).body), filter).toEqual(expected)
    }
  })

  it('by cursor takes filters, and refuses what does not go with it', async () => {
    for (const name of ['anna', 'annika', 'bert', 'anton'])
      await create({ userName: name, title: name, externalId: name })
    for (const filter of ['userName sw "an"', 'title sw "an"']) {
      const first = await list({ filter, cursor: '', count: '2' })
      const second = await list({ filter, cursor: first['nextCursor'], count: '2' })
      expect([named(first), named(second), second['nextCursor']]).toEqual([['anna', 'annika'], ['anton'], undefined])
      expect([first['totalResults'], second['totalResults']]).toEqual([3, 3])
    }
    for (const query of ['cursor=x', 'cursor=&startIndex=1', 'cursor=&sortBy=userName']) {
      const { status, body } = await directory.send('GET', `/Users?${query}`)
      expect([status, body['scimType']]).toEqual([400, 'invalidCursor'])
    }
    const found = await directory.send('POST', '/Users/.search', { cursor: '', count: 1 })
    expect(found.body).toMatchObject({ itemsPerPage: 1, nextCursor: expect.any(String) })
  })

  it('counts people of one provider as they are created, deleted and created again', async () => {
    const total = async () => (await list({ count: '0' }))['totalResults'] as number
    const id = (await create({ userName: 'anna', externalId: 'a' })).id
    await Promise.all(['b', 'c', 'd'].map((name) => create({ userName: name, externalId: name })))
    expect(await total()).toBe(4)
    await directory.send('DELETE', `/Users/${id}`)
    await directory.send('DELETE', `/Users/${id}`)
    expect(await total()).toBe(3)
    await create({ userName: 'anna', externalId: 'a' })
    expect(await total()).toBe(4)
    await directory.send('POST', '/Users', { userName: 'anna', externalId: 'other' })
    expect(await total()).toBe(4)
    await directory.send('POST', '/Users', { userName: 'dry' }, { token: await directory.newToken({ dryRun: true }) })
    expect(await total()).toBe(4)
  })

  it.each(['userName', 'userName eq', 'nope eq "1"', `${'('.repeat(50)}userName pr`, 'password eq "x"'])(
    'with the invalid filter %s is an error',
    async (filter) => {
      const { status, body } = await directory.send('GET', `/Users?${new URLSearchParams({ filter })}`)
      expect([status, body['scimType']]).toEqual([400, 'invalidFilter'])
    },
  )
})

describe('a request', () => {
  it('without a valid token gets 401 with a challenge, and one for another provider 404', async () => {
    const { headers, status, body } = await directory.send('GET', '/Users', undefined, { token: null })
    expect([status, headers.get('www-authenticate'), body['status']]).toEqual([401, 'Bearer realm="SCIM"', '401'])
    const other = await startDirectory(server, `other${count}`)
    const { id } = (await other.send('POST', '/Users', barbara)).body
    const foreign = await directory.send('GET', '/Users', undefined, { providerId: other.providerId })
    const random = await directory.send('GET', '/Users', undefined, { providerId: uuidv7(Date.now()) })
    expect([foreign.status, foreign.body]).toEqual([404, random.body])
    for (const [method, sentBody] of [
      ['GET', undefined],
      ['PUT', barbara],
      ['PATCH', patchOf({ op: 'replace', path: 'active', value: false })],
      ['DELETE', undefined],
    ] as const)
      expect((await directory.send(method, `/Users/${id}`, sentBody)).status).toBe(404)
    expect((await list({ filter: `id eq "${id}"` }))['totalResults']).toBe(0)
    expect((await other.send('GET', `/Users/${id}`)).body['active']).toBe(true)
  })

  it('of a dry-run token is answered as if it applied, and changes nothing', async () => {
    const token = await directory.newToken({ dryRun: true })
    expect((await directory.send('POST', '/Users', barbara, { token })).status).toBe(201)
    expect((await list({}))['totalResults']).toBe(0)
  })

  it('is refused by what is wrong with it', async () => {
    const { id } = await create()
    const statusOf = async (...args: Parameters<Directory['send']>) => {
      const { status, body } = await directory.send(...args)
      expect(body['schemas']).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error'])
      return status
    }
    expect(await statusOf('POST', '/Users', '{')).toBe(400)
    expect(await statusOf('POST', '/Users', '[]')).toBe(400)
    expect(await statusOf('POST', '/Users', { userName: '' })).toBe(400)
    expect(await statusOf('POST', '/Users', { userName: 'x'.repeat(501) })).toBe(400)
    expect(await statusOf('POST', '/Users', { userName: 'a\0b' })).toBe(400)
    for (const hidden of ['\u202e', '\u3164', '\u2800', '\u200b']) {
      const userName = `b${hidden}arbara@acme.example`
      expect(await statusOf('POST', '/Users', { userName })).toBe(400)
      expect(await statusOf('PUT', `/Users/${id}`, { userName })).toBe(400)
      expect(await statusOf('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { userName } }))).toBe(400)
    }
    expect(await statusOf('POST', '/Users', barbara, { headers: { 'content-type': 'text/plain' } })).toBe(415)
    expect(await statusOf('DELETE', '/Users')).toBe(405)
    expect(await statusOf('GET', '/Users/%ff')).toBe(404)
    expect(await statusOf('GET', '/Nothing')).toBe(404)
    expect(await statusOf('GET', '/Users?count=x')).toBe(400)
    expect(await statusOf('PATCH', `/Users/${id}`, patchOf({ op: 'remove', path: 'userName' }))).toBe(400)
    expect(await statusOf('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'id', value: 'x' }))).toBe(400)
    expect(await statusOf('GET', `/Users?filter=${encodeURIComponent('userName eq "a\\u0000"')}`)).toBe(400)
  })

  it('for application/json works too, and the documents of the service are there', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    expect((await directory.send('POST', '/Users', barbara, { headers })).status).toBe(201)
    const config = await directory.send('GET', '/ServiceProviderConfig')
    expect(config.body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      etag: { supported: true },
    })
    const types = await directory.send('GET', '/ResourceTypes')
    expect(types.body['Resources'].map(({ id }: { id: string }) => id)).toEqual(['User', 'Group'])
    expect((await directory.send('GET', `/Schemas/${enterprise}`)).body['attributes']).toHaveLength(6)
    expect((await directory.send('GET', '/Schemas')).body['totalResults']).toBe(3)
    expect((await directory.send('GET', '/Schemas/none')).status).toBe(404)
  })
})
