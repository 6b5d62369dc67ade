import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { uuidv7 } from '../../../kit/identifiers.ts'
import { createTestServer, testBaseUrl, withoutRateLimits, type TestServer } from '../../../testing/test-server.ts'
import { patchOf, startDirectory, type Directory } from '../testing/directory.ts'

let server: TestServer
let directory: Directory
let ids: { ada: string; bob: string; cleo: string }
let count = 0

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
})
afterAll(() => server?.close())
beforeEach(async () => {
  directory = await startDirectory(server, `groups${(count += 1)}`)
  const user = async (userName: string) => (await directory.send('POST', '/Users', { userName })).body['id'] as string
  ids = { ada: await user('ada'), bob: await user('bob'), cleo: await user('cleo') }
})

const create = async (displayName: string, members: readonly string[] = [], more: object = {}) => {
  const body = { displayName, members: members.map((value) => ({ value })), ...more }
  const made = await directory.send('POST', '/Groups', body)
  expect(made.status).toBe(201)
  return made.body as { id: string; members?: object[] }
}
const patch = (id: string, ...operations: readonly unknown[]) =>
  directory.send('PATCH', `/Groups/${id}`, patchOf(...operations))
const members = async (id: string): Promise<string[]> => {
  const { body } = await directory.send('GET', `/Groups/${id}`)
  return ((body['members'] ?? []) as { display: string }[]).map(({ display }) => display).toSorted()
}

