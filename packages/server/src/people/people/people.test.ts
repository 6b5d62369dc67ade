import {
  answerDeviceRequest,
  beginRepair,
  createGroup,
  createRecoveryCodes,
  deactivatePerson,
  drillRecoveryCode,
  getPerson,
  getPortalRoleGroups,
  getSession,
  getSignIn,
  listPeople,
  listAudit,
  listSignIns,
  reactivatePerson,
  setPortalRoleGroups,
  signOutPerson,
} from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startCommandLine, type CommandLine } from '../../sign-in/cli-sign-in/testing/command-line.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { startScriptedProvider, type Claims, type ScriptedProvider } from '../../testing/scripted-provider.ts'
import {
  change,
  comeBack,
  landing,
  newBrowser,
  providerEntry,
  refusedWith,
  startAt,
  whoIs,
} from '../../testing/sign-in-run.ts'
import {
  createTestServer,
  smallTenant,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'

let server: TestServer
let cli: CommandLine
let provider: ScriptedProvider
let acme: ImportedTenant
let slug = ''

beforeAll(async () => {
  provider = await startScriptedProvider()
  server = await createTestServer(withoutRateLimits())
  cli = await startCommandLine(server)
})
afterAll(async () => {
  await cli?.close()
  await server?.close()
  await provider?.stop()
})

let count = 0
beforeEach(async () => {
  slug = `people${(count += 1)}`
  const groupTransforms = [{ kind: 'strip-prefix', text: 'corp-' }]
  const main = providerEntry(provider.issuer, { suffixes: [`${slug}.example`], config: { groupTransforms } })
  acme = await server.importTenant(smallTenant(slug, { identityProviders: [main] }))
})

/** A real sign-in at the provider. */
async function signIn(name: string, groups: readonly string[] = ['staff']) {
  const username = `${name}@${slug}.example`
  const person: Claims = { sub: `${name} ${slug}`, preferred_username: username, name, groups: [...groups] }
  provider.plays({ person })
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, username)
  const response = await comeBack(browser, redirectUrl, provider.authorize(redirectUrl))
  return { browser, landed: landing(response), id: await idOf(username), username }
}

async function idOf(username: string): Promise<string> {
  const { rows } = await tenantScope(server.database, acme.id).transaction(({ db }) =>
    sql<{ id: string }>`select id from users where username = ${username}`.execute(db),
  )
  return rows[0]?.id ?? ''
}

const audited = async () => (await auditRows(server, acme)).filter(({ action }) => action.startsWith('person.'))

const isSignedIn = async (browser: Browser) => (await whoIs(browser)) !== undefined

/** A session of the command line in the name of the browser's person, and a token that could still become one. */
async function commandLines(browser: Browser) {
  const [used, kept, allowed] = [await cli.startDevice(), await cli.startDevice(), await cli.startDevice()]
  for (const { userCode } of [used, kept, allowed]) {
    const body = { userCode, decision: 'allow' as const }
    expect(await browser.core.client.call(answerDeviceRequest, { body })).toMatchObject({ ok: true })
  }
  const tokenOf = async ({ deviceCode }: { deviceCode: string }) =>
    String((await cli.poll(deviceCode)).body['access_token'])
  const session = await cli.exchange(await tokenOf(used))
  if (typeof session === 'number') throw new Error(`no session: ${session}`)
  return { session, token: await tokenOf(kept), deviceCode: allowed.deviceCode }
}

describe('a person who is signed out', () => {
  it('has no session left in any browser or command line, nor anything that could begin one, and may sign in again', async () => {
    const admin = await signIn('ada', ['corp-admins'])
    const bob = await signIn('bob')
    const again = await signIn('bob')
    const { session, token, deviceCode } = await commandLines(bob.browser)
    const params = { id: bob.id }
    expect(await admin.browser.core.client.call(getPerson, { params })).toMatchObject({
      value: { sessions: { browser: 2, cli: 1 } },
    })
    expect(await admin.browser.core.client.call(signOutPerson, { params })).toMatchObject({
      value: { endedSessions: 3 },
    })
    for (const browser of [bob.browser, again.browser, session]) expect(await isSignedIn(browser)).toBe(false)
    expect(await cli.exchange(token)).toBe(401)
    expect((await cli.poll(deviceCode)).body).toMatchObject({ error: 'expired_token' })
    expect(await isSignedIn(admin.browser)).toBe(true)
    expect(await admin.browser.core.client.call(getPerson, { params })).toMatchObject({
      value: { sessions: { browser: 0, cli: 0, lastUsedAt: null }, active: true },
    })
    expect((await signIn('bob')).landed.error).toBeNull()
    expect(await audited()).toMatchObject([
      { actor_name: 'ada', target_kind: 'user', target_id: bob.id, target_name: 'bob', after: { endedSessions: 3 } },
    ])
  })
})

