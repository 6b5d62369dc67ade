import {
  createScimToken,
  deactivatePerson,
  explainAccess,
  getDoctorFacts,
  getPerson,
  getScimDrift,
  listPeople,
  reactivatePerson,
} from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { securityAdminPaths } from '../../../providers/identity-providers/security-admin-paths.ts'
import { auditRows } from '../../../testing/audit-rows.ts'
import { tenantScope } from '../../../kit/database/tenant-scope.ts'
import { checkUsernames } from '../../../people/usernames/check-usernames.ts'
import { watchUsernames } from '../../../people/usernames/watch-usernames.ts'
import { addEmailDomain } from '../../../testing/tenant-rows.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../../testing/scripted-provider.ts'
import { comeBack, landing, newBrowser, providerEntry, startAt, whoIs } from '../../../testing/sign-in-run.ts'
import { createTestServer, smallTenant, withoutRateLimits, type TestServer } from '../../../testing/test-server.ts'
import { patchOf, startDirectory, type Directory } from '../testing/directory.ts'

let server: TestServer
let provider: ScriptedProvider
/** The directory of the secondary provider, whose people are those of `slug-b.example`. */
let directory: Directory
let main = ''
let second = ''
let slug = ''
let count = 0

beforeAll(async () => {
  provider = await startScriptedProvider()
  server = await createTestServer(withoutRateLimits())
  await server.importTenant(smallTenant('globex'))
})
afterAll(async () => {
  await server?.close()
  await provider?.stop()
})
beforeEach(async () => {
  slug = `names${(count += 1)}`
  const entry = { ...providerEntry(provider.issuer, { suffixes: [`${slug}.example`] }), primary: true }
  const other = {
    ...providerEntry(provider.issuer, { suffixes: [`${slug}-b.example`] }),
    name: 'Second',
    primary: false,
  }
  const file = smallTenant(slug, { identityProviders: [{ ...entry, windowsDomains: [slug] }, other] })
  const started = await startDirectory(server, slug, file)
  const ids = [...started.tenant.identityProviderIds.values()]
  main = ids[0] ?? ''
  second = ids[1] ?? ''
  const token = await tokenOf(started, second)
  const send: Directory['send'] = (method, path, body, options = {}) =>
    started.send(method, path, body, { token, providerId: second, ...options })
  directory = { ...started, providerId: second, token, send }
})

async function tokenOf({ admin }: Directory, id: string): Promise<string> {
  const made = await admin.core.client.call(createScimToken, { params: { id }, body: { name: 'Directory' } })
  if (!made.ok) throw new Error(JSON.stringify(made.problem))
  return made.value.token
}

type Row = {
  readonly id: string
  readonly username: string
  readonly active: boolean
  readonly foreign: boolean
  readonly provider: string
}
const rows = async (username: string) => {
  const found = await tenantScope(server.database, directory.tenant.id).transaction(({ db }) =>
    sql<Row>`select id, username, active, username_foreign_since is not null as foreign, identity_provider_id as provider
               from users where lower(username) = lower(${username}) order by created_at`.execute(db),
  )
  return found.rows
}
const create = (userName: string, more: object = {}, options: object = {}) =>
  directory.send('POST', '/Users', { userName, ...more }, options)
const asAdmin = () => {
  const { client } = directory.admin.core
  const call: typeof client.call = (...asked) => client.call(...asked)
  return call
}
const held = { active: false, foreign: true }
const fitting = { active: true, foreign: false }

