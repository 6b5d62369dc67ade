import { getScimActivity, getScimDrift, listScimUnseen, putGroupSource, type ScimDrift } from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../../kit/identifiers.ts'
import { sweep } from '../../../app/sweep.ts'
import { createTestServer, withoutRateLimits, type TestServer } from '../../../testing/test-server.ts'
import { createScimRecorder } from './recorder.ts'
import { patchOf, startDirectory, type Directory } from '../testing/directory.ts'

let server: TestServer
let directory: Directory
let slug = ''
let count = 0

beforeAll(async () => {
  server = await createTestServer(withoutRateLimits())
})
afterAll(async () => {
  await server?.close()
})
beforeEach(async () => {
  slug = `drift${(count += 1)}`
  directory = await startDirectory(server, slug)
})

const params = () => ({ id: directory.providerId })

async function drift(): Promise<ScimDrift> {
  await server.deps.scimRequests.settled()
  const answer = await directory.admin.core.client.call(getScimDrift, { params: params() })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.value
}

async function unseen(query: { limit?: string; cursor?: string } = {}) {
  const answer = await directory.admin.core.client.call(listScimUnseen, { params: params(), query })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.value
}

async function hours() {
  await server.deps.scimRequests.settled()
  const answer = await directory.admin.core.client.call(getScimActivity, { params: params() })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.value.hours
}

const inTenant = <T>(work: Parameters<ReturnType<typeof tenantScope>['transaction']>[0]) =>
  tenantScope(server.database, directory.tenant.id).transaction(work) as Promise<T>

const create = async (body: object, path = '/Users') => (await directory.send('POST', path, body)).body['id'] as string

describe('members whom the directory never sent', () => {
  const strangers = [uuidv7(1), uuidv7(2), 'bob@example.com']

  it('are named with their group and the request, until the directory sends them', async () => {
    const group = await create({ displayName: 'Guides' }, '/Groups')
    const add = (values: readonly string[]) =>
      patchOf({ op: 'add', path: 'members', value: values.map((value) => ({ value })) })
    expect((await directory.send('PATCH', `/Groups/${group}`, add(strangers.slice(0, 2)))).status).toBe(400)
    expect((await directory.send('PATCH', `/Groups/${group}`, add(strangers.slice(0, 1)))).status).toBe(400)
    await directory.send('POST', '/Groups', { displayName: 'Newcomers', members: [{ value: strangers[2] }] })
    const { unknownMembers, unknownMemberCount } = await drift()
    expect(unknownMemberCount).toBe(3)
    expect(unknownMembers.map(({ value, group: name, requests }) => [value, name, requests])).toEqual([
      ['bob@example.com', 'Newcomers', 1],
      [strangers[0], 'Guides', 2],
      [strangers[1], 'Guides', 1],
    ])
    await create({ userName: `bob@${slug}.example` })
    await inTenant(({ db }) => sql`update scim_users set id = ${strangers[1]}`.execute(db))
    const [bob] = (await unseen()).people
    expect(bob?.username).toBe(`bob@${slug}.example`)
    const { rows } = await inTenant<{ rows: { id: string }[] }>(({ db }) =>
      sql<{ id: string }>`select id from scim_users`.execute(db),
    )
    expect(
      (await directory.send('PATCH', `/Groups/${group}`, add([rows[0]?.id ?? '', strangers[0] ?? '']))).status,
    ).toBe(400)
    expect((await drift()).unknownMembers.map(({ value }) => value)).not.toContain(rows[0]?.id)
    const named = async () => (await drift()).unknownMembers.map(({ value }) => value)
    expect(await named()).toEqual([strangers[0], 'bob@example.com'])
    await directory.send('DELETE', `/Users/${strangers[1]}`)
    expect(await named()).toEqual([strangers[0], 'bob@example.com', strangers[1]])
  })

  it('are not those of another provider or tenant', async () => {
    const other = await startDirectory(server, `${slug}-other`)
    await other.send('POST', '/Groups', { displayName: 'Guides', members: [{ value: strangers[0] }] })
    expect(await drift()).toMatchObject({ unknownMembers: [], unknownMemberCount: 0 })
    const answer = await directory.admin.core.client.call(getScimDrift, { params: { id: other.providerId } })
    expect(answer.ok ? 200 : (answer.problem as { status: number }).status).toBe(404)
    const second = uuidv7(3)
    await tenantScope(server.database, other.tenant.id).transaction(({ db }) =>
      sql`insert into identity_providers (tenant_id, id, name, type, config, is_primary)
          select tenant_id, ${second}, 'Second', type, config, false from identity_providers`.execute(db),
    )
    await server.deps.scimRequests.settled()
    const ofSecond = await other.admin.core.client.call(getScimDrift, { params: { id: second } })
    expect(ofSecond.ok && ofSecond.value.unknownMembers).toEqual([])
    const ofFirst = await other.admin.core.client.call(getScimDrift, { params: { id: other.providerId } })
    expect(ofFirst.ok && ofFirst.value.unknownMembers).toHaveLength(1)
  })
})

