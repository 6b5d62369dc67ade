import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestServer, withoutRateLimits, type TestServer } from '../../../testing/test-server.ts'
import { parseFilter } from '../filter.ts'
import { groupLookup } from '../groups/queries.ts'
import { compileFilter } from '../lists/compile-filter.ts'
import { enterpriseSchema, groupType, userSchema, userType } from '../schemas.ts'
import { startDirectory, type Answered, type Directory } from '../testing/directory.ts'

// Two users and two groups. RFC 7644 section 3.4.2.1: an attribute that a type does not have is treated as having no value.

let server: TestServer
let directory: Directory

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
  directory = await startDirectory(server, 'acme')
  const bob = await directory.send('POST', '/Users', {
    userName: 'bob',
    displayName: 'Bob',
    emails: [{ type: 'work', value: 'bob@acme.example' }],
    [enterpriseSchema.id]: { department: 'Tours' },
  })
  await directory.send('POST', '/Users', { userName: 'eve' })
  await directory.send('POST', '/Groups', { displayName: 'Guides', members: [{ value: bob.body['id'] }] })
  await directory.send('POST', '/Groups', { displayName: 'Spare' })
})
afterAll(async () => {
  await server?.close()
})

const get = (query: Record<string, string>) => directory.send('GET', `/?${new URLSearchParams(query)}`)
const namesIn = ({ body }: Answered): string[] =>
  body['Resources'].map((one: Record<string, string>) => one['userName'] ?? one['displayName'])

describe('a filter at the base of the service', () => {
  it.each([
    ['userName eq "bob" or displayName eq "Guides"', ['bob', 'Guides']],
    ['userName eq "bob" and displayName pr', ['bob']],
    ['userName sw "b"', ['bob']],
    ['userName pr', ['bob', 'eve']],
    ['not (userName pr)', ['Guides', 'Spare']],
    ['not (userName eq "bob")', ['eve', 'Guides', 'Spare']],
    ['userName ne "bob"', ['eve', 'Guides', 'Spare']],
    ['userName eq null', ['Guides', 'Spare']],
    ['userName ne null', ['bob', 'eve']],
    ['active eq true or displayName eq "Spare"', ['bob', 'eve', 'Spare']],
    ['members pr or userName eq "eve"', ['eve', 'Guides']],
    ['not (members pr)', ['bob', 'eve', 'Spare']],
    ['emails[type eq "work"] or displayName eq "Spare"', ['bob', 'Spare']],
    ['not (emails[type eq "work"])', ['eve', 'Guides', 'Spare']],
    [`${enterpriseSchema.id}:department eq "tours" or displayName eq "Guides"`, ['bob', 'Guides']],
    [`not (${userSchema.id}:displayName pr)`, ['eve', 'Guides', 'Spare']],
    ['not (userName pr) and meta.resourceType eq "Group"', ['Guides', 'Spare']],
    ['displayName pr', ['bob', 'Guides', 'Spare']],
  ])('%s finds %j', async (filter, wanted) => {
    const answers = [await get({ filter }), await directory.send('POST', '/.search', { filter })]
    for (const answer of answers)
      expect([answer.status, namesIn(answer), answer.body['totalResults']]).toEqual([200, wanted, wanted.length])
  })

  it('finds users and groups page by page', async () => {
    const filter = 'userName pr or displayName eq "Spare"'
    const pages = []
    for (const startIndex of ['1', '2', '3', '4']) pages.push(await get({ filter, startIndex, count: '1' }))
    expect(pages.flatMap(namesIn)).toEqual(['bob', 'eve', 'Spare'])
    expect(pages.map(({ body }) => body['totalResults'])).toEqual([3, 3, 3, 3])
  })

  it.each(['other pr', 'userName eq "bob" or other pr', 'emails[other pr]', 'password pr', 'active eq "often"'])(
    'fails if it is invalid for both types: %s',
    async (filter) => {
      expect(await get({ filter })).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } })
    },
  )

  it('is evaluated in SQL for groups, where only users have the attribute', () => {
    const filter = parseFilter('userName ne "bob" or displayName eq "x"', groupType, userType)
    expect(compileFilter(filter, groupLookup).isExact).toBe(true)
  })
})

it('a filter of /Groups rejects attributes of users', async () => {
  const filter = 'userName eq "bob" or displayName eq "Guides"'
  const answer = await directory.send('GET', `/Groups?${new URLSearchParams({ filter })}`)
  expect(answer).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } })
})

it('the base of the service rejects sortBy and cursor', async () => {
  expect(await get({ sortBy: 'userName' })).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
  expect(await get({ cursor: '' })).toMatchObject({ status: 400, body: { scimType: 'invalidCursor' } })
})
