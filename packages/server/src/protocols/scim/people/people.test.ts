import { deactivatePerson, getSession, listScimRequests, reactivatePerson } from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../../kit/database/tenant-scope.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../../testing/scripted-provider.ts'
import { comeBack, landing, lastRecord, newBrowser, providerEntry, startAt } from '../../../testing/sign-in-run.ts'
import {
  createTestServer,
  smallTenant,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../../testing/test-server.ts'
import { patchOf, startDirectory, type Directory } from '../testing/directory.ts'

let server: TestServer
let provider: ScriptedProvider
let directory: Directory
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
  slug = `people${(count += 1)}`
  const main = providerEntry(provider.issuer, { suffixes: [`${slug}.example`] })
  directory = await startDirectory(server, slug, smallTenant(slug, { identityProviders: [main] }))
})

async function signIn(name: string, { sub = name, email = '' } = {}, groups: readonly string[] = []) {
  const username = `${name}@${slug}.example`
  provider.plays({
    person: { sub, preferred_username: username, groups, roles: [], ...(email === '' ? {} : { email }) },
  })
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, username)
  const { error } = landing(await comeBack(browser, redirectUrl, provider.authorize(redirectUrl)))
  return { browser, error }
}
const create = async (name: string, more: object = {}) => {
  const { status, body } = await directory.send('POST', '/Users', { userName: `${name}@${slug}.example`, ...more })
  expect(status).toBe(201)
  return body['id'] as string
}
const setActive = (id: string, active: unknown) =>
  directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'Replace', path: 'active', value: active }))
type Row = {
  readonly id: string
  readonly username: string
  readonly active: boolean
  readonly scim: string | null
  readonly subject: string
  readonly name: string
  readonly email: string | null
}
const people = async () => {
  const { rows } = await tenantScope(server.database, directory.tenant.id).transaction(({ db }) =>
    sql<Row>`
      select u.id, split_part(u.username, '@', 1) as username, u.active, u.subject, u.name, u.email,
             (select s.id from scim_users s where s.person_id = u.id and s.deleted_at is null) as scim
        from users u where u.username not like 'ada@%' order by u.created_at`.execute(db),
  )
  return rows
}
const isSignedIn = async (browser: Browser) => (await browser.core.client.call(getSession, {})).ok

describe('a person whom a directory sends', () => {
  it('is in the list of people at once, and is the one who signs in: by userName in any case', async () => {
    const id = await create('BOB', { name: { givenName: 'Bob', familyName: 'Stone' } })
    expect(await people()).toMatchObject([{ active: true, scim: id, name: 'Bob Stone', subject: `scim: ${id}` }])
    expect((await signIn('bob', { sub: 's-1' })).error).toBeNull()
    expect(await people()).toMatchObject([{ username: 'bob', scim: id, subject: `${provider.issuer} s-1` }])
  })

  it('is found by externalId before userName', async () => {
    const first = await create('bob', { externalId: 's-other' })
    const second = await create('robert', { externalId: 's-1' })
    await signIn('bob', { sub: 's-1' })
    const bound = (await people()).find(({ subject }) => subject === `${provider.issuer} s-1`)
    expect(bound?.scim).toBe(second)
    expect((await people()).find(({ scim }) => scim === first)?.subject).toBe(`scim: ${first}`)
  })

  it('is shown without invisible characters, and letters keep their joiners', async () => {
    const persian = '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'
    const displayName = `\u202e${persian}\u3164`
    const id = await create('bob', { displayName, nickName: 'B\u200bob' })
    expect(await people()).toMatchObject([{ name: persian }])
    expect((await directory.send('GET', `/Users/${id}`)).body).toMatchObject({ displayName })
  })

  it('is never found by an e-mail address', async () => {
    const id = await create('robert', { emails: [{ value: `bob@${slug}.example`, primary: true }] })
    await signIn('bob', { sub: 's-1', email: `bob@${slug}.example` })
    expect((await people()).map(({ scim, subject }) => [scim, subject.startsWith('scim: ')])).toEqual([
      [id, true],
      [null, false],
    ])
  })

  it('is bound by the first sign-in: the same name with another subject is someone else', async () => {
    const id = await create('bob')
    await signIn('bob', { sub: 's-1' })
    await signIn('bob', { sub: 's-2' })
    const rows = await people()
    expect(rows.map(({ scim }) => scim)).toEqual([id, null])
    expect((await setActive(id, false)).status).toBe(200)
    // The directory calls that name inactive.
    expect((await signIn('bob', { sub: 's-2' })).error).toBe('PERSON_INACTIVE_IN_DIRECTORY')
  })

  it('who signed in before is the one whom the directory means', async () => {
    const { browser } = await signIn('bob', { sub: 's-1' })
    const id = await create('Bob')
    expect((await people()).map(({ scim }) => scim)).toEqual([id])
    await setActive(id, 'False')
    expect(await isSignedIn(browser)).toBe(false)
  })
})

