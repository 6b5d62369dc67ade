import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createTestServer, withoutRateLimits, type TestServer } from '../../../testing/test-server.ts'
import { patchOf, startDirectory, type Directory } from './directory.ts'
import { enterprise } from './examples.ts'

let server: TestServer
let directory: Directory
let count = 0

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
})
afterAll(() => server?.close())
beforeEach(async () => {
  directory = await startDirectory(server, `sequence${(count += 1)}`)
})
const send = (...args: Parameters<Directory['send']>) => directory.send(...args)
const find = (collection: string, filter: string, more = '') =>
  send('GET', `/${collection}?filter=${encodeURIComponent(filter)}${more}`)

describe('Microsoft Entra ID', () => {
  it.each(['', '?aadOptscim062020'])('provisions, disables, enables and deletes a person: %s', async (flag) => {
    // The connection test.
    expect((await find('Users', `userName eq "${randomUUID()}"`)).body['totalResults']).toBe(0)
    expect((await find('Users', 'externalId eq "jyoung"')).body['Resources']).toEqual([])
    const made = await send('POST', `/Users${flag}`, {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterprise],
      externalId: 'jyoung',
      userName: 'jyoung@acme.example',
      active: true,
      displayName: 'Joy Young',
      emails: [{ type: 'work', value: 'jyoung@acme.example', primary: true }],
      meta: { resourceType: 'User' },
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      roles: [],
    })
    expect(made.status).toBe(201)
    const { id } = made.body as { id: string }
    expect((await find('Users', 'userName eq "JYOUNG@acme.example"')).body['Resources']).toMatchObject([{ id }])
    const path = `/Users/${id}${flag}`
    const changed = await send(
      'PATCH',
      path,
      patchOf(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated@acme.example' },
        { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
        { op: 'Add', path: `${enterprise}:manager`, value: 'boss' },
        { op: 'Add', path: 'addresses[type eq "work"].country', value: 'DE' },
      ),
    )
    expect(changed.body).toMatchObject({
      emails: [{ type: 'work', value: 'updated@acme.example' }],
      name: { familyName: 'updatedFamilyName', givenName: 'givenName' },
      addresses: [{ type: 'work', country: 'DE' }],
      [enterprise]: { manager: { value: 'boss' } },
    })
    const disabled = await send(
      'PATCH',
      path,
      patchOf({ op: 'Replace', path: 'active', value: flag === '' ? 'False' : false }),
    )
    expect([disabled.status, disabled.body['active']]).toEqual([200, false])
    const enabled = await send('PATCH', path, patchOf({ op: 'Replace', value: { active: 'True' } }))
    expect(enabled.body['active']).toBe(true)
    expect((await send('DELETE', path)).status).toBe(204)
    expect((await find('Users', 'userName eq "jyoung@acme.example"')).body['totalResults']).toBe(0)
  })

  it('provisions a group and its members, without reading them', async () => {
    const user = async (name: string) => (await send('POST', '/Users', { userName: name })).body['id'] as string
    const [one, two] = [await user('one'), await user('two')]
    expect((await find('Groups', 'displayName eq "Tours"', '&excludedAttributes=members')).body['totalResults']).toBe(0)
    const made = await send('POST', '/Groups', {
      externalId: randomUUID(),
      displayName: 'Tours',
      meta: { resourceType: 'Group' },
    })
    const path = `/Groups/${made.body['id']}`
    expect((await send('GET', `${path}?excludedAttributes=members`)).status).toBe(200)
    const steps = [
      [{ op: 'Add', path: 'members', value: [{ $ref: null, value: one }] }, [one]],
      [{ op: 'Add', path: 'members', value: [{ $ref: null, value: two }] }, [one, two]],
      [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: one }] }, [two]],
      [{ op: 'Remove', path: `members[value eq "${two}"]` }, []],
    ] as const
    for (const [operation, expected] of steps) {
      expect((await send('PATCH', path, patchOf(operation))).status).toBe(204)
      const { body } = await send('GET', path)
      expect(((body['members'] ?? []) as { value: string }[]).map(({ value }) => value)).toEqual(expected)
    }
    expect((await send('PATCH', path, patchOf({ op: 'Replace', path: 'displayName', value: 'Tours 2' }))).status).toBe(
      204,
    )
    expect((await find('Groups', 'displayName eq "tours 2"')).body['totalResults']).toBe(1)
    expect((await send('DELETE', path)).status).toBe(204)
  })
})

describe('Okta', () => {
  it('provisions, deactivates and reactivates a person, and pushes a group', async () => {
    expect((await send('GET', '/Users?startIndex=1&count=2')).body).toMatchObject({ startIndex: 1 })
    expect(
      (await find('Users', 'userName eq "sam@acme.example"', '&startIndex=1&count=100')).body['totalResults'],
    ).toBe(0)
    const sam = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'sam@acme.example',
      name: { givenName: 'Sam', familyName: 'Lee' },
      emails: [{ primary: true, value: 'sam@acme.example', type: 'work' }],
      displayName: 'Sam Lee',
      locale: 'en-US',
      externalId: '00u1',
      groups: [],
      password: '1mz050nq',
      active: true,
    }
    const headers = { 'content-type': 'application/scim+json; charset=utf-8' }
    const made = await send('POST', '/Users', sam, { headers })
    // Sent again after a time-out.
    expect((await send('POST', '/Users', sam, { headers })).status).toBe(409)
    const path = `/Users/${made.body['id']}`
    const { body: read } = await send('GET', path)
    const put = await send('PUT', path, { ...read, name: { givenName: 'Samuel', familyName: 'Lee' } })
    expect(put.body).toMatchObject({ id: read['id'], name: { givenName: 'Samuel' }, active: true })
    const deactivated = await send('PATCH', path, patchOf({ op: 'replace', value: { active: false } }))
    expect(deactivated.body['active']).toBe(false)
    expect((await find('Users', 'userName eq "sam@acme.example"')).body['Resources']).toMatchObject([{ active: false }])
    expect((await send('PUT', path, { ...read, active: true })).body['active']).toBe(true)
    const group = await send('POST', '/Groups', { displayName: 'Sales', members: [] })
    const push = patchOf(
      { op: 'replace', value: { id: group.body['id'], displayName: 'Sales EMEA' } },
      { op: 'add', path: 'members', value: [{ value: read['id'], display: 'sam@acme.example' }] },
    )
    expect((await send('PATCH', `/Groups/${group.body['id']}`, push)).status).toBe(204)
    expect((await send('GET', `/Groups/${group.body['id']}`)).body).toMatchObject({
      displayName: 'Sales EMEA',
      members: [{ value: read['id'] }],
    })
  })
})