describe('a group of a directory', () => {
  it('is created with its members, and read with and without them', async () => {
    const made = await directory.send('POST', '/Groups', {
      displayName: 'Guides',
      externalId: 'g-1',
      members: [{ value: ids.ada, display: 'sent' }, { value: ids.ada }],
    })
    const { id } = made.body as { id: string }
    const base = `${testBaseUrl}/scim/v2/${directory.providerId}`
    expect(made.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Guides',
      externalId: 'g-1',
      members: [{ value: ids.ada, display: 'ada', type: 'User', $ref: `${base}/Users/${ids.ada}` }],
      meta: { resourceType: 'Group', location: `${base}/Groups/${id}`, version: 'W/"1"' },
    })
    expect((await directory.send('GET', `/Groups/${id}`)).body).toEqual(made.body)
    const { body } = await directory.send('GET', `/Groups/${id}?excludedAttributes=members`)
    expect(body).not.toHaveProperty('members')
    const user = await directory.send('GET', `/Users/${ids.ada}`)
    expect(user.body['groups']).toEqual([
      { value: id, $ref: `${base}/Groups/${id}`, display: 'Guides', type: 'direct' },
    ])
  })

  it('is not created twice', async () => {
    await create('Guides')
    const { status, body } = await directory.send('POST', '/Groups', { displayName: 'guides' })
    expect([status, body['scimType']]).toEqual([409, 'uniqueness'])
  })

  it.each<[string, (at: typeof ids) => readonly unknown[], string[]]>([
    [
      'an added list',
      (at) => [{ op: 'Add', path: 'members', value: [{ value: at.bob }, { value: at.cleo }] }],
      ['ada', 'bob', 'cleo'],
    ],
    ['an added member as a plain text', (at) => [{ op: 'add', path: 'members', value: at.bob }], ['ada', 'bob']],
    ['the same member again', (at) => [{ op: 'add', path: 'members', value: [{ value: at.ada }] }], ['ada']],
    ['a member removed by a filter', (at) => [{ op: 'remove', path: `members[value eq "${at.ada}"]` }], []],
    ['a member removed by a list', (at) => [{ op: 'Remove', path: 'members', value: [{ value: at.ada }] }], []],
    [
      'a person removed who is not a member',
      (at) => [{ op: 'remove', path: `members[value eq "${at.bob}"]` }],
      ['ada'],
    ],
    ['an unknown id removed', () => [{ op: 'remove', path: 'members[value eq "x"]' }], ['ada']],
    ['all removed', () => [{ op: 'remove', path: 'members' }], []],
    ['a replaced list', (at) => [{ op: 'replace', path: 'members', value: [{ value: at.cleo }] }], ['cleo']],
    ['a replacement without a path', (at) => [{ op: 'replace', value: { members: [{ value: at.bob }] } }], ['bob']],
    [
      'two removed by one filter, and one added',
      (at) => [
        { op: 'remove', path: `members[value eq "${at.ada}" or value eq "${at.bob}"]` },
        { op: 'add', path: 'members', value: [{ value: at.cleo }] },
      ],
      ['cleo'],
    ],
    [
      'one removed and added again',
      (at) => [
        { op: 'remove', path: `members[value eq "${at.ada}"]` },
        { op: 'add', path: 'members', value: [{ value: at.ada }] },
      ],
      ['ada'],
    ],
  ])('is changed by PATCH: %s', async (_, operations, expected) => {
    const { id } = await create('Guides', [ids.ada])
    const { status, body } = await patch(id, ...operations(ids))
    expect([status, body]).toEqual([204, {}])
    expect(await members(id)).toEqual(expected)
  })

  it('gets a new version for a changed member, and none for a repetition', async () => {
    const { id } = await create('Guides', [ids.ada])
    const add = { op: 'add', path: 'members', value: [{ value: ids.bob }] }
    expect((await patch(id, add)).headers.get('etag')).toBe('W/"2"')
    expect((await patch(id, add)).headers.get('etag')).toBe('W/"2"')
    const stale = await directory.send('PATCH', `/Groups/${id}`, patchOf({ op: 'remove', path: 'members' }), {
      headers: { 'if-match': 'W/"1"' },
    })
    expect(stale.status).toBe(412)
    // The version is checked before the members, because a member may have been deleted since the group was read.
    const unknown = [{ value: uuidv7(Date.now()) }]
    for (const [method, body] of [
      ['PATCH', patchOf({ op: 'add', path: 'members', value: unknown })],
      ['PUT', { displayName: 'Guides', members: unknown }],
    ] as const)
      for (const [version, status] of [
        ['W/"1"', 412],
        ['W/"2"', 400],
      ] as const)
        expect((await directory.send(method, `/Groups/${id}`, body, { headers: { 'if-match': version } })).status).toBe(
          status,
        )
    expect(await members(id)).toEqual(['ada', 'bob'])
  })

  it('is renamed by PATCH and by PUT, whose members are all there are', async () => {
    const { id } = await create('Guides', [ids.ada])
    expect((await patch(id, { op: 'replace', value: { id, displayName: 'Tour Guides' } })).status).toBe(204)
    expect(await members(id)).toEqual(['ada'])
    const put = await directory.send('PUT', `/Groups/${id}`, { displayName: 'All', members: [{ value: ids.cleo }] })
    expect(put.body).toMatchObject({ displayName: 'All', members: [{ display: 'cleo' }] })
    expect(await members(id)).toEqual(['cleo'])
    const { body } = await directory.send(
      'PATCH',
      `/Groups/${id}?attributes=displayName`,
      patchOf({ op: 'remove', path: 'members' }),
    )
    expect(body).toMatchObject({ displayName: 'All' })
    expect(await members(id)).toEqual([])
  })

  it('loses a deleted person, and is gone when it is deleted', async () => {
    const { id } = await create('Guides', [ids.ada, ids.bob])
    await directory.send('DELETE', `/Users/${ids.ada}`)
    expect(await members(id)).toEqual(['bob'])
    expect((await directory.send('DELETE', `/Groups/${id}`)).status).toBe(204)
    expect((await directory.send('GET', `/Groups/${id}`)).status).toBe(404)
    expect((await directory.send('GET', `/Users/${ids.bob}`)).body).not.toHaveProperty('groups')
    expect((await create('Guides')).id).not.toBe(id)
  })

  it('refuses a member of another provider as it does a random id: 400 with the value, because the group exists', async () => {
    const other = await startDirectory(server, `other${count}`)
    const foreign = (await other.send('POST', '/Users', { userName: 'eve' })).body['id'] as string
    const { id } = await create('Guides', [ids.ada])
    for (const unknown of [foreign, uuidv7(Date.now()), 'x']) {
      const detail = `There is no user with the id ${unknown}.`
      for (const [method, path, body] of [
        ['PATCH', `/Groups/${id}`, patchOf({ op: 'add', path: 'members', value: [{ value: unknown }] })],
        ['PATCH', `/Groups/${id}`, patchOf({ op: 'replace', path: 'members', value: [{ value: unknown }] })],
        ['PUT', `/Groups/${id}`, { displayName: 'Guides', members: [{ value: unknown }] }],
        ['POST', '/Groups', { displayName: 'New', members: [{ value: unknown }] }],
      ] as const) {
        const { status, body: answer } = await directory.send(method, path, body)
        expect(answer).toMatchObject({ status: '400', scimType: 'invalidValue', detail })
        expect(status).toBe(400)
      }
    }
    expect(await members(id)).toEqual(['ada'])
    expect((await directory.send('GET', '/Groups')).body['totalResults']).toBe(1)
  })

  it.each([
    { op: 'replace', path: 'members[value eq "x"].value', value: 'y' },
    { op: 'remove', path: 'members[display eq "ada"]' },
    { op: 'add', path: 'members', value: [{ type: 'User' }] },
    { op: 'add', path: 'members', value: [{ value: 'x', type: 'Group' }] },
    { op: 'remove', path: 'displayName' },
    { op: 'replace', path: 'displayName', value: '' },
  ])('is not changed by %j', async (operation) => {
    const { id } = await create('Guides', [ids.ada])
    expect((await patch(id, operation)).status).toBe(400)
    expect(await members(id)).toEqual(['ada'])
  })
})