describe('a username that belongs to another provider', () => {
  it.each([
    ['the primary provider', () => `ada@${slug}.example`],
    ['the primary provider, in other case', () => `ADA@${slug.toUpperCase()}.Example`],
    ['the primary provider, below its domain', () => `ada@mail.${slug}.example`],
    ['the primary provider, as a Windows domain', () => `${slug.toUpperCase()}\\oskar`],
    ['the primary provider, behind a name that fits', () => `x@${slug}-b.example@${slug}.example`],
    ['the primary provider, before a name that fits', () => `ada@${slug}.example@${slug}-b.example`],
    ['the primary provider, in full width', () => `ada＠${slug}.example@${slug}-b.example`],
    ['another tenant', () => 'hanna@globex.example'],
    ['no one', () => `ada@nobody.example`],
    ['no domain', () => 'root'],
    ['a name with spaces around it', () => ` ada@${slug}-b.example `],
    ['a quoted name', () => `"ada@${slug}.example"@${slug}-b.example`],
    ['a name with the Kelvin sign', () => `\u212Aurt@${slug}-b.example`],
  ])('is kept for the directory and inactive here: of %s', async (_, name) => {
    const answer = await create(name(), { displayName: 'Mallory' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ userName: name(), active: true })
    const [row] = (await rows(name())).filter(({ provider: of }) => of === second)
    expect(row).toMatchObject(held)
  })

  it('is not taken from a name that fits', async () => {
    for (const name of [`bob@${slug}-b.example`, `BOB2@${slug}-B.example`, `bob@sub.${slug}-b.example`]) {
      expect((await create(name)).status).toBe(201)
      expect(await rows(name)).toMatchObject([fitting])
    }
  })

  it('can be one and the same with other spellings: its provider has it once', async () => {
    expect((await create(`ada@${slug}.example`)).status).toBe(201)
    expect((await create(`ADA@${slug}.example`)).status).toBe(409)
  })

  it('is not reserved: its own provider creates the person by SCIM, and signs the person in', async () => {
    await create(`oskar@${slug}.example`)
    const token = await tokenOf(directory, main)
    const own = await create(`oskar@${slug}.example`, {}, { token, providerId: main })
    expect(own.status).toBe(201)
    expect(await rows(`oskar@${slug}.example`)).toMatchObject([
      { ...held, provider: second },
      { ...fitting, provider: main },
    ])
    await create(`hanna@${slug}.example`)
    expect((await signIn(`hanna@${slug}.example`)).error).toBeNull()
    expect((await rows(`hanna@${slug}.example`)).map(({ active, provider: of }) => [of === main, active])).toEqual([
      [false, false],
      [true, true],
    ])
  })

  it('is found when two providers send it at once', async () => {
    const token = await tokenOf(directory, main)
    const both = await Promise.all([
      create(`twice@${slug}.example`),
      create(`twice@${slug}.example`, {}, { token, providerId: main }),
    ])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    const found = await rows(`twice@${slug}.example`)
    expect(found.filter(({ active }) => active).map(({ provider: of }) => of)).toEqual([main])
  })
})

