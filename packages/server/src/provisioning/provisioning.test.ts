import { listOf, provisioningBehindList, provisioningScope } from '@portico/core'
import {
  deactivatePerson,
  enterTenant,
  getProvisioning,
  listProvisioningBehind,
  listStalledProvisioning,
  putProvisioning,
  putSupportAccess,
  removeProvisioning,
  resendProvisioning,
  retryProvisioning,
  testProvisioning,
  type ProvisioningConfigInput,
} from '@portico/core/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest'

import { provisioningFindings } from '../commands/provisioning-findings.ts'
import { tenantScope } from '../database/tenant-scope.ts'
import type { Deps } from '../deps.ts'
import { uuidv7 } from '../identifiers.ts'
import { createMetrics } from '../metrics/metrics.ts'
import type { ImportedTenant } from '../tenant-import/import.ts'
import {
  createTestServer,
  signedIn,
  smallTenant,
  vendorTenant,
  type Browser,
  type TestServer,
} from '../testing/test-server.ts'
import { isLost } from './adopt.ts'
import type { ConnectionRow } from './connections.ts'
import { countProvisioning } from './count.ts'
import { startProvisioning } from './queue.ts'
import { pauseRestored } from './restored.ts'
import { readStalled } from './stalled.ts'
import { startScimApplication, type ScimApplication, type StoredResource } from './testing/scim-application.ts'

const waits = { timeout: 30_000, interval: 20 }
let server: TestServer
let application: ScimApplication
let acme: ImportedTenant
let admin: Browser
let params: { envId: string; appId: string }
let round = 0
let stop: (() => Promise<void>) | undefined

beforeAll(async () => {
  server = await createTestServer()
}, 60_000)
afterAll(() => server?.close())
beforeEach(async () => {
  round += 1
  application = await startScimApplication()
  acme = await server.importTenant(smallTenant(`acme${round}`))
  admin = await signedIn(server, acme, { username: 'ada', groups: ['admins', 'staff', 'finance'] })
  await signedIn(server, acme, { username: 'bob', groups: ['staff'] })
  await signedIn(server, acme, { username: 'cy', groups: ['guests'] })
  const [row] = await rows<{ envId: string; appId: string }>(
    `select e.id as "envId", a.id as "appId" from environments e, applications a where e.slug = 'production' and a.slug = 'billing'`,
  )
  params = row ?? { envId: '', appId: '' }
}, 60_000)
afterEach(async () => {
  await stop?.()
  stop = undefined
  await application.close()
})

const rows = <Row>(text: string): Promise<Row[]> =>
  tenantScope(server.database, acme.id).transaction(async ({ db }) => (await sql.raw<Row>(text).execute(db)).rows)
const change = (...texts: string[]) => Promise.all(texts.map((text) => rows(text)))
/** Time passes for everything that waits. */
const soon = () =>
  change(
    `update provisioning_connections set compare_after = null, compared_at = null, next_attempt_at = null where removed_at is null`,
    `update provisioned_objects set next_attempt_at = now()`,
  )
const call: Browser['core']['client']['call'] = (...asked) => admin.core.client.call(...asked)
async function connect(config: Partial<ProvisioningConfigInput> = {}, bearerToken = application.token) {
  const answer = await call(putProvisioning, {
    params,
    body: { config: { url: application.url, ...config }, bearerToken },
  })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.value
}
function run(instead: Partial<Deps> = {}): void {
  stop = startProvisioning({ ...server.deps, ...instead }, 20)
}
/** What is written to the log of the server. */
function createLines() {
  const lines: object[] = []
  const warn = (about: object, message: string) => void lines.push({ ...about, message })
  return { lines, log: { ...server.deps.log, warn } as unknown as Deps['log'] }
}
async function state() {
  const answer = await call(getProvisioning, { params })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.value
}
async function behind() {
  const answer = await call(listProvisioningBehind, { params, query: {} })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.value.objects
}
const settled = () =>
  expect
    .poll(async () => {
      const { behind: waiting, comparedAt } = await state()
      return comparedAt !== null && waiting === 0
    }, waits)
    .toBe(true)
/** What the doctor says about this tenant. */
const found = async () =>
  (await provisioningFindings(server.database))
    .map(({ detail }) => detail)
    .filter((one) => one.startsWith(`acme${round},`))
/** What the overview of administrators names. */
async function stalled(by = admin) {
  const answer = await by.core.client.call(listStalledProvisioning)
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.value.stalled
}
const user = (name: string) => [...application.users.values()].find((one) => one['userName'] === name)
const group = (name: string) => [...application.groups.values()].find((one) => one['displayName'] === name)
const membersOf = (name: string) => {
  const members = (group(name)?.['members'] ?? []) as { value: string }[]
  return members.map(({ value }) => String(application.users.get(value)?.['userName'])).toSorted()
}
const namesOf = (all: ReadonlyMap<string, StoredResource>) =>
  [...all.values()].map((one) => String(one['userName'] ?? one['displayName'])).toSorted()
const rolesOf = (one: StoredResource | undefined) =>
  ((one?.['roles'] ?? []) as { value: string }[]).map(({ value }) => value).toSorted()