describe('a person who is deactivated here', () => {
  it('loses every session and token at once, and cannot sign in whatever the provider says, until reactivated', async () => {
    const admin = await signIn('ada', ['corp-admins'])
    const { core } = admin.browser
    const bob = await signIn('bob', ['corp-admins'])
    const { session, token, deviceCode } = await commandLines(bob.browser)
    const params = { id: bob.id }
    expect(await core.client.call(deactivatePerson, { params })).toMatchObject({
      value: { active: false, deactivatedBy: 'ada', deactivatedAt: expect.stringMatching(/^\d{4}-/) as string },
    })
    for (const browser of [bob.browser, session]) expect(await isSignedIn(browser)).toBe(false)
    expect(await cli.exchange(token)).toBe(401)
    expect((await cli.poll(deviceCode)).body).toMatchObject({ error: 'expired_token' })

    const refused = await signIn('bob', ['corp-admins'])
    expect(refused.landed).toEqual(refusedWith('PERSON_DEACTIVATED'))
    expect(await isSignedIn(refused.browser)).toBe(false)
    const listed = await core.client.call(listSignIns, { query: { outcome: 'failed' } })
    const [record] = listed.ok ? listed.value.signIns : []
    expect(record).toMatchObject({
      username: bob.username,
      failure: `The account of “${bob.username}” was deactivated.`,
    })
    expect(await core.client.call(listAudit, { query: { action: 'session.refuse' } })).toMatchObject({
      value: {
        entries: [
          {
            actor: { kind: 'user', name: bob.username },
            target: { kind: 'sign-in', id: record?.code },
            after: { error: 'PERSON_DEACTIVATED' },
            address: expect.any(String) as string,
          },
        ],
      },
    })
    const shown = await core.client.call(getSignIn, { params: { code: record?.code ?? '' } })
    expect(shown).toMatchObject({ value: { errorID: 'PERSON_DEACTIVATED' } })
    expect(JSON.stringify(shown)).toContain('portico person reactivate')
    expect(await core.client.call(getPerson, { params })).toMatchObject({
      value: { signIns: [{ code: record?.code, outcome: 'failed' }, { outcome: 'signed-in' }] },
    })

    const value = { active: true, deactivatedBy: null, deactivatedAt: null }
    expect(await core.client.call(reactivatePerson, { params })).toMatchObject({ value })
    expect(await isSignedIn(bob.browser)).toBe(false)
    expect((await signIn('bob')).landed.error).toBeNull()
    const rows = await audited()
    expect(rows).toMatchObject([
      {
        action: 'person.deactivate',
        actor_name: 'ada',
        before: { active: true },
        after: { active: false, endedSessions: 2, revokedTokens: 0 },
      },
      { action: 'person.reactivate', before: { active: false, deactivatedBy: 'ada' }, after: { active: true } },
    ])
  })

  it('twice is deactivated once, as is an active one who is reactivated', async () => {
    const { core } = (await signIn('ada', ['corp-admins'])).browser
    const params = { id: (await signIn('bob')).id }
    const first = await core.client.call(deactivatePerson, { params })
    expect(await core.client.call(deactivatePerson, { params })).toEqual(first)
    await core.client.call(reactivatePerson, { params })
    await core.client.call(reactivatePerson, { params })
    expect(await audited()).toHaveLength(2)
  })

  it('is never the one who asks', async () => {
    const admin = await signIn('ada', ['corp-admins'])
    await signIn('bob', ['corp-admins'])
    expect(await admin.browser.core.client.call(deactivatePerson, { params: { id: admin.id } })).toMatchObject({
      problem: { status: 409, errorID: 'OWN_ACCOUNT' },
    })
    expect(await isSignedIn(admin.browser)).toBe(true)
  })

  it('one by the other at the same time leaves one administrator', async () => {
    const ada = await signIn('ada', ['corp-admins'])
    const bob = await signIn('bob', ['corp-admins'])
    const by = (one: typeof ada, id: string) => one.browser.core.client.call(deactivatePerson, { params: { id } })
    const outcomes = await Promise.all([by(ada, bob.id), by(bob, ada.id)])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('cannot begin a session by a sign-in that is under way', async () => {
    const ada = await signIn('ada', ['corp-admins'])
    const bob = await signIn('bob')
    const rounds = Array.from({ length: 4 }, async () => {
      const [, one] = await Promise.all([
        ada.browser.core.client.call(deactivatePerson, { params: { id: bob.id } }),
        signIn('bob'),
      ])
      return one
    })
    for (const { browser } of await Promise.all(rounds)) expect(await isSignedIn(browser)).toBe(false)
  })
})

describe('the page of a person', () => {
  it('names the groups as received and after the transforms, as the last sign-in recorded them', async () => {
    const { core } = (await signIn('ada', ['corp-admins'])).browser
    const { id } = await signIn('bob', ['corp-staff', 'corp-finance'])
    const { value } = (await core.client.call(getPerson, { params: { id } })) as {
      value: { groups: { name: string; claim: string }[] }
    }
    expect(value).toMatchObject({
      isYou: false,
      groupCount: 2,
      recorded: { received: 'corp-staff, corp-finance', groups: 'staff, finance' },
      access: { securityAdmin: false, roleCount: 6, applicationCount: 7 },
      signIns: [{ outcome: 'signed-in' }],
    })
    expect(value.groups.map(({ name, claim }) => [name, claim])).toEqual([
      ['finance', 'corp-finance'],
      ['staff', 'corp-staff'],
    ])
  })

  it('says that it is your own', async () => {
    const { browser, id } = await signIn('ada', ['corp-admins'])
    expect(await browser.core.client.call(getPerson, { params: { id } })).toMatchObject({ value: { isYou: true } })
  })
})

describe('with everyone deactivated, in the database', () => {
  /** Ada, who was deactivated with all others, and a code that she had drilled. */
  async function lockedOut() {
    const ada = await signIn('ada', ['corp-admins'])
    const { client } = ada.browser.core
    const made = await client.call(createRecoveryCodes)
    const drilled = made.ok ? await client.call(drillRecoveryCode, { body: { code: made.value.codes[0] ?? '' } }) : made
    if (!drilled.ok) throw new Error('no code')
    await change(server, acme, sql`update users set active = false`)
    return { id: ada.id, code: drilled.value.code }
  }

  it('the portal says so to each of them', async () => {
    await lockedOut()
    expect((await signIn('ada', ['corp-admins'])).landed).toEqual(refusedWith('PERSON_DEACTIVATED'))
  })

  it('a recovery code leads to an administrator who can reactivate them', async () => {
    const ada = await lockedOut()
    const rescuer = newBrowser(server)
    expect(await rescuer.core.client.call(beginRepair, { body: { code: ada.code } })).toMatchObject({ ok: true })
    const { client } = rescuer.core
    // Repair sees no people, so it reactivates none (docs/decisions/0070).
    const forbidden = { problem: { status: 403 } }
    expect(await client.call(reactivatePerson, { params: { id: ada.id } })).toMatchObject(forbidden)
    expect(await client.call(getPerson, { params: { id: ada.id } })).toMatchObject(forbidden)
    expect(await client.call(listPeople)).toMatchObject(forbidden)

    // But it names the group of someone whom the portal has not seen yet.
    const idp = [...acme.identityProviderIds.values()][0] ?? ''
    const group = await client.call(createGroup, { params: { id: idp }, body: { claim: 'corp-rescue' } })
    const role = { id: 'security-admin' }
    const held = await client.call(getPortalRoleGroups, { params: role })
    if (!group.ok || !held.ok) throw new Error('no group')
    const groups = [...held.value.groups.map(({ id }) => id), group.value.id]
    expect(
      await client.call(setPortalRoleGroups, { params: role, body: { idp: held.value.idp, groups } }),
    ).toMatchObject({
      ok: true,
    })

    const eve = await signIn('eve', ['corp-rescue'])
    expect((await whoIs(eve.browser))?.portalRoles).toEqual(['security-admin'])
    expect(await client.call(getSession)).toMatchObject({ ok: false })
    const params = { id: ada.id }
    expect(await eve.browser.core.client.call(reactivatePerson, { params })).toMatchObject({ value: { active: true } })
    expect((await signIn('ada', ['corp-admins'])).landed.error).toBeNull()
  })
})