describe('a person with such a username', () => {
  it('follows the directory again when it sends a name that fits, by PUT and by PATCH in every form', async () => {
    const { body } = await create('root')
    const id = body['id'] as string
    const change = (value: unknown, more: object = { path: 'userName' }) =>
      directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', ...more, value }))
    const urn = 'urn:ietf:params:scim:schemas:core:2.0:User:userName'
    const foreign = `eve@${slug}.example`
    const own = `bob@${slug}-b.example`
    for (const [name, send] of [
      [own, () => change(own)],
      [foreign, () => change(foreign, { path: urn })],
      [own, () => change(own, { path: urn.toUpperCase().replace('USERNAME', 'userName') })],
      ['root', () => change({ userName: 'root' }, {})],
      [own, () => change({ [urn]: own }, {})],
      [foreign, () => directory.send('PUT', `/Users/${id}`, { userName: foreign })],
      [own, () => directory.send('PUT', `/Users/${id}`, { userName: own })],
    ] as const) {
      const answer = await send()
      expect([answer.status, answer.body['userName'], answer.body['active']]).toEqual([200, name, true])
      expect(await rows(name)).toMatchObject([name === own ? fitting : held])
    }
    const [row] = await rows(own)
    const told = (await auditRows(server, directory.tenant)).filter(({ target_id: of }) => of === row?.id)
    expect(told.map(({ action, after }) => [action, (after as { username: string }).username])).toEqual([
      ['person.deactivate', 'root'],
      ['person.reactivate', own],
      ['person.deactivate', foreign],
      ['person.reactivate', own],
      ['person.deactivate', 'root'],
      ['person.reactivate', own],
      ['person.deactivate', foreign],
      ['person.reactivate', own],
    ])
  })

  it('becomes what the directory said last, not active where it says inactive', async () => {
    const { body } = await create('root')
    const setActive = (value: boolean) =>
      directory.send('PATCH', `/Users/${body['id']}`, patchOf({ op: 'replace', path: 'active', value }))
    expect((await setActive(false)).body).toMatchObject({ active: false })
    const name = `bob@${slug}-b.example`
    const rename = (userName: string) =>
      directory.send('PATCH', `/Users/${body['id']}`, patchOf({ op: 'replace', path: 'userName', value: userName }))
    await rename(name)
    expect(await rows(name)).toMatchObject([{ active: false, foreign: false }])
    await setActive(true)
    expect(await rows(name)).toMatchObject([fitting])
    await setActive(false)
    await rename('root')
    await setActive(true)
    expect(await rows('root')).toMatchObject([held])
    await rename(name)
    expect(await rows(name)).toMatchObject([fitting])
  })

  it('stays deactivated by an administrator, also when the name fits again', async () => {
    const { body } = await create('root')
    const [row] = await rows('root')
    const params = { id: row?.id ?? '' }
    const call = asAdmin()
    expect(await call(reactivatePerson, { params })).toMatchObject({ problem: { errorID: 'FOREIGN_USERNAME' } })
    expect(await call(deactivatePerson, { params })).toMatchObject({ ok: true })
    const name = `bob@${slug}-b.example`
    await directory.send('PUT', `/Users/${body['id']}`, { userName: name })
    expect(await rows(name)).toMatchObject([{ active: false, foreign: false }])
    expect(await call(reactivatePerson, { params })).toMatchObject({ ok: true, value: { active: true } })
  })

  it('stays inactive when the directory deletes and sends it again', async () => {
    const first = await create(`ada@${slug}.example`, { externalId: 'one' })
    await directory.send('DELETE', `/Users/${first.body['id']}`)
    const again = await create(`ada@${slug}.example`, { externalId: 'one' })
    expect(again.status).toBe(201)
    for (const row of (await rows(`ada@${slug}.example`)).filter(({ provider: of }) => of === second))
      expect(row).toMatchObject(held)
  })

  it('is shown in People, in drift and in the doctor, with the reason, and opens nothing', async () => {
    await create(`eve@${slug}.example`)
    const [row] = await rows(`eve@${slug}.example`)
    const call = asAdmin()
    const listed = await call(listPeople, { query: { state: 'foreign-username' } })
    expect(listed).toMatchObject({
      value: { people: [{ id: row?.id, active: false, usernameForeignSince: expect.any(String) }], total: 1 },
    })
    expect(await call(listPeople, { query: { state: 'active', search: 'eve' } })).toMatchObject({
      value: { people: [] },
    })
    const one = await call(getPerson, { params: { id: row?.id ?? '' } })
    expect(one).toMatchObject({ value: { usernameBelongs: expect.stringContaining('Main') } })
    expect(await call(getScimDrift, { params: { id: second } })).toMatchObject({
      value: {
        foreignUsernames: [{ username: `eve@${slug}.example`, activeInDirectory: true }],
        foreignUsernameCount: 1,
        unseenCount: 0,
      },
    })
    expect(await call(getDoctorFacts, {})).toMatchObject({
      value: { foreignUsernames: { rows: [{ id: row?.id, active: false, provider: 'Second' }], total: 1 } },
    })
    expect(await call(explainAccess, { query: { user: row?.id ?? '' } })).toMatchObject({ value: { allowed: false } })
  })

  it('is released by a format that its provider gets, and found without it', async () => {
    await create(`eve@new-${slug}.example`)
    await create(`off@new-${slug}.example`, { active: false })
    const inTenant = tenantScope(server.database, directory.tenant.id)
    await inTenant.transaction(async (tx) => {
      await addEmailDomain(tx, second, `new-${slug}.example`)
      await checkUsernames(tx, Date.now())
    })
    expect(await rows(`eve@new-${slug}.example`)).toMatchObject([fitting])
    expect(await rows(`off@new-${slug}.example`)).toMatchObject([{ active: false, foreign: false }])
    await inTenant.transaction(async (tx) => {
      await sql`delete from username_formats where value = ${`new-${slug}.example`}`.execute(tx.db)
      await checkUsernames(tx, Date.now())
    })
    // As at an upgrade: not deactivated, but found.
    expect(await rows(`eve@new-${slug}.example`)).toMatchObject([{ active: true, foreign: true }])
    const told = await auditRows(server, directory.tenant)
    const actions = told.map(({ action }) => action).filter((action) => action.startsWith('person.'))
    expect(actions.slice(0, 2)).toEqual(['person.deactivate', 'person.deactivate'])
    // Those of one moment are in no order. The directory says that one of them is inactive.
    expect(actions.slice(2, 4).toSorted()).toEqual(['person.fitting-username', 'person.reactivate'])
    expect(actions.slice(4)).toEqual(['person.foreign-username', 'person.foreign-username'])
  })

  it('becomes what the directory said last when it is released, and stays deactivated by an administrator', async () => {
    const [closed, off, gone] = [
      `closed@new-${slug}.example`,
      `off@new-${slug}.example`,
      `gone@new-${slug}.example`,
    ] as const
    const byAdmin = (await create(closed)).body['id'] as string
    const [row] = await rows(closed)
    expect(await asAdmin()(deactivatePerson, { params: { id: row?.id ?? '' } })).toMatchObject({ ok: true })
    const byDirectory = (await create(off, { active: false })).body['id'] as string
    await directory.send('DELETE', `/Users/${(await create(gone)).body['id']}`)
    await tenantScope(server.database, directory.tenant.id).transaction(async (tx) => {
      await addEmailDomain(tx, second, `new-${slug}.example`)
      await checkUsernames(tx, Date.now())
    })
    const inactive = { active: false, foreign: false }
    for (const name of [closed, off, gone]) expect(await rows(name)).toMatchObject([inactive])
    const [released] = await rows(off)
    const one = await asAdmin()(getPerson, { params: { id: released?.id ?? '' } })
    expect(one).toMatchObject({ value: { deactivatedBy: 'SCIM' } })
    for (const id of [byAdmin, byDirectory])
      for (const value of [false, true])
        await directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value }))
    expect(await rows(closed)).toMatchObject([inactive])
    expect(await rows(off)).toMatchObject([fitting])
  })

  it('signs in under a name that fits, which the directory bound by externalId, and is active from then on', async () => {
    await create('mallory', { externalId: 's-7' })
    expect((await signIn(`mallory@${slug}-b.example`, 's-7')).error).toBeNull()
    expect(await rows(`mallory@${slug}-b.example`)).toMatchObject([fitting])
    expect(await rows('mallory')).toEqual([])
  })

  it('counts under the name that the transforms of the provider make, where only that fits', async () => {
    const transforms = JSON.stringify([{ kind: 'replace', pattern: '$', replacement: `@${slug}-b.example` }])
    await tenantScope(server.database, directory.tenant.id).transaction(({ db }) =>
      sql`update identity_providers set config = config || jsonb_build_object('usernameTransforms', ${transforms}::jsonb)
           where id = ${second}`.execute(db),
    )
    const { body } = await create('oskar')
    expect(body['userName']).toBe('oskar')
    expect(await rows(`oskar@${slug}-b.example`)).toMatchObject([fitting])
    await create(`hanna@${slug}.example`)
    expect(await rows(`hanna@${slug}.example`)).toMatchObject([held])
  })
})

