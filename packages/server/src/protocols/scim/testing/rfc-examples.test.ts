import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createTestServer, withoutRateLimits, type TestServer } from '../../../testing/test-server.ts'
import { patchOf, startDirectory, type Answered, type Directory } from './directory.ts'

// The requests of RFC 7644, in its order, with the shape of its answers.

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const searchSchema = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

let server: TestServer
let directory: Directory
let count = 0

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
})
afterAll(async () => {
  await server?.close()
})
beforeEach(async () => {
  directory = await startDirectory(server, `rfc${(count += 1)}`)
})

const send = (...given: Parameters<Directory['send']>) => directory.send(...given)
const post = async (path: string, body: object) => {
  const answer = await send('POST', path, body)
  expect(answer.status).toBe(201)
  return answer.body
}
const find = (path: string, query: Record<string, string>) => send('GET', `${path}?${new URLSearchParams(query)}`)

const barbara = {
  schemas: [userSchema, enterprise],
  userName: 'bjensen',
  externalId: 'bjensen',
  name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
  title: 'Tour Guide',
  userType: 'Employee',
  emails: [
    { value: 'bjensen@example.com', type: 'work', primary: true },
    { value: 'babs@jensen.org', type: 'home' },
  ],
  [enterprise]: { department: 'Tours' },
}
const james = {
  schemas: [userSchema],
  userName: 'JSmith',
  externalId: 'jsmith',
  displayName: 'Smith, James',
  name: { familyName: "O'Malley", givenName: 'James' },
  userType: 'Intern',
  emails: [{ value: 'james@elsewhere.test', type: 'work' }],
  ims: [{ type: 'xmpp', value: 'james@foo.com' }],
}

describe('creating (3.3)', () => {
  it('answers 201 with where the user is, its version and its meta', async () => {
    const { status, headers, body } = await send('POST', '/Users', barbara)
    expect(status).toBe(201)
    expect(headers.get('content-type')).toMatch(/^application\/scim\+json/)
    expect(headers.get('location')).toBe(body['meta'].location)
    expect(headers.get('etag')).toBe(body['meta'].version)
    expect(body).toMatchObject({
      schemas: [userSchema, enterprise],
      id: expect.any(String),
      externalId: 'bjensen',
      userName: 'bjensen',
      name: barbara.name,
      meta: { resourceType: 'User', created: expect.stringMatching(/^20/), lastModified: expect.stringMatching(/^20/) },
    })
    expect(body['meta'].location).toMatch(new RegExp(`/scim/v2/${directory.providerId}/Users/${body['id']}$`))
  })

  it('answers 409 and uniqueness for a userName that is taken (3.3, 3.12)', async () => {
    await post('/Users', barbara)
    expect(await send('POST', '/Users', barbara)).toMatchObject({
      status: 409,
      body: { schemas: [errorSchema], scimType: 'uniqueness', status: '409' },
    })
  })
})