describe('mapped groups that are gone', () => {
  it('are named when the directory deleted them, and not when it sends them again', async () => {
    const admins = await create({ displayName: 'admins' }, '/Groups')
    const unmapped = await create({ displayName: 'unmapped' }, '/Groups')
    expect((await drift()).goneGroups).toEqual([])
    expect((await directory.send('DELETE', `/Groups/${unmapped}`)).status).toBe(204)
    expect((await directory.send('DELETE', `/Groups/${admins}`)).status).toBe(204)
    const { goneGroups, goneGroupCount } = await drift()
    expect(goneGroups).toEqual([{ id: expect.any(String), name: 'admins', deletedAt: expect.stringMatching(/^20/) }])
    expect(goneGroupCount).toBe(1)
    await create({ displayName: 'admins' }, '/Groups')
    expect((await drift()).goneGroups).toEqual([])
  })

  it('are named when groups come from SCIM and the directory never sent them', async () => {
    const admin = await create({ userName: `ada@${slug}.example` })
    await create({ displayName: 'admins', members: [{ value: admin }] }, '/Groups')
    const inserted = await inTenant<{ rows: { id: string }[] }>(({ db, tenantId }) =>
      sql<{ id: string }>`
        with g as (
          insert into groups (tenant_id, id, identity_provider_id, claim, name)
          values (${tenantId}, ${uuidv7(1)}, ${directory.providerId}, 'auditors', 'auditors') returning id)
        insert into portal_role_groups (tenant_id, role, group_id)
        select ${tenantId}::uuid, 'security-admin', id from g returning group_id as id`.execute(db),
    )
    expect((await drift()).goneGroups).toEqual([])
    const chosen = await directory.admin.core.client.call(putGroupSource, {
      params: params(),
      body: { source: 'scim' },
    })
    expect(chosen.ok).toBe(true)
    // The others are mapped in the tenant's file.
    const { goneGroups } = await drift()
    expect(goneGroups.map(({ name, deletedAt }) => [name, deletedAt])).toEqual([
      ['auditors', null],
      ['finance', null],
      ['staff', null],
    ])
    expect(goneGroups[0]?.id).toBe(inserted.rows[0]?.id)
  })
})

it('says whether the directory has ever sent anything, also what it deleted since', async () => {
  expect((await drift()).hasSent).toBe(false)
  const group = await create({ displayName: 'Guides' }, '/Groups')
  await directory.send('DELETE', `/Groups/${group}`)
  expect((await drift()).hasSent).toBe(true)
})

describe('people who never signed in', () => {
  it('are those whom the directory sent and who may sign in, with their groups, page by page', async () => {
    const ids = []
    for (const name of ['a', 'b', 'c', 'off']) ids.push(await create({ userName: `${name}@${slug}.example` }))
    await create({ userName: 'held@elsewhere.example' })
    await directory.send('PATCH', `/Users/${ids[3]}`, patchOf({ op: 'replace', path: 'active', value: false }))
    await create({ displayName: 'Guides', members: [{ value: ids[1] }] }, '/Groups')
    expect((await drift()).unseenCount).toBe(3)
    const first = await unseen({ limit: '2' })
    const second = await unseen({ limit: '2', cursor: first.next ?? '' })
    expect([...first.people, ...second.people].map(({ username, groups }) => [username, groups])).toEqual([
      [`a@${slug}.example`, 0],
      [`b@${slug}.example`, 1],
      [`c@${slug}.example`, 0],
    ])
    expect(second.next).toBeNull()
    const wrong = await directory.admin.core.client.call(listScimUnseen, { params: params(), query: { cursor: 'x' } })
    expect(wrong.ok ? 200 : (wrong.problem as { status: number }).status).toBe(400)
    await inTenant(({ db }) =>
      sql`update users set subject = 'https://login.example bob', last_sign_in_at = now() where username = ${`b@${slug}.example`}`.execute(
        db,
      ),
    )
    expect((await unseen()).people.map(({ username }) => username)).toEqual([`a@${slug}.example`, `c@${slug}.example`])
    expect((await drift()).unseenCount).toBe(2)
  })
})

describe('activity', () => {
  it('counts requests, those that changed something and those that failed, by hour', async () => {
    await create({ userName: `bob@${slug}.example` })
    await directory.send('GET', '/Users')
    await directory.send('POST', '/Users', {})
    const found = await hours()
    const sum = (name: 'requests' | 'changed' | 'failed') => found.reduce((total, hour) => total + hour[name], 0)
    expect([sum('requests'), sum('changed'), sum('failed')]).toEqual([3, 1, 1])
    expect(found.map(({ at }) => at)).toEqual(
      found.map(() => expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/)),
    )
    await directory.send('GET', '/Groups')
    expect((await hours()).reduce((total, { requests }) => total + requests, 0)).toBe(4)
  })

  it('counts what is not kept, and ends after 31 days', async () => {
    await directory.send('GET', '/Groups')
    const record = createScimRecorder(server.deps, { keptOfDayMax: 1 })
    for (const path of ['/Users', '/Groups'])
      record({
        sender: {
          tenantId: directory.tenant.id,
          providerId: directory.providerId,
          tokenId: uuidv7(0),
          name: 'Directory',
          beginning: 'scim_test',
          dryRun: false,
        },
        requestId: 'r',
        nowMs: Date.now(),
        tookMs: 1,
        method: 'POST',
        path,
        query: new URLSearchParams(),
        userAgent: '',
        body: { userName: 'bob' },
        status: 400,
        audited: [],
        ignored: [],
        detail: 'no',
        unknownMembers: ['x'],
      })
    expect((await hours()).reduce((total, { requests }) => total + requests, 0)).toBe(3)
    const kept = await inTenant<{ rows: unknown[] }>(({ db }) => sql`select from scim_requests`.execute(db))
    expect(kept.rows).toHaveLength(2)
    await inTenant(({ db }) =>
      sql`insert into scim_activity select tenant_id, identity_provider_id, hour - interval '32 days', 5, 5, 5
            from scim_activity`.execute(db),
    )
    await sweep(server.deps)
    const left = await inTenant<{ rows: { requests: number }[] }>(({ db }) =>
      sql<{ requests: number }>`select requests from scim_activity where hour < now() - interval '2 days'`.execute(db),
    )
    expect(left.rows).toEqual([])
  })
})