describe('an application that people are sent to', () => {
  it('gets those who can open it, with their roles, and the groups that open it with these members', async () => {
    await connect()
    run()
    await settled()
    expect(namesOf(application.users)).toEqual(['ada', 'bob'])
    const [ada] = await rows<{ id: string }>(`select id from users where username = 'ada'`)
    expect(user('ada')).toMatchObject({ externalId: ada?.id, active: true, displayName: 'ada' })
    expect([rolesOf(user('ada')), rolesOf(user('bob'))]).toEqual([['clerk', 'viewer'], ['viewer']])
    expect(namesOf(application.groups)).toEqual(['finance', 'staff'])
    expect([membersOf('staff'), membersOf('finance')]).toEqual([['ada', 'bob'], ['ada']])
    expect(await state()).toMatchObject({ people: 2, groups: 2, behind: 0, pausedReason: null, lastFailure: null })
    expect(application.seen.every(({ path }) => !path.includes('/Me'))).toBe(true)
  })

  it('learns of changes by themselves: another name, a role, a member, and that someone may come no longer', async () => {
    await connect()
    run()
    await settled()
    const before = application.seen.length
    await change(
      `update users set name = 'Robert', email = 'bob@acme.example' where username = 'bob'`,
      `delete from user_groups where user_id = (select id from users where username = 'ada') and group_id in (select id from groups where claim = 'finance')`,
    )
    await soon()
    await expect.poll(() => user('bob')?.['displayName'], waits).toBe('Robert')
    await settled()
    expect(user('bob')?.['emails']).toMatchObject([{ value: 'bob@acme.example' }])
    expect(rolesOf(user('ada'))).toEqual(['viewer'])
    expect(membersOf('finance')).toEqual([])
    const sent = application.seen.slice(before).map(({ method }) => method)
    expect(sent).not.toContain('POST')
    expect(sent.length).toBeLessThanOrEqual(5)
    await change(`update users set active = false where username = 'bob'`)
    await soon()
    await expect.poll(() => user('bob')?.['active'], waits).toBe(false)
    await settled()
    expect([membersOf('staff'), rolesOf(user('bob'))]).toEqual([['ada'], []])
    await change(`update users set active = true where username = 'bob'`)
    await soon()
    await expect.poll(() => user('bob')?.['active'], waits).toBe(true)
    await settled()
    expect([membersOf('staff'), application.users.size]).toEqual([['ada', 'bob'], 2])
  })

  it('is told of a change in Portico without waiting for the next full comparison', async () => {
    await connect()
    run()
    await settled()
    const [bob] = await rows<{ id: string }>(`select id from users where username = 'bob'`)
    expect((await call(deactivatePerson, { params: { id: bob?.id ?? '' } })).ok).toBe(true)
    await expect.poll(() => user('bob')?.['active'], waits).toBe(false)
    await expect.poll(() => membersOf('staff'), waits).toEqual(['ada'])
  })

  it('gets no hidden role, and no people of a provider that is switched off', async () => {
    await change(
      `insert into app_role_groups (tenant_id, role_id, group_id) select r.tenant_id, r.id, g.id from app_roles r, groups g where r.name = 'hidden' and r.environment_id = '${params.envId}' and g.claim = 'guests'`,
    )
    await connect()
    run()
    await settled()
    expect([namesOf(application.users), rolesOf(user('cy'))]).toEqual([['ada', 'bob', 'cy'], []])
    await rows(`update identity_providers set enabled = false`)
    await soon()
    const isActive = () => [...application.users.values()].map(({ active }) => active)
    await expect.poll(isActive, waits).toEqual([false, false, false])
    await rows(`update identity_providers set enabled = true`)
  })

  it('deletes people where that is chosen, also those who are not in Portico any more, and groups that open it no longer', async () => {
    await connect({ removal: 'delete' })
    run()
    await settled()
    await change(`delete from users where username = 'bob'`)
    await change(`delete from app_role_groups where role_id in (select id from app_roles where name = 'clerk')`)
    await soon()
    await expect.poll(() => [user('bob'), group('finance')], waits).toEqual([undefined, undefined])
    await settled()
    expect(membersOf('staff')).toEqual(['ada'])
  })

  it('gets no groups where people alone are sent, and those sent before are deleted', async () => {
    await connect()
    run()
    await settled()
    expect(application.groups.size).toBe(2)
    await connect({ sendGroups: false })
    await expect.poll(() => application.groups.size, waits).toBe(0)
    await settled()
    expect((await state()).groups).toBe(0)
  })
})

describe('what is behind', () => {
  const people = 118
  const fill = () =>
    rows(`insert into provisioned_objects (tenant_id, connection_id, kind, id, name, wanted)
      select tenant_id, id, kind, gen_random_uuid(), kind || n, '\\x01'
        from provisioning_connections, generate_series(1, ${people}) n, (values ('person'), ('group')) k (kind)
       where kind = 'person' or n <= 7`)

  it('is held one page at a time, however far it is read, forwards and backwards', async () => {
    await connect({ enabled: false })
    await fill()
    const list = listOf(admin.core, provisioningBehindList)
    await list.open(provisioningScope(params))
    const seen = new Set<string>()
    const look = () => {
      const { rows: held = [] } = list.getState()
      for (const { id } of held) seen.add(id)
      return [list.getState().start, held.length, list.getState().total]
    }
    const [first, second, third] = [look(), await list.next().then(look), await list.next().then(look)]
    expect([first, second, third]).toEqual([
      [0, 50, 125],
      [50, 50, 125],
      [100, 25, 125],
    ])
    expect([seen.size, list.getState().hasNext]).toEqual([125, false])
    expect(list.getState().rows?.at(-1)?.kind).toBe('group')
    await list.previous()
    expect(look()).toEqual([50, 50, 125])
    await list.last()
    expect(look()).toEqual([75, 50, 125])
    await list.first()
    expect(list.getState().rows?.[0]?.kind).toBe('person')
  })

  it('is searched by the server, also beyond what is held', async () => {
    await connect({ enabled: false })
    await fill()
    const list = listOf(admin.core, provisioningBehindList)
    await list.open(provisioningScope(params), { search: 'PERSON11' })
    const names = list
      .getState()
      .rows?.map(({ name }) => name)
      .toSorted()
    expect(names).toEqual(['person11', ...Array.from({ length: 9 }, (_, at) => `person11${at}`)].toSorted())
    expect(list.getState().total).toBe(10)
  })
})