describe('retrieving (3.4)', () => {
  let bjensen: Answered['body']
  beforeEach(async () => {
    bjensen = await post('/Users', barbara)
    await post('/Users', james)
  })

  it('one user (3.4.1)', async () => {
    const { status, headers, body } = await send('GET', `/Users/${bjensen['id']}`)
    expect([status, headers.get('etag')]).toEqual([200, bjensen['meta'].version])
    expect(body).toEqual(bjensen)
  })

  it('all users, only with userName (3.4.2)', async () => {
    const { body } = await find('/Users', { attributes: 'userName' })
    expect(body).toEqual({
      schemas: [listSchema],
      totalResults: 2,
      startIndex: 1,
      itemsPerPage: 2,
      Resources: ['bjensen', 'JSmith'].map((userName) => ({
        schemas: expect.any(Array),
        id: expect.any(String),
        userName,
      })),
    })
  })

  it.each([
    ['userName eq "bjensen"', ['bjensen']],
    ['userName Eq "BJENSEN"', ['bjensen']],
    [`name.familyName co "O'Malley"`, ['JSmith']],
    ['userName sw "J"', ['JSmith']],
    [`${userSchema}:userName sw "J"`, ['JSmith']],
    ['title pr', ['bjensen']],
    ['meta.lastModified gt "2011-05-13T04:42:34Z"', ['bjensen', 'JSmith']],
    ['meta.lastModified ge "2011-05-13T04:42:34Z"', ['bjensen', 'JSmith']],
    ['meta.lastModified lt "2011-05-13T04:42:34Z"', []],
    ['meta.lastModified le "2011-05-13T04:42:34Z"', []],
    ['title pr and userType eq "Employee"', ['bjensen']],
    ['title pr or userType eq "Intern"', ['bjensen', 'JSmith']],
    [`schemas eq "${enterprise}"`, ['bjensen']],
    ['userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")', ['bjensen']],
    ['userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")', ['JSmith']],
    ['userType eq "Employee" and (emails.type eq "work")', ['bjensen']],
    ['userType eq "Employee" and emails[type eq "work" and value co "@example.com"]', ['bjensen']],
    [
      'emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp" and value co "@foo.com"]',
      ['bjensen', 'JSmith'],
    ],
  ])('those that match %s (3.4.2.2)', async (filter, wanted) => {
    const { status, body } = await find('/Users', { filter })
    expect([status, body['totalResults']]).toEqual([200, wanted.length])
    expect(body['Resources'].map(({ userName }: { userName: string }) => userName)).toEqual(wanted)
  })

  it('sorted, and without case (3.4.2.3)', async () => {
    const names = async (query: Record<string, string>) =>
      (await find('/Users', query)).body['Resources'].map(({ userName }: { userName: string }) => userName)
    expect(await names({ sortBy: 'userName' })).toEqual(['bjensen', 'JSmith'])
    expect(await names({ sortBy: 'name.familyName', sortOrder: 'descending' })).toEqual(['JSmith', 'bjensen'])
  })

  it('by pages (3.4.2.4)', async () => {
    expect((await find('/Users', { startIndex: '1', count: '10' })).body).toMatchObject({
      totalResults: 2,
      itemsPerPage: 2,
      startIndex: 1,
    })
    expect((await find('/Users', { startIndex: '2', count: '1' })).body).toMatchObject({
      totalResults: 2,
      itemsPerPage: 1,
      startIndex: 2,
    })
    expect((await find('/Users', { count: '0' })).body).toMatchObject({ totalResults: 2, itemsPerPage: 0 })
  })

  it('by POST to .search at the base: users and groups (3.4.3)', async () => {
    await post('/Groups', { schemas: [groupSchema], displayName: 'Smith Family' })
    await post('/Groups', { schemas: [groupSchema], displayName: 'Jones Family' })
    const search = (more: object) => send('POST', '/.search', { schemas: [searchSchema], ...more })
    const { status, body } = await search({
      attributes: ['displayName', 'userName'],
      filter: 'displayName sw "smith"',
      startIndex: 1,
      count: 10,
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      schemas: [listSchema],
      totalResults: 2,
      startIndex: 1,
      itemsPerPage: 2,
      Resources: [
        { schemas: [userSchema], id: expect.any(String), userName: 'JSmith', displayName: 'Smith, James' },
        { schemas: [groupSchema], id: expect.any(String), displayName: 'Smith Family' },
      ],
    })
    const names = (answer: Answered) =>
      answer.body['Resources'].map((one: Record<string, string>) => one['userName'] ?? one['displayName'])
    const pages = []
    for (const startIndex of [1, 2, 3, 4, 5]) pages.push(await search({ startIndex, count: 1 }))
    expect(pages.flatMap(names)).toEqual(['bjensen', 'JSmith', 'Smith Family', 'Jones Family'])
    expect(pages.map(({ body: page }) => page['totalResults'])).toEqual([4, 4, 4, 4, 4])
    expect(names(await search({ startIndex: 2, count: 2 }))).toEqual(['JSmith', 'Smith Family'])
    expect(names(await search({ filter: 'title pr' }))).toEqual(['bjensen'])
    expect(names(await send('GET', '?filter=meta.resourceType%20eq%20%22Group%22'))).toEqual([
      'Smith Family',
      'Jones Family',
    ])
    expect(await search({ filter: 'nothing pr' })).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } })
  })

  it('without what was excluded, and with what is always returned (3.9)', async () => {
    const { body } = await find(`/Users/${bjensen['id']}`, { excludedAttributes: 'emails,name,id' })
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['id', 'schemas', 'userName', 'title']))
    expect([body['emails'], body['name']]).toEqual([undefined, undefined])
    const { body: short } = await find(`/Users/${bjensen['id']}`, { attributes: `${userSchema}:name.familyName` })
    expect(short).toMatchObject({ id: bjensen['id'], name: { familyName: 'Jensen' } })
    expect(short['name'].givenName).toBeUndefined()
  })
})

