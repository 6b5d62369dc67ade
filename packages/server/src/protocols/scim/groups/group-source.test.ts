import {
  forgetGroups,
  getPerson,
  listPeople,
  listProviderGroups,
  previewGroupSource,
  putGroupSource,
} from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../../kit/database/tenant-scope.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../../testing/scripted-provider.ts'
import { comeBack, landing, newBrowser, providerEntry, startAt } from '../../../testing/sign-in-run.ts'
import { createTestServer, smallTenant, withoutRateLimits, type TestServer } from '../../../testing/test-server.ts'
import { patchOf, startDirectory, type Directory } from '../testing/directory.ts'

let server: TestServer
let provider: ScriptedProvider
let directory: Directory
let bob = ''
let slug = ''
let count = 0

beforeAll(async () => {
  provider = await startScriptedProvider()
  server = await createTestServer(withoutRateLimits())
})
afterAll(async () => {
  await server?.close()
  await provider?.stop()
})
beforeEach(async () => {
  slug = `project${(count += 1)}`
  const main = providerEntry(provider.issuer, { suffixes: [`${slug}.example`] })
  directory = await startDirectory(server, slug, smallTenant(slug, { identityProviders: [main] }))
  bob = (await directory.send('POST', '/Users', { userName: `bob@${slug}.example` })).body['id'] as string
})

async function signIn(name: string, groups: readonly string[] = []) {
  const username = `${name}@${slug}.example`
  provider.plays({ person: { sub: name, preferred_username: username, groups, roles: [] } })
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, username)
  return landing(await comeBack(browser, redirectUrl, provider.authorize(redirectUrl)))
}
async function setSource(source: 'claims' | 'scim'): Promise<unknown> {
  const params = { id: directory.providerId }
  const answer = await directory.admin.core.client.call(putGroupSource, { params, body: { source } })
  return answer.ok ? undefined : answer.problem
}
const group = async (displayName: string, members: readonly string[] = []) => {
  const body = { displayName, members: members.map((value) => ({ value })) }
  return (await directory.send('POST', '/Groups', body)).body['id'] as string
}
const patch = (id: string, operation: object) => directory.send('PATCH', `/Groups/${id}`, patchOf(operation))
/** Names of the groups of Bob, as the access engine sees them. */
const groupsOfBob = async () => {
  const { rows } = await tenantScope(server.database, directory.tenant.id).transaction(({ db }) =>
    sql<{ name: string }>`
      select g.name from users u join user_groups m on m.user_id = u.id join groups g on g.id = m.group_id
       where u.username like 'bob@%' order by 1`.execute(db),
  )
  return rows.map(({ name }) => name)
}
const listed = async () => {
  const params = { id: directory.providerId }
  const answer = await directory.admin.core.client.call(listProviderGroups, { params, query: {} })
  return answer.ok ? answer.value.groups.map(({ name }) => name) : []
}

/** A second administrator, by SCIM, so that the source can change. */
async function adminByScim(): Promise<string> {
  const ada = (await directory.send('POST', '/Users', { userName: `ada@${slug}.example` })).body['id'] as string
  const id = await group('admins', [bob, ada])
  await signIn('bob', ['admins'])
  expect(await setSource('scim')).toBeUndefined()
  return id
}