describe('deactivation by the directory', () => {
  it('ends sessions at once and refuses sign-ins, until the directory says otherwise', async () => {
    const id = await create('bob')
    const { browser } = await signIn('bob', { sub: 's-1' })
    expect(await isSignedIn(browser)).toBe(true)
    expect((await setActive(id, 'False')).body['active']).toBe(false)
    expect(await isSignedIn(browser)).toBe(false)
    expect((await signIn('bob', { sub: 's-1' })).error).toBe('PERSON_INACTIVE_IN_DIRECTORY')
    await setActive(id, 'True')
    expect(await isSignedIn(browser)).toBe(false)
    expect((await signIn('bob', { sub: 's-1' })).error).toBeNull()
  })

  it('before the first sign-in refuses that one', async () => {
    const id = await create('bob', { active: false })
    expect((await signIn('bob', { sub: 's-1' })).error).toBe('PERSON_INACTIVE_IN_DIRECTORY')
    expect(await people()).toMatchObject([{ active: false }])
    await setActive(id, true)
    expect((await signIn('bob', { sub: 's-1' })).error).toBeNull()
  })

  it('a deleted person is not resurrected by a sign-in, before or after the first one', async () => {
    const [bob, cleo] = [await create('bob'), await create('cleo')]
    const { browser } = await signIn('bob', { sub: 's-1' })
    for (const id of [bob, cleo]) expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(204)
    expect(await isSignedIn(browser)).toBe(false)
    expect((await signIn('bob', { sub: 's-1' })).error).toBe('PERSON_INACTIVE_IN_DIRECTORY')
    expect((await signIn('cleo', { sub: 's-2' })).error).toBe('PERSON_INACTIVE_IN_DIRECTORY')
    // The directory sends them again: other ids, the same people.
    const again = [await create('bob'), await create('cleo')]
    expect(again).not.toContain(bob)
    expect((await signIn('bob', { sub: 's-1' })).error).toBeNull()
    expect((await signIn('cleo', { sub: 's-2' })).error).toBeNull()
    expect((await people()).map(({ scim }) => scim)).toEqual(again)
  })

  it('a person who is sent again is the same one, with the name that the directory has now', async () => {
    const first = await create('bob', {
      externalId: 'n1',
      displayName: 'Old Name',
      emails: [{ value: 'old@x.example' }],
    })
    const [before] = await people()
    await directory.send('DELETE', `/Users/${first}`)
    const again = await create('bob', { externalId: 'n1', displayName: 'New Name' })
    expect(await people()).toEqual([
      { ...before, active: true, scim: again, subject: `scim: ${again}`, name: 'New Name', email: null },
    ])
  })

  it('a name that is given to another person gives no access of the first one', async () => {
    const [bob, cleo] = [await create('bob', { externalId: 's-1' }), await create('cleo', { externalId: 'n3' })]
    await signIn('bob', { sub: 's-1' })
    const before = await people()
    for (const id of [bob, cleo]) await directory.send('DELETE', `/Users/${id}`)
    const others = [await create('bob', { externalId: 's-2' }), await create('cleo', { externalId: 'n4' })]
    const now = await people()
    expect(now.slice(0, 2).map(({ id, active, scim }) => ({ id, active, scim }))).toEqual(
      before.map(({ id }) => ({ id, active: false, scim: null })),
    )
    expect(now.slice(2).map(({ active, scim }) => ({ active, scim }))).toEqual(
      others.map((scim) => ({ active: true, scim })),
    )
    // Neither do the first ones get anything of the others.
    expect((await signIn('cleo', { sub: 'n3' })).error).toBe('PERSON_INACTIVE_IN_DIRECTORY')
    expect((await signIn('bob', { sub: 's-1' })).error).toBe('PERSON_INACTIVE_IN_DIRECTORY')
    expect((await signIn('bob', { sub: 's-2' })).error).toBeNull()
    expect((await people()).find(({ scim }) => scim === others[0])).toMatchObject({
      id: now[2]?.id,
      subject: `${provider.issuer} s-2`,
    })
    expect((await signIn('bob', { sub: 's-1' })).error).toBe('PERSON_INACTIVE_IN_DIRECTORY')
  })

  it('is not undone in Portico, which would not let the person in, whether the directory keeps the user or deleted it', async () => {
    const [kept, deleted] = [await create('bob'), await create('cleo')]
    await signIn('cleo', { sub: 's-2' })
    await setActive(kept, false)
    await directory.send('DELETE', `/Users/${deleted}`)
    const { client } = directory.admin.core
    for (const { id } of await people())
      expect(await client.call(reactivatePerson, { params: { id } })).toMatchObject({
        problem: {
          status: 409,
          errorID: 'INACTIVE_IN_DIRECTORY',
          errorMessage: expect.stringContaining('Reactivate the account in the directory'),
        },
      })
    expect((await people()).map(({ active }) => active)).toEqual([false, false])
  })

  it('names the directory in the record of the refused sign-in, also under a name that the directory does not know', async () => {
    const id = await create('bob')
    await signIn('bob', { sub: 's-1' })
    await setActive(id, false)
    await signIn('bob', { sub: 's-1' })
    expect(await lastRecord(server, directory.tenant)).toMatchObject({ finding: 'user-inactive-in-directory' })
    await directory.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'userName', value: 'b.stone' }))
    expect((await signIn('bob', { sub: 's-1' })).error).toBe('PERSON_INACTIVE_IN_DIRECTORY')
  })

  it('does not undo a deactivation by an administrator', async () => {
    const id = await create('bob')
    await signIn('bob', { sub: 's-1' })
    const [{ id: personId } = { id: '' }] = await people()
    const { client } = directory.admin.core
    expect((await client.call(deactivatePerson, { params: { id: personId } })).ok).toBe(true)
    await setActive(id, false)
    await setActive(id, true)
    expect((await signIn('bob', { sub: 's-1' })).error).toBe('PERSON_DEACTIVATED')
    await client.call(reactivatePerson, { params: { id: personId } })
    expect((await signIn('bob', { sub: 's-1' })).error).toBeNull()
  })

  it('does not reach people of another provider or tenant', async () => {
    const other = await startDirectory(server, `other${count}`)
    const id = await create('bob')
    const { browser } = await signIn('bob', { sub: 's-1' })
    expect(
      (await other.send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active: false } }))).status,
    ).toBe(404)
    const twin = await other.send('POST', '/Users', { userName: `bob@${slug}.example`, active: false })
    expect(twin.status).toBe(201)
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('of the last one whose sign-in proves a path to Security Admin is refused, and says why', async () => {
    const id = await create('bob')
    const { browser } = await signIn('bob', { sub: 's-1' }, ['admins'])
    for (const refused of [await setActive(id, false), await directory.send('DELETE', `/Users/${id}`)]) {
      expect(refused.status).toBe(409)
      expect(refused.body['detail']).toMatch(/no proven way to administer the portal.*admins/)
    }
    // What was rolled back is not told as changed.
    await server.deps.scimRequests.settled()
    const params = { id: directory.providerId }
    const kept = await directory.admin.core.client.call(listScimRequests, { params, query: { only: 'failed' } })
    expect(kept.ok && kept.value.requests.map(({ changes }) => changes)).toEqual([[], []])
    expect(await isSignedIn(browser)).toBe(true)
    expect((await directory.send('GET', `/Users/${id}`)).body['active']).toBe(true)
  })
})