describe('given and family name', () => {
  /** What the directory of a person says of the name, as a SCIM user that it sent. */
  const directorySays = (username: string, name: object) =>
    rows(`insert into scim_users (tenant_id, id, identity_provider_id, user_name, user_name_key, active, resource, person_id)
      select tenant_id, id, identity_provider_id, username, username, true, '${JSON.stringify({ name })}', id
        from users where username = '${username}'
      on conflict (tenant_id, id) do update set resource = excluded.resource`)
  const nameOf = (username: string) => user(username)?.['name']
  /** Compares once more, and answers what was sent for people because of it. */
  async function sentByComparing() {
    const before = application.seen.length
    const [was] = await rows<{ at: Date }>(`select compared_at as at from provisioning_connections`)
    await soon()
    await expect
      .poll(async () => Date.parse((await state()).comparedAt ?? '') > (was?.at.getTime() ?? 0), waits)
      .toBe(true)
    await settled()
    return application.seen.slice(before).filter(({ path, method }) => path.startsWith('/Users') && method !== 'GET')
  }

  it('are sent as the directory says them, a change of them too, and nothing that is empty', async () => {
    await directorySays('ada', { givenName: ' Ada ', familyName: 'Lovelace', formatted: 'Countess Lovelace' })
    await directorySays('bob', { givenName: 'Bob', familyName: ' ', formatted: '' })
    await connect()
    run()
    await settled()
    expect(nameOf('ada')).toEqual({ givenName: 'Ada', familyName: 'Lovelace', formatted: 'Countess Lovelace' })
    expect([nameOf('bob'), user('bob')?.['displayName']]).toEqual([{ givenName: 'Bob', formatted: 'bob' }, 'bob'])
    await directorySays('ada', { givenName: 'Ada', familyName: 'King' })
    const sent = await sentByComparing()
    expect(sent).toHaveLength(1)
    expect(nameOf('ada')).toMatchObject({ givenName: 'Ada', familyName: 'King', formatted: 'ada' })
    expect(user('ada')?.['displayName']).toBe('ada')
  })

  it('are sent once to an application that ignores them', async () => {
    await directorySays('ada', { givenName: 'Ada', familyName: 'Lovelace' })
    application.interfere = ({ body }) => {
      if (Object(body) === body) delete (body as { name?: unknown }).name
      return undefined
    }
    await connect()
    run()
    await settled()
    expect(user('ada')?.['name']).toBeUndefined()
    expect(await sentByComparing()).toEqual([])
    expect(await sentByComparing()).toEqual([])
  })

  it('are sent once after an upgrade, and people without them are not sent again', async () => {
    await connect()
    run()
    await settled()
    const old = `sha256(convert_to(jsonb_build_array(u.username, u.name, u.email, (
      select jsonb_agg(jsonb_build_object('value', r.name, 'display', r.label) order by r.name)
        from app_roles r where r.visible and r.environment_id = '${params.envId}'
         and exists (select from app_role_groups g join user_groups ug on ug.group_id = g.group_id
                      where g.role_id = r.id and ug.user_id = u.id)))::text, 'UTF8'))`
    const asBefore = await rows<{ username: string }>(
      `select u.username from users u join provisioned_objects o on o.id = u.id where o.sent = ${old} order by 1`,
    )
    expect(asBefore.map(({ username }) => username)).toEqual(['ada', 'bob'])
    await directorySays('ada', { givenName: 'Ada' })
    expect(await sentByComparing()).toMatchObject([{ method: 'PATCH' }])
    expect(nameOf('ada')).toMatchObject({ givenName: 'Ada' })
    expect(await sentByComparing()).toEqual([])
  })
})

describe('what is there already', () => {
  it('is taken over by user name and keeps what the application added, but not where it belongs to another identifier', async () => {
    application.users.set('77', { id: '77', userName: 'bob', nickName: 'kept', externalId: '' })
    application.users.set('78', { id: '78', userName: 'ada', externalId: 'someone-else' })
    await connect()
    run()
    await expect
      .poll(async () => (await behind()).map(({ name, lastFailure }) => [name, lastFailure?.kind]), waits)
      .toContainEqual(['ada', 'taken'])
    await expect
      .poll(() => application.users.get('77'), waits)
      .toMatchObject({ userName: 'bob', nickName: 'kept', active: true })
    expect(application.users.get('78')).toEqual({ id: '78', userName: 'ada', externalId: 'someone-else' })
    expect(application.users.size).toBe(2)
  })

  it('is not trusted to follow a filter: another person in the answer is not taken over', async () => {
    application.users.set('5', { id: '5', userName: 'root' })
    const everyone = JSON.stringify({ totalResults: 1, Resources: [...application.users.values()] })
    application.interfere = ({ method, path }) => {
      if (!path.startsWith('/Users')) return undefined
      return method === 'POST' ? { status: 409 } : { status: 200, body: everyone }
    }
    await connect()
    run()
    await expect
      .poll(async () => (await behind()).filter(({ lastFailure }) => lastFailure?.kind === 'taken').length, waits)
      .toBe(2)
    expect(application.users.get('5')).toEqual({ id: '5', userName: 'root' })
  })

  it('is created again when the application lost it, and is a member again', async () => {
    await connect()
    run()
    await settled()
    const old = user('bob')?.id ?? ''
    application.users.delete(old)
    await change(`update users set name = 'Bobby' where username = 'bob'`)
    await soon()
    await expect.poll(() => user('bob')?.['displayName'], waits).toBe('Bobby')
    await expect.poll(() => membersOf('staff'), waits).toEqual(['ada', 'bob'])
    await settled()
  })
})