describe('a group of a directory', () => {
  it('is shown without invisible characters, and takes no mappings of the group that it looks like', async () => {
    await adminByScim()
    const id = await group('ad\u200bmins', [bob])
    const look = async () => (await listed()).filter((name) => name === 'admins')
    expect(await look()).toEqual(['admins', 'admins'])
    const { rows } = await tenantScope(server.database, directory.tenant.id).transaction(({ db }) =>
      sql<{ name: string }>`
        select g.name from portal_role_groups r join groups g on g.id = r.group_id
          join scim_groups s on s.group_id = g.id and s.id = ${id}`.execute(db),
    )
    expect(rows).toEqual([])
    await setSource('claims')
    await patch(id, { op: 'replace', path: 'displayName', value: 'ad\u3164mins' })
    expect(await setSource('scim')).toBeUndefined()
    expect(await look()).toEqual(['admins', 'admins'])
  })

  it('is in the list of groups, and is the one that claims named', async () => {
    await group('Tour Guides')
    const before = await listed()
    expect(before).toContain('Tour Guides')
    await group('staff')
    expect(await listed()).toEqual(before)
  })

  it('gives no membership while claims are the source, and claims none while SCIM is', async () => {
    const staff = await group('staff', [bob])
    await signIn('bob', ['finance'])
    expect(await groupsOfBob()).toEqual(['finance'])
    await adminByScim()
    expect(await groupsOfBob()).toEqual(['admins', 'staff'])
    await signIn('bob', ['finance'])
    expect(await groupsOfBob()).toEqual(['admins', 'staff'])
    await patch(staff, { op: 'remove', path: `members[value eq "${bob}"]` })
    expect(await groupsOfBob()).toEqual(['admins'])
    expect(await setSource('claims')).toBeUndefined()
    await patch(staff, { op: 'add', path: 'members', value: [{ value: bob }] })
    await signIn('bob', ['finance', 'admins'])
    expect(await groupsOfBob()).toEqual(['admins', 'finance'])
  })

  it('lists its members, and the page of each says where the groups come from', async () => {
    const { client } = directory.admin.core
    await signIn('bob', ['admins'])
    const groupNamed = async (name: string) => {
      const answer = await client.call(listProviderGroups, { params: { id: directory.providerId }, query: {} })
      return (answer.ok ? answer.value.groups.find((one) => one.name === name)?.id : undefined) ?? ''
    }
    const membersOf = async (id: string) => {
      const answer = await client.call(listPeople, { query: { group: id } })
      return answer.ok ? answer.value.people : []
    }
    const sourceOf = async (id: string) => {
      const answer = await client.call(getPerson, { params: { id } })
      return answer.ok && answer.value.groupSource
    }
    const [found] = (await membersOf(await groupNamed('admins'))).filter(({ username }) => username.startsWith('bob@'))
    expect(await sourceOf(found?.id ?? '')).toBe('claims')
    await adminByScim()
    await group('Guides', [bob])
    expect((await membersOf(await groupNamed('Guides'))).map(({ id }) => id)).toEqual([found?.id])
    expect(await membersOf(await groupNamed('staff'))).toEqual([])
    expect(await membersOf('x')).toEqual([])
    expect(await sourceOf(found?.id ?? '')).toBe('scim')
  })

  it('has its members before and after their first sign-in, a new name, and none after its end', async () => {
    await adminByScim()
    const cleo = (await directory.send('POST', '/Users', { userName: `cleo@${slug}.example` })).body['id'] as string
    const guides = await group('Guides', [bob, cleo])
    expect(await groupsOfBob()).toEqual(['Guides', 'admins'])
    expect((await signIn('cleo')).error).toBeNull()
    await patch(guides, { op: 'replace', value: { displayName: 'Tour Guides' } })
    expect(await groupsOfBob()).toEqual(['Tour Guides', 'admins'])
    await directory.send('DELETE', `/Groups/${guides}`)
    expect(await groupsOfBob()).toEqual(['admins'])
    expect(await listed()).not.toContain('Tour Guides')
  })

  it('does not rename what a claim named while claims are the source, and has its own name once SCIM is', async () => {
    await signIn('bob', ['staff'])
    const [staff, named] = [await group('staff', [bob]), await group('other')]
    for (const [id, value] of [
      [staff, 'Guests'],
      [named, 'staff'],
    ] as const)
      await patch(id, { op: 'replace', path: 'displayName', value })
    expect(await groupsOfBob()).toEqual(['staff'])
    expect(await setSource('scim')).toBeUndefined()
    expect(await groupsOfBob()).toEqual(['Guests'])
  })

  it('is counted in the preview by the roles that it gives and takes', async () => {
    const preview = async () => {
      const answer = await directory.admin.core.client.call(previewGroupSource, {
        params: { id: directory.providerId },
      })
      if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
      const { refusal: _, ...counts } = answer.value
      return counts
    }
    await signIn('bob', ['admins', 'unmapped'])
    // Bob, and the administrator of the test.
    expect(await preview()).toEqual({ groups: 0, people: 0, losing: 2, gaining: 0, losesOwn: true })
    const cleo = (await directory.send('POST', '/Users', { userName: `cleo@${slug}.example` })).body['id'] as string
    const admins = await group('admins', [cleo])
    await group('Guides', [bob])
    expect(await preview()).toEqual({ groups: 2, people: 2, losing: 2, gaining: 1, losesOwn: true })
    await patch(admins, { op: 'add', path: 'members', value: [{ value: bob }] })
    expect(await preview()).toEqual({ groups: 2, people: 2, losing: 1, gaining: 1, losesOwn: true })
    // Sent, the administrator keeps the role.
    const ada = (await directory.send('POST', '/Users', { userName: `ada@${slug}.example` })).body['id'] as string
    await patch(admins, { op: 'add', path: 'members', value: [{ value: ada }] })
    expect(await preview()).toEqual({ groups: 2, people: 3, losing: 0, gaining: 1, losesOwn: false })
    expect(await setSource('scim')).toBeUndefined()
    expect(await preview()).toEqual({ groups: 2, people: 3, losing: 0, gaining: 0, losesOwn: false })
  })

  it('that is mapped and deleted keeps its mapping, without members', async () => {
    await adminByScim()
    const staff = await group('staff', [bob])
    await directory.send('DELETE', `/Groups/${staff}`)
    expect(await groupsOfBob()).toEqual(['admins'])
    expect(await listed()).toContain('staff')
    await group('staff', [bob])
    expect(await groupsOfBob()).toEqual(['admins', 'staff'])
  })

  it('that an administrator made the tenant forget is restored by the next change, with all members', async () => {
    await adminByScim()
    const guides = await group('Guides', [bob])
    await directory.admin.core.client.call(forgetGroups, { params: { id: directory.providerId } })
    expect(await groupsOfBob()).toEqual(['admins'])
    await patch(guides, { op: 'replace', path: 'displayName', value: 'Tour Guides' })
    expect(await groupsOfBob()).toEqual(['Tour Guides', 'admins'])
  })

  it('does not give a person who is sent again the previous groups', async () => {
    await adminByScim()
    const cleo = (await directory.send('POST', '/Users', { userName: `cleo@${slug}.example` })).body['id'] as string
    await group('Guides', [cleo])
    await directory.send('DELETE', `/Users/${cleo}`)
    await directory.send('POST', '/Users', { userName: `cleo@${slug}.example` })
    const { rows } = await tenantScope(server.database, directory.tenant.id).transaction(({ db }) =>
      sql`select from users u join user_groups m on m.user_id = u.id where u.username like 'cleo@%'`.execute(db),
    )
    expect(rows).toEqual([])
  })
})