describe('a list of groups', () => {
  it.each<[string, string[]]>([
    ['displayName eq "GUIDES"', ['Guides']],
    ['externalId eq "c"', ['Clerks']],
    ['members.value eq "ada"', ['Guides']],
    ['members[value eq "bob"]', ['Guides', 'Clerks']],
    ['members eq "cleo"', []],
    ['not (members pr)', ['Empty']],
    ['members.value ne "ada" and displayName co "e"', ['Clerks', 'Empty']],
  ])('with the filter %s', async (filter, expected) => {
    await create('Guides', [ids.ada, ids.bob])
    await create('Clerks', [ids.bob], { externalId: 'c' })
    await create('Empty')
    const withIds = filter.replace(/"(ada|bob|cleo)"/g, (_, name: keyof typeof ids) => `"${ids[name]}"`)
    const query = new URLSearchParams({ filter: withIds, excludedAttributes: 'members' })
    const { body } = await directory.send('GET', `/Groups?${query}`)
    expect(body['Resources'].map((one: { displayName: string }) => one.displayName)).toEqual(expected)
    expect(body['Resources'][0] ?? {}).not.toHaveProperty('members')
  })

  it('of a person is a filter too', async () => {
    const { id } = await create('Guides', [ids.ada])
    const { body } = await directory.send('GET', `/Users?${new URLSearchParams({ filter: `groups.value eq "${id}"` })}`)
    expect(body['Resources']).toMatchObject([{ userName: 'ada', groups: [{ value: id }] }])
  })
})

it('lists of groups with many members go on by cursor where an answer was cut', async () => {
  const groups = [await create('Big'), await create('Bigger')]
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  const place = [directory.tenant.id, directory.providerId]
  await client.query(
    `insert into scim_users (tenant_id, id, identity_provider_id, user_name, user_name_key, active, resource)
     select $1, gen_random_uuid(), $2, 'n' || n, 'n' || n, true, '{}' from generate_series(1, 25001) n`,
    place,
  )
  // Foreign keys are checked by the index that the statistics suggest.
  await client.query('analyze scim_users')
  await client.query(
    `insert into scim_members (tenant_id, identity_provider_id, group_id, user_id)
     select $1, $2, g.id, u.id from scim_users u cross join unnest($3::uuid[]) g (id)
      where u.tenant_id = $1 and u.user_name like 'n%'`,
    [...place, groups.map(({ id }) => id)],
  )
  await client.end()
  const page = async (cursor: string) => (await directory.send('GET', `/Groups?cursor=${cursor}`)).body
  const first = await page('')
  expect([first['Resources'].length, first['totalResults'], first['nextCursor']]).toEqual([1, 2, groups[0]?.id])
  const second = await page(first['nextCursor'])
  expect([second['Resources'].length, second['nextCursor']]).toEqual([1, undefined])
  expect(second['Resources'][0].members).toHaveLength(25_001)
})