describe('people who were there before', () => {
  it('are found: they stay active without sessions, administer nothing and are never sent', async () => {
    const username = `ada@${slug}.example`
    const inTenant = tenantScope(server.database, directory.tenant.id)
    expect(await whoIs(directory.admin)).toBeDefined()
    await inTenant.transaction(({ db }) =>
      sql`update users set username = 'root', last_sign_in_at = now() where username = ${username}`.execute(db),
    )
    expect(await inTenant.transaction(securityAdminPaths)).toHaveLength(1)
    await sql`update tenants set usernames_checked_at = null`.execute(server.database.owner)
    await Promise.all([watchUsernames(server.deps), watchUsernames(server.deps)])
    expect(await rows('root')).toMatchObject([{ active: true, foreign: true }])
    expect(await whoIs(directory.admin)).toBeUndefined()
    expect(await inTenant.transaction(securityAdminPaths)).toEqual([])
    const told = (await auditRows(server, directory.tenant)).filter(({ action }) => action.startsWith('person.'))
    expect(told.map(({ action }) => action)).toEqual(['person.foreign-username'])
    expect((await signIn('root', 's-root', `x@${slug}.example`)).error).toBe('AUTH-001001')
  })
})

async function signIn(username: string, sub = username, typed = username) {
  provider.plays({ person: { sub, preferred_username: username, groups: [], roles: [] } })
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, typed)
  const { error } = landing(await comeBack(browser, redirectUrl, provider.authorize(redirectUrl)))
  return { browser, error }
}