describe('a failure', () => {
  it('of one person leaves the others alone, is shown with what the application says, and is tried again at once on request', async () => {
    application.interfere = ({ method, body }) =>
      method === 'POST' && (body as { userName?: string }).userName === 'bob'
        ? { status: 400, detail: 'no bobs\u001b[31m here' }
        : undefined
    await connect()
    run()
    await expect
      .poll(async () => (await behind()).find(({ name }) => name === 'bob')?.lastFailure, waits)
      .toEqual({
        kind: 'status',
        status: 400,
        detail: 'no bobs [31m here',
      })
    expect(user('ada')).toBeDefined()
    const [first] = await behind()
    expect(first).toMatchObject({ kind: 'person', name: 'bob', change: 'create', attempts: 1 })
    application.interfere = () => undefined
    expect((await call(retryProvisioning, { params })).ok).toBe(true)
    await expect.poll(() => user('bob')?.['active'], waits).toBe(true)
    await rows(`update provisioned_objects set next_attempt_at = now()`)
    await settled()
    expect(membersOf('staff')).toEqual(['ada', 'bob'])
  })

  it('that repeats the token shows it to no one', async () => {
    const { token } = application
    const detail = `Bad token: Bearer ${token}, or ${Buffer.from(token).toString('base64')}`
    application.interfere = ({ method }) => ({ status: method === 'POST' ? 400 : 503, detail })
    await connect({ sendGroups: false })
    run()
    const shown = 'Bad token: Bearer …, or …'
    await expect
      .poll(async () => (await behind()).map(({ lastFailure }) => lastFailure?.detail), waits)
      .toEqual([shown, shown])
    await soon()
    await expect.poll(async () => (await state()).lastFailure?.detail, waits).toBe(shown)
    const tested = await call(testProvisioning, { params })
    expect(tested).toMatchObject({ ok: true, value: { failure: { detail: shown } } })
    const stored = [...(await rows(`select * from provisioned_objects`)), ...(await rows(`select * from audit`))]
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it('of the application as a whole makes everything wait as long as it asks, and then goes on', async () => {
    application.interfere = () => ({ status: 503, retryAfter: '3600' })
    await connect()
    run()
    await expect.poll(async () => (await state()).failedAttempts, waits).toBe(1)
    const { nextAttemptAt, lastFailure } = await state()
    expect(Date.parse(nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(3_500_000)
    expect(lastFailure).toMatchObject({ kind: 'status', status: 503 })
    const tries = application.seen.length
    application.interfere = () => undefined
    await soon()
    await settled()
    expect([application.users.size, tries <= 2]).toEqual([2, true])
    expect(await state()).toMatchObject({ failedAttempts: 0, lastFailure: null })
  })

  it('of the token pauses it with an audit row; a new token goes on', async () => {
    await connect({}, 'wrong-token')
    const { lines, log } = createLines()
    run({ log })
    await expect.poll(async () => (await state()).pausedReason, waits).toBe('unauthorized')
    await expect.poll(() => lines, waits).toHaveLength(1)
    expect(lines).toMatchObject([{ tenant: acme.id, application: params.appId, reason: 'unauthorized' }])
    expect(JSON.stringify(lines)).not.toMatch(/wrong-token|127\.0\.0\.1|ada|bob/)
    expect((await state()).config?.enabled).toBe(false)
    const tries = application.seen.length
    await soon()
    await new Promise((wait) => setTimeout(wait, 200))
    expect(application.seen.length).toBe(tries)
    const [row] = await rows<{ after: unknown }>(
      `select after from audit where action = 'application.provisioning-pause'`,
    )
    expect(row?.after).toMatchObject({ reason: 'unauthorized', enabled: false })
    expect(await found()).toEqual([expect.stringMatching(/billing in production: .* rejected the token/)])
    const billing = { environmentId: params.envId, applicationId: params.appId, application: 'Billing' }
    const paused = { ...billing, environment: 'Production', reason: 'unauthorized', failedAttempts: 1, removals: 0 }
    expect(await stalled()).toEqual([paused])
    await stop?.()
    await connect()
    await change(`update provisioning_connections set failed_attempts = 5`)
    expect([await found(), await stalled()]).toEqual([[], []])
    await change(`update provisioning_connections set failed_attempts = 6`)
    expect(await found()).toEqual([expect.stringMatching(/billing in production: .* 6 failed attempts/)])
    expect(await stalled()).toEqual([{ ...paused, reason: 'failing', failedAttempts: 6 }])
    await connect({ enabled: false })
    expect([await found(), await stalled()]).toEqual([[], []])
    expect(await connect({})).toMatchObject({ pausedReason: null, config: { enabled: true } })
    run()
    await settled()
    expect(application.users.size).toBe(2)
  })

  it('to hear the answer to a POST creates no second resource', async () => {
    let lost = 0
    application.interfere = ({ method }) => (method === 'POST' && (lost += 1) <= 3 ? 'lost' : undefined)
    await connect()
    run()
    await expect.poll(() => lost, waits).toBeGreaterThanOrEqual(2)
    await soon()
    await expect
      .poll(async () => {
        await soon()
        return (await state()).behind
      }, waits)
      .toBe(0)
    expect(namesOf(application.users)).toEqual(['ada', 'bob'])
    expect(application.groups.size).toBe(2)
  })

  it('to hear it creates none either where the application takes the same name twice', async () => {
    application.refusesDuplicates = false
    const isFirst = new Set<string>()
    application.interfere = ({ method, body }) => {
      const { externalId = '' } = body as { externalId?: string }
      if (method !== 'POST' || isFirst.has(externalId)) return undefined
      isFirst.add(externalId)
      return 'lost'
    }
    await connect({ sendGroups: false })
    run()
    await expect.poll(() => isFirst.size, waits).toBe(2)
    await expect
      .poll(async () => {
        await soon()
        return (await state()).behind
      }, waits)
      .toBe(0)
    expect(namesOf(application.users)).toEqual(['ada', 'bob'])
  })

  it('to create someone who may come no longer leaves no one behind there', async () => {
    application.interfere = ({ method, body }) =>
      method === 'POST' && (body as { userName?: string }).userName === 'bob' ? 'lost' : undefined
    await connect({ removal: 'delete', sendGroups: false })
    run()
    await expect.poll(() => user('bob') !== undefined, waits).toBe(true)
    await change(`delete from users where username = 'bob'`)
    application.interfere = () => undefined
    await soon()
    await expect.poll(() => user('bob'), waits).toBeUndefined()
    await settled()
  })

  it('to answer while the server stops is not one of the application: the next server goes on at once', async () => {
    application.interfere = () => 'hang'
    await connect()
    run()
    await expect.poll(() => application.seen.length, waits).toBeGreaterThan(0)
    await stop?.()
    expect(await state()).toMatchObject({ failedAttempts: 0, lastFailure: null, nextAttemptAt: null })
    expect((await behind()).map(({ lastFailure }) => lastFailure)).toEqual([null, null, null, null])
    application.interfere = () => undefined
    run()
    await settled()
    expect([application.users.size, application.groups.size]).toEqual([2, 2])
  })

  it('to take PATCH is answered by PUT, with what the application added', async () => {
    application.interfere = ({ method }) => (method === 'PATCH' ? { status: 501 } : undefined)
    await connect()
    run()
    await settled()
    const bob = user('bob')
    application.users.set(bob?.id ?? '', { ...bob, id: bob?.id ?? '', nickName: 'kept' })
    await change(`update users set name = 'Robert' where username = 'bob'`)
    await soon()
    await expect.poll(() => user('bob')?.['displayName'], waits).toBe('Robert')
    await settled()
    expect(user('bob')).toMatchObject({ nickName: 'kept', active: true })
    expect(membersOf('staff')).toEqual(['ada', 'bob'])
  })
})

describe('the doctor and the metrics', () => {
  const waitsFor = (time: string) => change(`update provisioned_objects set behind_since = now() - interval '${time}'`)

  it('name what has been waiting for more than an hour, and nothing that was sent', async () => {
    application.interfere = ({ method, body }) =>
      method === 'POST' && (body as { userName?: string }).userName === 'bob' ? { status: 400 } : undefined
    await connect()
    run()
    await expect.poll(async () => (await behind()).map(({ name }) => name), waits).toEqual(['bob', 'staff'])
    expect(await found()).toEqual([])
    await waitsFor('3 hours 5 minutes')
    expect(await found()).toEqual([
      expect.stringMatching(/billing in production: people or groups have been waiting for 3 h/),
    ])
    application.interfere = () => undefined
    await soon()
    await settled()
    await waitsFor('3 hours')
    expect(await found()).toEqual([])
    // It waits since then, not since it was sent first.
    application.interfere = () => ({ status: 400 })
    await change(`update users set name = 'Robert' where username = 'bob'`)
    await soon()
    await expect.poll(async () => (await behind()).length, waits).toBe(1)
    expect(await found()).toEqual([])
  })

  it('name an application at once that asks to wait for very long', async () => {
    application.interfere = () => ({ status: 503, retryAfter: '20000' })
    await connect()
    run()
    await expect.poll(async () => (await state()).failedAttempts, waits).toBe(1)
    expect(await found()).toEqual([expect.stringMatching(/1 failed attempts in a row, the next one in 5 h/)])
  })

  it('name how many names belong to others there', async () => {
    application.users.set('78', { id: '78', userName: 'ada', externalId: 'someone-else' })
    await connect({ sendGroups: false })
    run()
    await expect.poll(async () => (await behind())[0]?.lastFailure?.kind, waits).toBe('taken')
    expect(await found()).toEqual([expect.stringMatching(/the names of 1 people or groups belong to others there/)])
  })

  it('count connections by state, what is behind, and the time since the last success', async () => {
    const metrics = createMetrics(() => ({ total: 0, idle: 0, waiting: 0, max: 0 }))
    const read = async () => {
      await countProvisioning({ ...server.deps, metrics })
      const { text } = await metrics.read()
      return (name: string, state: string) =>
        Number(new RegExp(`^portico_provisioning_${name}\\{state="${state}"\\} (\\S+)$`, 'm').exec(text)?.[1])
    }
    // Those of other tests would fail meanwhile, and change their state.
    await sql`update provisioning_connections set enabled = false`.execute(server.database.owner)
    const before = await read()
    await change(
      `insert into user_groups (tenant_id, user_id, group_id) select u.tenant_id, u.id, g.id from users u, groups g where u.username = 'cy' and g.claim = 'staff'`,
    )
    application.users.set('78', { id: '78', userName: 'ada', externalId: 'someone-else' })
    await connect({ sendGroups: false })
    run()
    await expect.poll(async () => (await behind()).map(({ name }) => name), waits).toEqual(['ada'])
    await change(`update provisioning_connections set last_sent_at = now() - interval '400 days'`)
    const after = await read()
    expect(after('connections', 'on') - before('connections', 'on')).toBe(1)
    expect(after('behind', 'on') - before('behind', 'on')).toBe(1)
    expect(after('seconds_since_success', 'on')).toBeGreaterThan(399 * 86_400)
    await change(`update provisioning_connections set enabled = false, paused_reason = 'restored'`)
    const paused = await read()
    expect(paused('connections', 'restored') - before('connections', 'restored')).toBe(1)
    expect((await metrics.read()).text).not.toContain(acme.id)
    const database = {
      app: {
        getExecutor: () => {
          throw new Error('no database')
        },
      },
    } as unknown as Deps['database']
    await expect(countProvisioning({ database, metrics })).rejects.toThrow()
    expect((await metrics.read()).text).not.toContain('portico_provisioning_connections{')
  })
})

describe('an administrator', () => {
  it('never reads the token back, and is refused the portal, a missing token and an address that is not allowed', async () => {
    const shown = await connect()
    expect(JSON.stringify(shown)).not.toContain(application.token)
    const [row] = await rows<{ bearer_token: Buffer }>(
      `select bearer_token from provisioning_connections where removed_at is null`,
    )
    expect(row?.bearer_token.toString('latin1')).not.toContain(application.token)
    expect(JSON.stringify(await rows(`select * from audit`))).not.toContain(application.token)
    const put = async (config: ProvisioningConfigInput, appId = params.appId) => {
      const answer = await call(putProvisioning, { params: { ...params, appId }, body: { config } })
      return answer.ok || answer.problem.kind !== 'expected'
        ? answer.ok
        : answer.problem.details.map(({ fieldID }) => fieldID)
    }
    expect(await put({ url: 'https://other.example/scim' })).toEqual(['bearerToken'])
    expect(await put({ url: 'https://10.0.0.1/scim' })).toEqual(['config.url'])
    expect(await put({ url: application.url, enabled: false })).toBe(true)
    expect(await put({ url: 'https://other.example/scim' }, 'portal')).toEqual([])
  })

  it('tests the connection: the stored token, and the form of the answer', async () => {
    await connect()
    const test = async () => {
      const answer = await call(testProvisioning, { params })
      return answer.ok ? answer.value.failure : answer.problem
    }
    expect(await test()).toBeNull()
    await connect({}, 'wrong-token')
    expect(await test()).toMatchObject({ kind: 'status', status: 401 })
    application.interfere = () => ({ status: 200, detail: 'a page' })
    expect(await test()).toMatchObject({ kind: 'answer' })
  })

  it('ends it: nothing more is sent, what is there stays, and its rows go in the background', async () => {
    await connect()
    run()
    await settled()
    expect((await call(removeProvisioning, { params })).ok).toBe(true)
    expect(await state()).toMatchObject({ config: null, people: 0 })
    await change(`update users set active = false where username = 'bob'`)
    await new Promise((wait) => setTimeout(wait, 200))
    expect(user('bob')?.['active']).toBe(true)
    for (let left = 1; left > 0;) {
      const { rows: gone } = await sql<{ gone: string }>`select portico_sweep_provisioning() as gone`.execute(
        server.database.owner,
      )
      left = Number(gone[0]?.gone)
    }
    expect(await rows(`select id from provisioned_objects union all select id from provisioning_connections`)).toEqual(
      [],
    )
  })

  it('starts anew with another address', async () => {
    await connect()
    run()
    await settled()
    const other = await startScimApplication()
    await connect({ url: other.url }, other.token)
    await settled()
    expect([other.users.size, other.groups.size, application.users.size]).toEqual([2, 2, 2])
    await other.close()
  })

  it('does not overwrite a change of another, and changes nothing in a read-only environment', async () => {
    await connect()
    const config = { url: application.url }
    const late = await call(putProvisioning, { params, body: { config }, ifMatch: '"0"' })
    expect(late.ok ? 200 : late.problem.kind === 'expected' && late.problem.status).toBe(412)
    await rows(`update environments set readonly = true where slug = 'production'`)
    const refused = await call(putProvisioning, { params, body: { config } })
    expect(refused.ok ? 200 : refused.problem.kind === 'expected' && refused.problem.status).toBe(403)
  })

  it('of another tenant, with the same ids, finds nothing', async () => {
    await connect()
    const other = await server.importTenant(smallTenant(`other${round}`))
    const stranger = await signedIn(server, other, { username: 'eve', groups: ['admins'] })
    const answer = await stranger.core.client.call(getProvisioning, { params })
    expect(answer.ok ? 200 : answer.problem.kind === 'expected' && answer.problem.status).toBe(404)
  })
})

describe('an answer that makes no sense', () => {
  const answers: Record<string, object> = {
    'has an id that cannot be stored': { id: 'a\u0000b' },
    'has an id that fits in no path': { id: 'a\ud800' },
    'has no id': { userName: 'ada' },
    'has an empty id': { id: '' },
    'has an id that leads to the list of all': { id: '.' },
    'has an id that leads above it': { id: '..' },
    'has a very long id': { id: 'a'.repeat(1_001) },
    'is a list': [{ id: '1' }],
  }
  it.each(Object.keys(answers))('is shown as one, and waits like any failure: it %s', async (which) => {
    const body = JSON.stringify(answers[which])
    application.interfere = ({ method }) => (method === 'POST' ? { status: 201, body } : undefined)
    await connect({ sendGroups: false })
    run()
    await expect
      .poll(async () => (await behind()).map(({ lastFailure }) => lastFailure?.kind), waits)
      .toEqual(['answer', 'answer'])
    application.interfere = () => undefined
    await soon()
    await settled()
    expect(namesOf(application.users)).toEqual(['ada', 'bob'])
  })

  it.each(['.', '..'])('that was stored as the id %s sends nothing to another address', async (id) => {
    await connect()
    run()
    await settled()
    const before = application.seen.length
    await change(
      `update provisioned_objects set remote_id = '${id}'`,
      `delete from user_groups where group_id in (select id from groups where name <> 'admins')`,
      `delete from app_role_groups where role_id in (select id from app_roles where name = 'clerk')`,
    )
    await soon()
    await expect
      .poll(async () => (await behind()).map(({ lastFailure }) => lastFailure?.kind), waits)
      .toEqual(['answer', 'answer', 'answer', 'answer'])
    const sent = application.seen.slice(before).filter(({ method }) => method !== 'GET')
    expect(sent).toEqual([])
  })

  it('to a question for a person names none', async () => {
    const Resources = [null, 'ada', { userName: { toString: 1, valueOf: 1 }, id: 'x' }, { userName: 'ada', id: ['x'] }]
    application.interfere = ({ method, path }) => {
      if (method === 'POST') return { status: 409 }
      return method === 'GET' && path.startsWith('/Users')
        ? { status: 200, body: JSON.stringify({ Resources }) }
        : undefined
    }
    await connect({ sendGroups: false })
    run()
    await expect
      .poll(async () => (await behind()).map(({ name, lastFailure }) => [name, lastFailure?.kind]), waits)
      .toEqual(
        expect.arrayContaining([
          ['ada', 'answer'],
          ['bob', 'taken'],
        ]),
      )
  })
})

it('shows a support session no path of the address, and lets it change nothing', async () => {
  await connect()
  await call(putSupportAccess, { body: { allowProsAccess: true, allowProsChange: true }, ifMatch: undefined })
  const vendor = await server.importTenant(vendorTenant())
  const kofi = await signedIn(server, vendor, { username: 'kofi@vendor.example', groups: ['support'] })
  await kofi.core.client.call(enterTenant, { params: { tenantId: acme.id }, body: { reason: 'Ticket 4711' } })
  const { origin } = new URL(application.url)
  const seen = await kofi.core.client.call(getProvisioning, { params })
  expect(seen).toMatchObject({ ok: true, value: { config: { url: expect.not.stringContaining('/scim') } } })
  expect(JSON.stringify(seen)).toContain(origin)
  await change(`update provisioning_connections set failed_attempts = 6`)
  const [named, ...others] = await stalled(kofi)
  expect([Object.keys(named ?? {}).toSorted(), others]).toEqual([
    ['application', 'applicationId', 'environment', 'environmentId', 'failedAttempts', 'reason', 'removals'],
    [],
  ])
  const dee = await signedIn(server, acme, { username: 'dee', groups: ['staff'] })
  expect(await dee.core.client.call(listStalledProvisioning)).toMatchObject({ ok: false, problem: { status: 403 } })
  for (const refused of [
    await kofi.core.client.call(putProvisioning, { params, body: { config: null } }),
    await kofi.core.client.call(removeProvisioning, { params }),
    await kofi.core.client.call(testProvisioning, { params }),
  ])
    expect(refused).toMatchObject({ ok: false, problem: { status: 403 } })
  expect((await state()).config?.url).toBe(application.url)
})

describe('sending everything again', () => {
  const resend = async () => expect((await call(resendProvisioning, { params })).ok).toBe(true)
  const edit = (name: string, change: object) => {
    const one = user(name)
    if (one !== undefined) application.users.set(one.id, { ...one, ...change })
  }
  const allGuests = `insert into user_groups (tenant_id, user_id, group_id) select u.tenant_id, u.id, g.id from users u, groups g where u.username = 'cy' and g.claim = 'staff'`
  const noGuests = `delete from user_groups where user_id in (select id from users where username = 'cy') and group_id in (select id from groups where claim = 'staff')`
  /** cy has come and left; then the application changes by itself. */
  async function differ(): Promise<void> {
    await change(allGuests)
    await connect()
    run()
    await settled()
    await change(noGuests)
    await soon()
    await expect.poll(() => user('cy')?.['active'], waits).toBe(false)
    await settled()
    edit('cy', { active: true })
    edit('bob', { active: false, displayName: 'someone' })
    application.users.delete(user('ada')?.id ?? '')
    const finance = group('finance')
    if (finance !== undefined)
      application.groups.set(finance.id, {
        ...finance,
        members: [{ value: user('bob')?.id }, { value: user('cy')?.id }],
      })
  }
  const isAsWanted = async () => {
    await expect.poll(() => user('cy')?.['active'], waits).toBe(false)
    await settled()
    expect(user('bob')).toMatchObject({ active: true, displayName: 'bob' })
    expect([membersOf('staff'), membersOf('finance')]).toEqual([['ada', 'bob'], ['ada']])
    expect([application.users.size, application.groups.size]).toEqual([3, 2])
  }

  it('mends what the application has otherwise than Portico believes, which trying again does not', async () => {
    await differ()
    expect((await call(retryProvisioning, { params })).ok).toBe(true)
    await soon()
    await settled()
    expect(user('bob')?.['active']).toBe(false)
    await resend()
    await isAsWanted()
    const sent = application.seen.length
    await soon()
    await settled()
    expect(application.seen.length).toBe(sent)
  })

  it('takes no account twice where the application takes a name twice', async () => {
    await connect({ sendGroups: false })
    run()
    await settled()
    await stop?.()
    application.refusesDuplicates = false
    await change(`delete from provisioned_objects`)
    await resend()
    run()
    await settled()
    expect(namesOf(application.users)).toEqual(['ada', 'bob'])
  })

  it('is done once an administrator switches a restored connection on, and before that nothing is sent', async () => {
    await differ()
    await stop?.()
    const client = new pg.Client(server.database.ownerConnection())
    await client.connect()
    expect(await pauseRestored(client)).toBeGreaterThan(0)
    await client.end()
    expect(await state()).toMatchObject({ pausedReason: 'restored', config: { enabled: false } })
    expect(await found()).toEqual([expect.stringMatching(/billing in production: .* this database was restored/)])
    const sent = application.seen.length
    run()
    await soon()
    // A new token alone does not switch it on.
    await connect({ enabled: false })
    await new Promise((wait) => setTimeout(wait, 200))
    expect(await state()).toMatchObject({ pausedReason: 'restored' })
    expect([application.seen.length, user('bob')?.['active']]).toEqual([sent, false])
    await connect()
    expect(await state()).toMatchObject({ pausedReason: null })
    await isAsWanted()
  })

  it('deactivates again those who left before and does not ask about them, also after an interruption', async () => {
    await rows(`insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname)
      select u.tenant_id, gen_random_uuid(), u.identity_provider_id, 'left' || n, 'left' || n, 'left' || n, 'left' || n
        from users u, generate_series(1, 30) n where u.username = 'bob'`)
    await rows(`insert into user_groups (tenant_id, user_id, group_id)
      select u.tenant_id, u.id, g.id from users u, groups g where u.username like 'left%' and g.name = 'staff'`)
    await connect({ sendGroups: false })
    run()
    await settled()
    await rows(`delete from user_groups where user_id in (select id from users where username like 'left%')`)
    await soon()
    await expect.poll(async () => (await state()).pausedReason, waits).toBe('removals')
    await connect({ sendGroups: false })
    await settled()
    // The guard is back.
    const isAllowed = async () =>
      (await rows(`select from provisioning_connections where removed_at is null and removals_allowed`)).length
    await soon()
    await expect.poll(isAllowed, waits).toBe(0)
    edit('left7', { active: true })
    await stop?.()
    await resend()
    // A process ended when it had compared them, and had not finished.
    await change(`update provisioned_objects set sent = '\\x01', tried = true where wanted is null`)
    await change(`update provisioning_connections set paused_reason = 'removals'`)
    const stalled = await tenantScope(server.database, acme.id).transaction((tx) => readStalled(tx, 1))
    expect(stalled).toMatchObject([{ removals: 0 }])
    await change(`update provisioning_connections set paused_reason = null`)
    application.interfere = ({ method }) => (method === 'GET' ? undefined : { status: 403 })
    run()
    const failed = async () => (await behind()).filter(({ lastFailure }) => lastFailure !== null).length
    await expect.poll(failed, waits).toBe(32)
    expect((await state()).removals).toBe(0)
    application.interfere = () => undefined
    await soon()
    await expect.poll(() => user('left7')?.['active'], waits).toBe(false)
    await settled()
    expect((await state()).pausedReason).toBeNull()
  })
})

describe('an account that has another identifier', () => {
  const put = (externalId: string, userName = 'bob') =>
    application.users.set('77', { id: '77', userName, externalId, active: true, nickName: 'kept' })
  const idOf = async (name: string) =>
    (await rows<{ id: string }>(`select id from users where username = '${name}'`))[0]?.id ?? ''
  const isTaken = () =>
    expect
      .poll(async () => (await behind()).map(({ name, lastFailure }) => [name, lastFailure?.kind]), waits)
      .toContainEqual(['bob', 'taken'])
  const resend = async () => expect((await call(resendProvisioning, { params })).ok).toBe(true)

  it('is taken over once everything is sent again, where Portico gave it and does not know it any more', async () => {
    const lost = uuidv7(Date.now())
    put(lost)
    await connect({ sendGroups: false })
    run()
    await isTaken()
    await resend()
    await settled()
    expect(application.users.get('77')).toMatchObject({ externalId: await idOf('bob'), nickName: 'kept', active: true })
    expect(application.users.size).toBe(2)
    const [row] = await rows<{ before: object; after: object }>(
      `select before, after from audit where action = 'application.provisioning-adopt'`,
    )
    expect(row).toMatchObject({
      before: { externalId: lost },
      after: { externalId: await idOf('bob'), kind: 'person' },
    })
    // From now on it is deactivated with bob.
    await change(`update users set active = false where username = 'bob'`)
    await soon()
    await expect.poll(() => application.users.get('77')?.['active'], waits).toBe(false)
  })

  it('is taken over too where it is a group', async () => {
    application.groups.set('9', { id: '9', displayName: 'staff', externalId: uuidv7(Date.now()), members: [] })
    await connect()
    run()
    await expect.poll(async () => (await behind()).map(({ name }) => name), waits).toEqual(['staff'])
    await resend()
    await settled()
    expect([application.groups.size, membersOf('staff')]).toEqual([2, ['ada', 'bob']])
  })

  const strangers: Record<string, () => string | Promise<string>> = {
    'comes from another system': () => uuidv7(Date.now()).replace(/-7/, '-4'),
    'comes from another system that writes ids otherwise': () => uuidv7(Date.now()).toUpperCase(),
    'is older than this tenant': () => uuidv7(Date.now() - 86_400_000),
    'is made after everything was sent again': () => uuidv7(Date.now() + 86_400_000),
    'belongs to another person of this tenant': () => idOf('cy'),
    'is a group of this tenant': async () =>
      (await rows<{ id: string }>(`select id from groups where claim = 'guests'`))[0]?.id ?? '',
    'belongs to a person of another tenant': async () => {
      const other = await server.importTenant(smallTenant(`stranger${round}`))
      await signedIn(server, other, { username: 'bob', groups: ['staff'] })
      const { rows: found } = await tenantScope(server.database, other.id).transaction(({ db }) =>
        sql<{ id: string }>`select id from users where username = 'bob'`.execute(db),
      )
      return found[0]?.id ?? ''
    },
  }
  it.each(Object.keys(strangers))('stays with its owner where it %s', async (which) => {
    const externalId = (await strangers[which]?.()) ?? ''
    put(externalId)
    await connect({ sendGroups: false })
    run()
    await isTaken()
    await resend()
    await expect.poll(async () => (await state()).comparedAt, waits).not.toBeNull()
    await isTaken()
    expect(application.users.get('77')).toMatchObject({ externalId })
  })

  it('stays with one who has left, and does not go to the next one with that name', async () => {
    await connect({ sendGroups: false })
    run()
    await settled()
    const left = await idOf('bob')
    await change(`delete from users where username = 'bob'`)
    await soon()
    await expect.poll(() => user('bob')?.['active'], waits).toBe(false)
    await settled()
    await signedIn(server, acme, { username: 'bob', groups: ['staff'] })
    await resend()
    await isTaken()
    expect(user('bob')).toMatchObject({ externalId: left, active: false })
  })

  it('stays where another tenant sends to the same address, whose people could be lost too', async () => {
    const other = await server.importTenant(smallTenant(`shared${round}`))
    const stranger = await signedIn(server, other, { username: 'eve', groups: ['admins'] })
    const [place] = (
      await tenantScope(server.database, other.id).transaction(({ db }) =>
        sql<typeof params>`select e.id as "envId", a.id as "appId" from environments e, applications a
          where e.slug = 'production' and a.slug = 'billing'`.execute(db),
      )
    ).rows
    const config = { url: application.url, enabled: false }
    const body = { config, bearerToken: application.token }
    expect((await stranger.core.client.call(putProvisioning, { params: place ?? params, body })).ok).toBe(true)
    put(uuidv7(Date.now()))
    await connect({ sendGroups: false })
    run()
    await isTaken()
    await resend()
    await expect.poll(async () => (await state()).comparedAt, waits).not.toBeNull()
    await isTaken()
  })

  it('stays with one who has left another tenant, or whom Portico has there already', async () => {
    await connect()
    await resend()
    const [connection] = await rows<ConnectionRow>(`select * from provisioning_connections where removed_at is null`)
    if (connection === undefined) throw new Error('no connection')
    const other = { externalId: uuidv7(Date.now() - 1), remoteId: '77' }
    const lost = () =>
      tenantScope(server.database, acme.id).transaction((tx) => isLost(tx, connection, other, Date.now()))
    connection.resent_at = new Date()
    expect(await lost()).toBe(true)
    await rows(
      `insert into provisioned_objects (tenant_id, connection_id, kind, id, name, remote_id)
       values ('${acme.id}', '${connection.id}', 'person', gen_random_uuid(), 'cy', '77')`,
    )
    expect(await lost()).toBe(false)
    await rows(`delete from provisioned_objects where name = 'cy'`)
    expect(await lost()).toBe(true)
    const stranger = await server.importTenant(smallTenant(`left${round}`))
    await tenantScope(server.database, stranger.id).transaction(async ({ db }) => {
      await sql`insert into provisioning_connections
        (tenant_id, id, environment_id, application_id, url, bearer_token, send_groups, removal, enabled)
        select tenant_id, gen_random_uuid(), environment_id, application_id, 'https://other.example', 'sealed', true, 'delete', false
          from environment_applications limit 1`.execute(db)
      await sql`insert into provisioned_objects (tenant_id, connection_id, kind, id, name, remote_id)
        select tenant_id, id, 'person', ${other.externalId}, 'left', '5' from provisioning_connections`.execute(db)
    })
    expect(await lost()).toBe(false)
  })

  it('stays when everything was sent again a month ago', async () => {
    put(uuidv7(Date.now()))
    await connect({ sendGroups: false })
    await resend()
    run({ clock: { now: () => Date.now() + 31 * 86_400_000 } })
    await isTaken()
  })
})

describe('the removal of very many people', () => {
  const many = 30
  const join = () =>
    rows(`insert into user_groups (tenant_id, user_id, group_id)
      select u.tenant_id, u.id, g.id from users u, groups g where u.username like 'many%' and g.name = 'staff'`)
  const fill = async () => {
    await rows(`insert into users (tenant_id, id, identity_provider_id, subject, username, name, nickname)
      select u.tenant_id, gen_random_uuid(), u.identity_provider_id, 'many' || n, 'many' || n, 'many' || n, 'many' || n
        from users u, generate_series(1, ${many}) n where u.username = 'bob'`)
    await join()
  }
  const leave = () =>
    rows(`delete from user_groups where user_id in (select id from users where username like 'many%')`)
  const active = () => [...application.users.values()].filter((one) => one['active'] === true).length

  it('waits for an administrator, who allows it by switching it on again; after it, the guard is back', async () => {
    await fill()
    await connect()
    const { lines, log } = createLines()
    run({ log })
    await settled()
    expect(active()).toBe(many + 2)
    await leave()
    await soon()
    await expect.poll(async () => (await state()).pausedReason, waits).toBe('removals')
    await expect.poll(() => lines, waits).toMatchObject([{ tenant: acme.id, reason: 'removals' }])
    expect(await state()).toMatchObject({ people: 2, removals: many, config: { enabled: false } })
    expect(active()).toBe(many + 2)
    expect(await found()).toEqual([expect.stringContaining('very many people would be removed')])
    expect(await stalled()).toMatchObject([{ reason: 'removals', removals: many }])
    const [row] = await rows<{ after: object }>(
      `select after from audit where action = 'application.provisioning-pause' order by position desc limit 1`,
    )
    expect(row?.after).toMatchObject({ reason: 'removals', enabled: false })
    // Another change while it is off does not allow it.
    await connect({ enabled: false, removal: 'delete' })
    expect(await state()).toMatchObject({ pausedReason: 'removals' })
    await connect({ removal: 'deactivate' })
    await settled()
    expect(active()).toBe(2)
    await join()
    await soon()
    await expect.poll(active, waits).toBe(many + 2)
    await settled()
    await leave()
    await soon()
    await expect.poll(async () => (await state()).pausedReason, waits).toBe('removals')
  })

  it('is not one once the mistake is corrected', async () => {
    await fill()
    await connect()
    run()
    await settled()
    await leave()
    await soon()
    await expect.poll(async () => (await state()).pausedReason, waits).toBe('removals')
    await join()
    await connect()
    await settled()
    expect([active(), (await state()).removals]).toEqual([many + 2, 0])
  })

  it('is noticed too while changes of them are on their way', async () => {
    await fill()
    await connect({ sendGroups: false })
    run()
    await settled()
    application.interfere = () => ({ status: 503 })
    await change(`update users set name = name || ' junior' where username like 'many%'`)
    await soon()
    await expect
      .poll(async () => [(await state()).behind, (await state()).failedAttempts > 0], waits)
      .toEqual([many, true])
    await leave()
    application.interfere = () => undefined
    // They are due, and the next comparison is not.
    await change(
      `update provisioned_objects set next_attempt_at = now()`,
      `update provisioning_connections set next_attempt_at = null, compare_after = now() + interval '1 minute'`,
    )
    await expect.poll(async () => (await state()).pausedReason, waits).toBe('removals')
    expect(active()).toBe(many + 2)
  })

  it('of few people is done at once', async () => {
    await connect()
    run()
    await settled()
    await change(`delete from user_groups where group_id in (select id from groups where name <> 'admins')`)
    await soon()
    await expect.poll(active, waits).toBe(0)
    expect((await state()).pausedReason).toBeNull()
  })
})