describe('replacing (3.5.1)', () => {
  it('sets what is given and removes what is not', async () => {
    const { id, meta } = await post('/Users', barbara)
    const { status, headers, body } = await send('PUT', `/Users/${id}`, {
      schemas: [userSchema],
      id,
      userName: 'bjensen',
      externalId: 'bjensen',
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara', middleName: 'Jane' },
      roles: [],
      emails: [{ value: 'bjensen@example.com' }, { value: 'babs@jensen.org' }],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, name: { middleName: 'Jane' }, emails: [{}, {}] })
    expect([body['title'], body['meta'].location]).toEqual([undefined, meta.location])
    expect(headers.get('etag')).not.toBe(meta.version)
  })
})

describe('modifying (3.5.2)', () => {
  let user: string
  let others: readonly string[]
  let group: string
  beforeEach(async () => {
    user = (await post('/Users', { ...barbara, addresses }))['id']
    others = [(await post('/Users', james))['id'], (await post('/Users', { userName: 'third' }))['id']]
    group = (await post('/Groups', { displayName: 'Guides', members: [{ value: user }] }))['id']
  })
  const addresses = [
    { type: 'work', streetAddress: '100 Universal City Plaza', locality: 'Hollywood', region: 'CA', primary: true },
    { type: 'home', streetAddress: '456 Hollywood Blvd', locality: 'Hollywood' },
  ]
  const members = async (): Promise<string[]> =>
    ((await send('GET', `/Groups/${group}`)).body['members'] ?? []).map(({ value }: { value: string }) => value)
  const patchGroup = async (...operations: readonly object[]) => {
    const { status } = await send('PATCH', `/Groups/${group}`, patchOf(...operations))
    expect(status).toBe(204)
    return members()
  }
  const patchUser = async (...operations: readonly object[]) => {
    const { status, body } = await send('PATCH', `/Users/${user}`, patchOf(...operations))
    expect(status).toBe(200)
    return body
  }

  it('adds a member, once', async () => {
    const add = { op: 'add', path: 'members', value: [{ display: 'James', value: others[0] }] }
    expect(await patchGroup(add)).toEqual([user, others[0]])
    expect(await patchGroup(add)).toEqual([user, others[0]])
  })

  it('adds attributes without a path', async () => {
    const value = { emails: [{ value: 'babs@example.org', type: 'other' }], nickName: 'Babs' }
    expect(await patchUser({ op: 'add', value })).toMatchObject({
      nickName: 'Babs',
      emails: [{}, {}, { type: 'other' }],
    })
  })

  it('removes one member, and all', async () => {
    await patchGroup({ op: 'add', path: 'members', value: others.map((value) => ({ value })) })
    expect(await patchGroup({ op: 'remove', path: `members[value eq "${others[0]}"]` })).toEqual([user, others[1]])
    expect(await patchGroup({ op: 'remove', path: 'members' })).toEqual([])
  })

  it('removes addresses that match', async () => {
    const { emails } = await patchUser({ op: 'remove', path: 'emails[type eq "work" and value ew "example.com"]' })
    expect(emails).toMatchObject([{ value: 'babs@jensen.org' }])
  })

  it('removes one member and adds another in one request', async () => {
    expect(
      await patchGroup(
        { op: 'remove', path: `members[value eq "${user}"]` },
        { op: 'add', path: 'members', value: [{ display: 'James', value: others[0] }] },
      ),
    ).toEqual([others[0]])
  })

  it('replaces all members', async () => {
    const value = others.map((one) => ({ value: one }))
    expect(await patchGroup({ op: 'replace', path: 'members', value })).toEqual(others)
  })

  it('replaces the work address, and one field of it', async () => {
    const value = { type: 'work', streetAddress: '911 Universal City Plaza', locality: 'Hollywood', primary: true }
    const replaced = await patchUser({ op: 'replace', path: 'addresses[type eq "work"]', value })
    expect(replaced['addresses']).toMatchObject([{ streetAddress: '911 Universal City Plaza' }, addresses[1]])
    const field = { op: 'replace', path: 'addresses[type eq "work"].streetAddress', value: '1010 Broadway Ave' }
    expect((await patchUser(field))['addresses'][0]).toMatchObject({ streetAddress: '1010 Broadway Ave', type: 'work' })
  })

  it('replaces attributes without a path', async () => {
    const emails = [{ value: 'bjensen@example.com', type: 'work', primary: true }]
    expect(await patchUser({ op: 'replace', value: { emails, nickName: 'Babs' } })).toMatchObject({
      emails,
      nickName: 'Babs',
    })
  })

  it('applies all operations or none, and says what is wrong (3.5.2, 3.12)', async () => {
    const refused = await send(
      'PATCH',
      `/Users/${user}`,
      patchOf({ op: 'replace', path: 'title', value: 'Lead' }, { op: 'replace', path: 'id', value: 'x' }),
    )
    expect(refused).toMatchObject({
      status: 400,
      body: { schemas: [errorSchema], scimType: 'mutability', status: '400', detail: 'id is read-only.' },
    })
    expect((await send('GET', `/Users/${user}`)).body['title']).toBe('Tour Guide')
  })
})

