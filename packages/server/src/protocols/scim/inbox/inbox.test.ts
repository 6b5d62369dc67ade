import { getScimRequest, listScimRequests, type ScimRequest } from '@portico/core'
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
  slug = `inbox${(count += 1)}`
  directory = await startDirectory(server, slug)
})

/** What an administrator finds, the newest first. */
async function kept(query: { only?: 'changed' | 'failed'; limit?: string; cursor?: string; search?: string } = {}) {
  await server.deps.scimRequests.settled()
  const answer = await directory.admin.core.client.call(listScimRequests, {
    params: { id: directory.providerId },
    query,
  })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.value
}

/** The newest, in full. */
async function latest(): Promise<ScimRequest> {
  const [first] = (await kept({ limit: '1' })).requests
  const params = { id: directory.providerId, requestId: first?.id ?? '' }
  const answer = await directory.admin.core.client.call(getScimRequest, { params })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.value
}

const create = async (body: object, options = {}) =>
  (await directory.send('POST', '/Users', body, options)).body['id'] as string

describe('a request of a directory', () => {
  it('is kept with what it changed, and found in the audit log by its id', async () => {
    const id = await create({ userName: `bob@${slug}.example` })
    const found = await latest()
    expect(found).toMatchObject({ method: 'POST', path: '/Users', status: 201, dryRun: false, detail: null })
    expect(found.changes).toEqual([
      {
        action: 'scim-user.create',
        target: { kind: 'scim-user', id, name: `bob@${slug}.example` },
        attributes: [],
        added: 0,
        removed: 0,
      },
    ])
    expect(found).toMatchObject({ tokenName: 'Directory 1', beginning: directory.token.slice(0, 9) })
    const { rows } = await tenantScope(server.database, directory.tenant.id).transaction(({ db }) =>
      sql`select from audit where request_id = ${found.requestID} and action = 'scim-user.create'`.execute(db),
    )
    expect(rows).toHaveLength(1)
  })

  it('names the attributes that changed, and counts members', async () => {
    const id = await create({ userName: `bob@${slug}.example`, title: 'Guide' })
    await directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'title', value: 'Lead' }))
    expect((await latest()).changes).toMatchObject([{ action: 'scim-user.update', attributes: ['title'] }])
    const members = [{ value: id }]
    const group = (await directory.send('POST', '/Groups', { displayName: 'Guides', members })).body['id'] as string
    expect((await latest()).changes).toMatchObject([{ action: 'scim-group.create', added: 1 }])
    await directory.send('PATCH', `/Groups/${group}`, patchOf({ op: 'remove', path: 'members' }))
    expect((await latest()).changes).toMatchObject([{ action: 'scim-group.update', removed: 1 }])
  })

  it('that changes nothing, fails or is a dry run says so', async () => {
    await create({ userName: `bob@${slug}.example` })
    await directory.send('GET', '/Users')
    expect((await latest()).changes).toEqual([])
    await create({ userName: `BOB@${slug}.example` })
    expect(await latest()).toMatchObject({ status: 409, changes: [], detail: expect.stringContaining('userName') })
    await create({ userName: `dry@${slug}.example` }, { token: await directory.newToken({ dryRun: true }) })
    expect(await latest()).toMatchObject({ status: 201, dryRun: true, changes: [{ action: 'scim-user.create' }] })
    expect((await kept({ only: 'failed' })).requests.map(({ status }) => status)).toEqual([409])
    expect((await kept({ only: 'changed' })).requests.map(({ status }) => status)).toEqual([201, 201])
  })

  it('names the attributes that were ignored, and still deactivates the person', async () => {
    const userName = `bob@${slug}.example`
    const id = await create({
      userName,
      shoeSize: 9,
      emails: [{ value: userName, verified: true }],
      password: 'S3cret',
    })
    expect((await latest()).ignored).toEqual(['shoeSize', 'emails.verified', 'password'])
    await directory.send('PUT', `/Users/${id}`, { userName, [`x y ${slug}`]: 1, 'name.mood': 'S3cret' })
    expect((await latest()).ignored).toEqual([`(${`x y ${slug}`.length} characters)`, 'name.mood'])
    const operations = [
      { op: 'Replace', path: 'shoes[size eq "S3cret"].size', value: '9' },
      { op: 'Add', value: { hatSize: 'S3cret', active: 'False' } },
    ]
    const patch = await directory.send('PATCH', `/Users/${id}`, { ...patchOf({}), Operations: operations })
    expect([patch.status, patch.body['active']]).toEqual([200, false])
    const found = await latest()
    expect(found.ignored).toEqual(['shoes.size', 'hatSize'])
    expect(found.changes).toMatchObject([{ attributes: ['active'] }, { action: 'person.deactivate' }])
    expect(JSON.stringify(found)).not.toContain('S3cret')

    const group = await directory.send('POST', '/Groups', { displayName: 'Guides', colour: 'red' })
    expect((await latest()).ignored).toEqual(['colour'])
    await directory.send('PATCH', `/Groups/${group.body['id']}`, patchOf({ op: 'add', path: 'colour', value: 'red' }))
    expect(await latest()).toMatchObject({ status: 204, ignored: ['colour'], changes: [] })
    await directory.send('PUT', `/Groups/${group.body['id']}`, { displayName: 'Guides', members: [], colour: 'red' })
    expect((await latest()).ignored).toEqual(['colour'])

    await directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'add', value: { hatSize: 9, title: {} } }))
    expect(await latest()).toMatchObject({ status: 400, ignored: [] })
  })

  it('without a valid token is not kept', async () => {
    await directory.send('GET', '/Users', undefined, { token: 'scim_wrong' })
    expect((await kept()).requests).toEqual([])
  })

  it('has the dialect that it or the one before shows', async () => {
    const id = await create({ userName: `bob@${slug}.example` })
    expect((await latest()).dialect).toBe('standard')
    await directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'Add', path: 'title', value: 'Guide' }))
    expect((await latest()).dialect).toBe('entra-legacy')
    await directory.send('GET', '/Users?aadOptscim062020')
    await directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: 'False' }))
    expect((await latest()).dialect).toBe('entra-legacy')
    await directory.send('GET', `/Users/${id}`)
    expect((await latest()).dialect).toBe('entra-legacy')
    await directory.send('GET', '/Users?aadOptscim062020')
    expect((await latest()).dialect).toBe('entra')
    await directory.send('GET', '/Users', undefined, { headers: { 'user-agent': 'Okta SCIM Client 1.0.0' } })
    expect((await latest()).dialect).toBe('okta')
  })
})