describe('the last proven path to Security Admin', () => {
  it('is not removed by a membership, nor with its group', async () => {
    const admins = await adminByScim()
    for (const refused of [
      await patch(admins, { op: 'remove', path: 'members' }),
      await directory.send('DELETE', `/Groups/${admins}`),
      await directory.send('PUT', `/Groups/${admins}`, { displayName: 'admins' }),
    ])
      expect([refused.status, /no proven way/.test(refused.body['detail'] as string)]).toEqual([409, true])
    expect(await groupsOfBob()).toEqual(['admins'])
  })

  it('is not removed by a change of the source', async () => {
    await signIn('bob', ['admins'])
    expect(await setSource('scim')).toMatchObject({ status: 409, errorID: 'LAST_ADMIN_PATH' })
    expect(await groupsOfBob()).toEqual(['admins'])
  })

  it('is reported by the preview of a change of the source, in the words of the error, and changes nothing', async () => {
    const preview = async () => {
      const params = { id: directory.providerId }
      const answer = await directory.admin.core.client.call(previewGroupSource, { params })
      return answer.ok ? answer.value.refusal : answer.problem
    }
    await signIn('bob', ['admins'])
    const { errorMessage } = (await setSource('scim')) as { errorMessage: string }
    expect(errorMessage).toContain('no proven way')
    expect(await preview()).toEqual({ errorID: 'LAST_ADMIN_PATH', errorMessage })
    expect(await groupsOfBob()).toEqual(['admins'])
    const admins = await group('admins', [bob])
    expect(await preview()).toBeNull()
    await patch(admins, { op: 'remove', path: 'members' })
    expect(await preview()).not.toBeNull()
  })
})