describe('deleting (3.6), errors (3.12) and versions (3.14)', () => {
  it('a deleted user is answered with 404 and a readable error', async () => {
    const { id } = await post('/Users', barbara)
    const { status, body } = await send('DELETE', `/Users/${id}`)
    expect([status, body]).toEqual([204, {}])
    expect(await send('GET', `/Users/${id}`)).toMatchObject({
      status: 404,
      body: { schemas: [errorSchema], detail: expect.any(String), status: '404' },
    })
    expect((await send('DELETE', `/Users/${id}`)).status).toBe(404)
  })

  it('a version that is known is not sent again, and one that has changed is not overwritten', async () => {
    const { id, meta } = await post('/Users', barbara)
    const at = `/Users/${id}`
    expect((await send('GET', at, undefined, { headers: { 'if-none-match': meta.version } })).status).toBe(304)
    const change = patchOf({ op: 'replace', path: 'title', value: 'Lead' })
    expect((await send('PATCH', at, change, { headers: { 'if-match': meta.version } })).status).toBe(200)
    expect((await send('PATCH', at, change, { headers: { 'if-match': meta.version } })).status).toBe(412)
    expect((await send('DELETE', at, undefined, { headers: { 'if-match': meta.version } })).status).toBe(412)
    expect((await send('GET', at, undefined, { headers: { 'if-none-match': meta.version } })).status).toBe(200)
  })
})

describe('discovery (4) and /Me (3.11)', () => {
  it.each(['ServiceProviderConfig', 'ResourceTypes', 'Schemas'])('%s is there, and is not filtered', async (path) => {
    expect((await send('GET', `/${path}`)).status).toBe(200)
    const filtered = await find(`/${path}`, { filter: 'id pr' })
    expect([filtered.status, filtered.body['schemas']]).toEqual([403, [errorSchema]])
  })

  it('says what is supported, and each resource type and schema has an address', async () => {
    expect((await send('GET', '/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: true },
      pagination: { cursor: true, index: true },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    })
    for (const path of ['ResourceTypes', 'Schemas'])
      for (const { id, meta } of (await send('GET', `/${path}`)).body['Resources']) {
        const { status, body } = await send('GET', `/${path}/${id}`)
        expect([status, body['id'], body['meta'].location]).toEqual([200, id, meta.location])
      }
  })

  it('a token is not of a person', async () => {
    expect(await send('GET', '/Me')).toMatchObject({ status: 501, body: { schemas: [errorSchema], status: '501' } })
  })
})