describe('what is private', () => {
  it('is not kept: passwords, telephone numbers, and tokens wherever they stand', async () => {
    await create({
      userName: `bob@${slug}.example`,
      password: 'correct horse',
      phoneNumbers: [{ value: '+49 30 1234' }],
      displayName: directory.token,
      name: { familyName: 'Example', honorificPrefix: 'Secretive' },
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Tours', salary: 'plenty' },
    })
    const { body } = await latest()
    expect(body).toMatchObject({
      userName: `bob@${slug}.example`,
      password: '(13 characters)',
      name: { familyName: 'Example', honorificPrefix: '(9 characters)' },
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Tours', salary: '(6 characters)' },
    })
    for (const secret of ['correct horse', '1234', directory.token.slice(9), 'plenty', 'Secretive'])
      expect(JSON.stringify(body)).not.toContain(secret)
  })

  it('is not kept in operations, paths and filters', async () => {
    const id = await create({ userName: `bob@${slug}.example` })
    const operations = [
      { op: 'replace', path: 'password', value: 'correct horse' },
      { op: 'replace', value: { 'phoneNumbers[type eq "work"].value': '+49 30 1234', displayName: 'Bob' } },
      { op: 'replace', path: 'phoneNumbers[value eq "+49 30 5678"].type', value: 'home' },
    ]
    await directory.send('PATCH', `/Users/${id}`, { ...patchOf({}), Operations: operations })
    const { body } = await latest()
    expect(JSON.stringify(body)).toContain('Bob')
    for (const secret of ['correct horse', '1234']) expect(JSON.stringify(body)).not.toContain(secret)
    await directory.send(
      'GET',
      `/Users?filter=${encodeURIComponent('phoneNumbers.value eq "+49 30 1234"')}&other=hidden`,
    )
    const { query } = await latest()
    expect(query).toBe('filter=phoneNumbers.value eq "(11 characters)"&other=(6 characters)')
    await directory.send('GET', `/Users?filter=${encodeURIComponent(`userName eq "bob@${slug}.example"`)}`)
    expect((await latest()).query).toBe(`filter=userName eq "bob@${slug}.example"`)
  })

  it('is not kept where a token is in an address, an error, a name or a member', async () => {
    const { token } = directory
    const apiToken = `pat_${'a1B2'.repeat(12)}`
    await create({ userName: token, [`x${apiToken}`]: 1 })
    await create({ userName: `bob ${apiToken}` })
    await directory.send('GET', `/Users/${token}`)
    await directory.send('GET', `/${apiToken}?${token}=1&sortBy=${token}`)
    await directory.send('POST', '/Groups', { displayName: 'Guides', members: [{ value: token }] })
    await directory.send('POST', '/Groups', { displayName: apiToken })
    await directory.send('GET', `/Users?${new URLSearchParams({ filter: `userName eq "${apiToken}"` })}`)
    await server.deps.scimRequests.settled()
    const { rows } = await tenantScope(server.database, directory.tenant.id).transaction(({ db }) =>
      sql<{ row: object }>`select to_jsonb(r) as row from scim_requests r order by id`.execute(db),
    )
    const text = JSON.stringify(rows)
    expect(rows).toHaveLength(7)
    expect(text).toContain('no user with the id scim_…')
    expect(text).toContain('"name":"scim_…"')
    for (const secret of [token.slice(9), apiToken.slice(4)]) expect(text).not.toContain(secret)
  })

  it('belongs to one tenant and one provider', async () => {
    await create({ userName: `bob@${slug}.example` })
    const { id: requestId } = await latest()
    const other = await startDirectory(server, `${slug}-other`)
    for (const params of [
      { id: directory.providerId, requestId },
      { id: other.providerId, requestId },
    ]) {
      const answer = await other.admin.core.client.call(getScimRequest, { params })
      expect(answer.ok ? 200 : (answer.problem as { status: number }).status).toBe(404)
    }
    const params = { id: uuidv7(0), requestId }
    const elsewhere = await directory.admin.core.client.call(getScimRequest, { params })
    expect(elsewhere.ok ? 200 : (elsewhere.problem as { status: number }).status).toBe(404)
    const listed = await other.admin.core.client.call(listScimRequests, { params: { id: other.providerId }, query: {} })
    expect(listed.ok && listed.value.requests).toEqual([])
  })
})

