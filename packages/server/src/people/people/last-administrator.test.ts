import { deactivatePerson, getPerson } from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { lockProviderList } from '../../providers/identity-providers/rows.ts'
import { securityAdminPaths } from '../../providers/identity-providers/security-admin-paths.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { mintToken } from '../../testing/mint-token.ts'
import { providerChanges } from '../../testing/provider-changes.ts'
import { startScriptedProvider, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import { change, providerEntry, whoIs } from '../../testing/sign-in-run.ts'
import {
  createTestServer,
  rsaKeys,
  signAssertion,
  smallTenant,
  withoutRateLimits,
  type TestServer,
} from '../../testing/test-server.ts'

let server: TestServer
let provider: ScriptedProvider
let acme: ImportedTenant
let slug = ''

const keys = rsaKeys()

beforeAll(async () => {
  provider = await startScriptedProvider()
  server = await createTestServer(withoutRateLimits())
})
afterAll(async () => {
  await server?.close()
  await provider?.stop()
})

let count = 0
beforeEach(async () => {
  slug = `last${(count += 1)}`
  const applications = ['portal:security-admin']
  const robot = { environment: 'production', name: 'robot', key1: keys.publicPem, applications }
  const main = providerEntry(provider.issuer, { suffixes: [`${slug}.example`] })
  acme = await server.importTenant(smallTenant(slug, { identityProviders: [main], serviceAccounts: [robot] }))
})

async function signIn(name: string, groups: readonly string[] = ['admins']) {
  const username = `${name}@${slug}.example`
  const { browser } = await providerChanges(server, acme, provider).signIn({ username, groups })
  const { rows } = await tenantScope(server.database, acme.id).transaction(({ db }) =>
    sql<{ id: string }>`select id from users where username = ${username}`.execute(db),
  )
  return { browser, username, id: rows[0]?.id ?? '' }
}

/** Deactivates by a service account that administers. */
async function deactivation() {
  const robot = await mintToken(server, signAssertion(keys.privateKey, acme.serviceAccountIds.get('robot') ?? ''))
  return async (id: string) => {
    const request = new Request(`${server.deps.settings.baseUrl}/api/portal/admin/people/${id}/deactivate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${robot}` },
    })
    const response = await server.fetch(request)
    return [response.status, (await response.json()) as { errorID?: string; errorMessage?: string }] as const
  }
}

describe('the last one whose sign-in proves a path to Security Admin', () => {
  it('is not deactivated', async () => {
    const ada = await signIn('ada')
    const bob = await signIn('bob')
    const deactivate = await deactivation()
    expect((await deactivate(ada.id))[0]).toBe(200)
    const [status, answer] = await deactivate(bob.id)
    expect([status, answer.errorID]).toEqual([409, 'LAST_ADMIN_PATH'])
    expect(answer.errorMessage).toMatch(/Only sign-ins of bob.* prove that members of admins reach Security Admin\./)
    expect(await whoIs(bob.browser)).toBeDefined()
    // Another member signs in, and proves the path instead.
    await signIn('cleo')
    expect((await deactivate(bob.id))[0]).toBe(200)
  })

  it.each([
    ['now', sql`select`],
    ['by the version before', sql`update identity_provider_proofs set subject = null, subject_username = null`],
  ])('is found although another one was renamed, with proofs written %s', async (_, written) => {
    const ada = await signIn('ada')
    const bob = await signIn('bob')
    const deactivate = await deactivation()
    await change(server, acme, written)
    await change(server, acme, sql`update users set username = ${`new@${slug}.example`} where id = ${ada.id}`)
    expect((await deactivate(ada.id))[0]).toBe(200)
    const [status, answer] = await deactivate(bob.id)
    expect([status, answer.errorID]).toEqual([409, 'LAST_ADMIN_PATH'])
  })
})

describe('the others are deactivated, while one proves the path by an earlier login', () => {
  it.each([
    ['under an earlier name', sql`update users set username = 'new' where username like 'ada@%'`],
    ['in the version before', sql`update identity_provider_proofs set subject = null, subject_username = null`],
  ])('%s', async (_, written) => {
    await signIn('ada')
    const bob = await signIn('bob')
    await change(server, acme, sql`update users set last_sign_in_at = null where username like 'ada@%'`)
    await change(server, acme, written)
    expect((await (await deactivation())(bob.id))[0]).toBe(200)
  })
})

describe('when no active person administers, what counts is the proof', () => {
  const ofBob = sql`subject = (select b.subject from users b where b.username like 'bob@%'), subject_username = 'bob'`
  const ofUnknown = sql`proved_by = 'eve', subject = 'eve', subject_username = 'eve'`
  const [no, yes] = [[], ['admins']]
  it.each([
    ['of a deactivated person with another name', sql`proved_by = 'ada', subject_username = 'ada'`, no, no],
    ['of one, whose name the version before wrote over another', ofBob, no, no],
    ['of someone who never signed in: for changes', ofUnknown, yes, no],
    ['of an unknown name, by the version before: for changes', sql`proved_by = 'eve', subject = null`, yes, no],
  ])('%s', async (_, written, forChanges, forDeactivations) => {
    await signIn('ada')
    await signIn('bob', ['staff'])
    await change(server, acme, sql`update users set active = false where username like 'ada@%'`)
    await change(server, acme, sql`update identity_provider_proofs set ${written} where security_admin`)
    const paths = (by: 'anyone' | 'known-people') =>
      tenantScope(server.database, acme.id).transaction((tx) => securityAdminPaths(tx, by))
    const groups = [await paths('anyone'), await paths('known-people')].map((all) => all.map(({ group }) => group))
    expect(groups).toEqual([forChanges, forDeactivations])
  })
})

it('an administrator who was deactivated cannot deactivate others, not even by a call that waited', async () => {
  const ada = await signIn('ada')
  const bob = await signIn('bob')
  const cleo = await signIn('cleo', ['staff'])
  const params = { id: cleo.id }
  const { waiting } = await tenantScope(server.database, acme.id).transaction(async (tx) => {
    await lockProviderList(tx)
    const call = ada.browser.core.client.call(deactivatePerson, { params })
    await expect.poll(() => waitingForLocks()).toBe(1)
    await sql`update users set active = false where id = ${ada.id}`.execute(tx.db)
    return { waiting: call }
  })
  expect(await waiting).toMatchObject({ ok: false, problem: { status: 401 } })
  expect(await bob.browser.core.client.call(getPerson, { params })).toMatchObject({ value: { active: true } })
})

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql`
    select from pg_locks l join pg_database d on d.oid = l.database
     where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`.execute(server.database.owner)
  return rows.length
}