describe('the list', () => {
  it('continues where a page ended, while requests come in', async () => {
    for (let index = 0; index < 5; index += 1) await directory.send('GET', `/Users?startIndex=${index + 1}`)
    const first = await kept({ limit: '2' })
    await directory.send('GET', '/Groups')
    const second = await kept({ limit: '2', cursor: first.next ?? '' })
    const third = await kept({ limit: '2', cursor: second.next ?? '' })
    const ids = [first, second, third].flatMap(({ requests }) => requests.map(({ id }) => id))
    expect(new Set(ids).size).toBe(5)
    expect(third.next).toBeNull()
  })

  it('is read backwards too, from its end, with how many match; a search finds path, status and detail', async () => {
    for (let index = 0; index < 5; index += 1) await directory.send('GET', `/Users?startIndex=${index + 1}`)
    await directory.send('DELETE', '/Groups/01890000-0000-7000-8000-000000000000')
    const idsOf = ({ requests }: Awaited<ReturnType<typeof kept>>) => requests.map(({ id }) => id)
    const all = await kept()
    expect([all.total, all.next, all.previous]).toEqual([6, null, null])
    const first = await kept({ limit: '4' })
    expect([first.total, first.previous]).toEqual([6, null])
    const second = await kept({ limit: '4', cursor: first.next ?? '' })
    expect(second.total).toBeUndefined()
    expect([...idsOf(first), ...idsOf(second)]).toEqual(idsOf(all))
    expect(idsOf(await kept({ limit: '4', cursor: second.previous ?? '' }))).toEqual(idsOf(first))
    expect(idsOf(await kept({ limit: '4', cursor: 'end' }))).toEqual(idsOf(all).slice(2))
    for (const search of ['groups delete', '404'])
      expect((await kept({ search })).requests.map(({ method }) => method)).toEqual(['DELETE'])
    expect((await kept({ search: 'delete', only: 'changed' })).total).toBe(0)
    const params = { id: directory.providerId }
    const asked = await directory.admin.core.client.call(listScimRequests, { params, query: { cursor: uuidv7(0) } })
    expect(asked.ok ? 200 : (asked.problem as { status: number }).status).toBe(400)
  })

  it('keeps huge and odd bodies short, and never makes a request fail', async () => {
    const members = Array.from({ length: 3_000 }, () => ({ value: '01890000-0000-7000-8000-000000000000' }))
    await directory.send('POST', '/Groups', { displayName: 'Many', members })
    expect(JSON.stringify((await latest()).body).length).toBeLessThan(20_000)
    await directory.send('POST', '/Users', {
      userName: `zero\u0000@${slug}.example`,
      deep: { a: { b: { c: { d: [[[[]]]] } } } },
    })
    expect((await latest()).path).toBe('/Users')
    await directory.send('POST', '/Users', '{')
    expect(await latest()).toMatchObject({ status: 400, body: null })
  })

  it('has each request of one batch, whatever characters it contains', async () => {
    const half = '\ud800'
    await directory.send('POST', '/Users', { userName: half, title: half, [half]: half })
    await directory.send('POST', '/Users', { userName: `${'x'.repeat(199)}😀😀` })
    const path = `emails[value eq "${half}"].type`
    await directory.send('PATCH', `/Users/${uuidv7(0)}`, patchOf({ op: 'add', path, value: half }))
    await directory.send('POST', '/Groups', { displayName: 'Guides', members: [{ value: `${'x'.repeat(99)}😀` }] })
    await directory.send('GET', '/Users?startIndex=2')
    const { requests } = await kept()
    expect(requests.map(({ status }) => status)).toEqual([200, 400, 404, 201, 400])
  })

  it('ends after 30 days', async () => {
    await create({ userName: `bob@${slug}.example` })
    await server.deps.scimRequests.settled()
    await tenantScope(server.database, directory.tenant.id).transaction(({ db }) =>
      sql`
        insert into scim_requests (tenant_id, identity_provider_id, id, at, method, path, query, body,
               status, took_ms, dialect, dry_run, token_beginning, request_id, changes, detail)
        select tenant_id, identity_provider_id, gen_random_uuid(), now() - make_interval(days => days), method, path, query, body,
               days, took_ms, dialect, dry_run, token_beginning, request_id, changes, detail
          from scim_requests cross join (values (29), (31)) d (days)`.execute(db),
    )
    await sweep(server.deps)
    expect((await kept()).requests.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 29]))
    expect((await kept()).requests).toHaveLength(2)
  })

  it('leaves out those of a provider that is gone, and writes the others', async () => {
    createScimRecorder(server.deps)({
      sender: {
        tenantId: directory.tenant.id,
        providerId: uuidv7(0),
        tokenId: uuidv7(0),
        name: 'Gone',
        beginning: 'scim_gone',
        dryRun: false,
      },
      requestId: 'r',
      nowMs: Date.now(),
      tookMs: 1,
      method: 'GET',
      path: '/Users',
      query: new URLSearchParams(),
      userAgent: '',
      body: undefined,
      status: 200,
      audited: [],
      ignored: [],
      detail: undefined,
      unknownMembers: [],
    })
    await directory.send('GET', '/Groups')
    expect((await kept()).requests.map(({ path }) => path)).toEqual(['/Groups'])
  })
})
