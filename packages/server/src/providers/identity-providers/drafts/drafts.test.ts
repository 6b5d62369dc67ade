import {
  createIdentityProvider,
  getIdentityProvider,
  getTestLogin,
  getUsernameFormats,
  keepIdentityProvider,
  listIdentityProviders,
  revertIdentityProvider,
  saveUsernameFormats,
  startTestLogin,
  updateIdentityProvider,
  type IdentityProvider,
} from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../../kit/database/tenant-scope.ts'
import type { ImportedTenant } from '../../../operator/tenant-import/import.ts'
import {
  comeBack,
  landing,
  lastRecord,
  newBrowser,
  postLogin,
  providerEntry,
  startAt,
  tenantWith,
  whoIs,
} from '../../../testing/sign-in-run.ts'
import {
  startScriptedProvider,
  scriptedClient,
  scriptedSecret,
  type ScriptedProvider,
} from '../../../testing/scripted-provider.ts'
import {
  createTestServer,
  signedIn,
  withoutRateLimits,
  type Browser,
  type TestServer,
} from '../../../testing/test-server.ts'
import { findDraft } from './working-copy.ts'

let server: TestServer
let provider: ScriptedProvider
let acme: ImportedTenant
let admin: Browser
let other: Browser
let main: string

beforeAll(async () => {
  provider = await startScriptedProvider()
  server = await createTestServer(withoutRateLimits())
})
let count = 0
beforeEach(async () => {
  count += 1
  const domain = `draft${count}.example`
  acme = await server.importTenant(
    tenantWith(`draft${count}`, [providerEntry(provider.issuer, { suffixes: [domain] })]),
  )
  main = acme.identityProviderIds.get('Main') ?? ''
  admin = await signedIn(server, acme, { username: `admin@${domain}`, groups: ['admins'] })
  other = await signedIn(server, acme, { username: `other@${domain}`, groups: ['admins'] })
  provider.plays({ person: { sub: 'ada', preferred_username: `ada@${domain}`, groups: ['staff'] } })
})
afterAll(async () => {
  await server?.close()
  await provider?.stop()
})

const username = () => `ada@draft${count}.example`
const client = () => admin.core.client

async function read(id = main): Promise<{ value: IdentityProvider; etag?: string | undefined }> {
  const outcome = await client().call(getIdentityProvider, { params: { id } })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome
}

type Change = { name?: string; enabled?: boolean; config?: Record<string, unknown>; clientSecret?: string }

async function draft(change: Change, id = main) {
  const { value } = await read(id)
  const { name, enabled, type, config } = value
  const body = { name, enabled, type, ...change, config: { ...config, ...change.config } }
  return client().call(updateIdentityProvider, { params: { id }, body: body as never })
}

const keep = (id = main, by = admin, ifMatch?: string) =>
  by.core.client.call(keepIdentityProvider, { params: { id }, body: { confirmed: true }, ifMatch })
const revert = (id = main) => client().call(revertIdentityProvider, { params: { id } })

/** A test login that the scripted provider answers as it plays. Returns the state that it ends in. */
async function test(id = main): Promise<string> {
  const started = await client().call(startTestLogin, { params: { id } })
  if (!started.ok) throw new Error(started.problem.errorMessage)
  const browser = newBrowser(server)
  const { pathname, search } = new URL(started.value.url)
  const to = (await browser.send(pathname + search)).headers.get('location') ?? ''
  await comeBack(browser, to, provider.authorize(to))
  const read = await client().call(getTestLogin, { params: { id, testId: started.value.id } })
  return read.ok ? read.value.state : read.problem.errorMessage
}

async function signIn(who = username()) {
  const browser = newBrowser(server)
  const redirectUrl = await startAt(browser, who)
  const error = landing(await comeBack(browser, redirectUrl, provider.authorize(redirectUrl))).error
  return { error, who: await whoIs(browser) }
}

const refusal = (errorID: string, status = 409) => ({ ok: false, problem: { status, errorID } })

describe('a draft', () => {
  it('is what editors read, and sign-ins do not use it', async () => {
    await draft({ config: { usernameClaim: 'nothing' } })
    const { value } = await read()
    expect(value).toMatchObject({
      config: { usernameClaim: 'nothing' },
      draft: { changedBy: `admin@draft${count}.example`, fields: ['usernameClaim'], proven: false },
      live: { name: 'Main', enabled: true, config: { usernameClaim: 'preferred_username' } },
    })
    expect((await signIn()).error).toBeNull()
    expect(await test()).toBe('failed')
    expect((await signIn()).who).toMatchObject({ username: username() })
  })

  it('is kept after a test login that passed with exactly it, and sign-ins use it then', async () => {
    await draft({ config: { groupClaim: 'roles' } })
    expect(await keep()).toMatchObject(refusal('IDP_NOT_TESTED'))
    expect(await test()).toBe('passed')
    expect((await read()).value.draft).toMatchObject({ proven: true })
    // One more change: the test was about another configuration.
    await draft({ config: { scope: 'openid' } })
    expect(await keep()).toMatchObject(refusal('IDP_NOT_TESTED'))
    await draft({ config: { scope: 'openid profile email' } })
    expect((await signIn()).who?.groups).toEqual(['staff'])
    expect(await keep()).toMatchObject({ ok: true, value: { draft: null, live: { config: { groupClaim: 'roles' } } } })
    expect((await signIn()).who?.groups).toEqual([])
  })

  it('needs no test for a new name, and none to disable', async () => {
    const made = await create('Second')
    const domain = `second${count}.example`
    await formats(made.id, [domain])
    provider.plays({ person: { sub: 'ada', preferred_username: `ada@${domain}` } })
    expect(await test(made.id)).toBe('passed')
    await keep(made.id)
    await draft({ name: 'Renamed', enabled: false }, made.id)
    expect((await read(made.id)).value.draft).toMatchObject({ fields: ['name', 'enabled'], proven: true })
    expect(await keep(made.id)).toMatchObject({ ok: true, value: { live: { name: 'Renamed', enabled: false } } })
  })

  it('with another secret needs a test, and with the former one it does not', async () => {
    await draft({ clientSecret: 'another secret' })
    expect((await read()).value.draft).toMatchObject({ fields: ['secrets'], proven: false })
    expect(await test()).toBe('failed')
    expect((await signIn()).error).toBeNull()
    await draft({ clientSecret: scriptedSecret })
    expect((await read()).value.draft).toBeNull()
  })

  it('is dropped by a change back to what is in effect, and by Revert', async () => {
    await draft({ config: { groupClaim: 'roles' } })
    await draft({ config: { groupClaim: 'groups' } })
    expect((await read()).value.draft).toBeNull()
    expect(await revert()).toMatchObject(refusal('IDP_NO_DRAFT'))
    await draft({ name: 'Another' })
    expect(await revert()).toMatchObject({ ok: true, value: { idp: { name: 'Main', draft: null } } })
  })

  it('takes every further change, from a caller that asks for none too', async () => {
    await draft({ config: { groupClaim: 'roles' } })
    const { value } = await read()
    const { type, enabled, config } = value
    await client().call(updateIdentityProvider, {
      params: { id: main },
      body: { type, enabled, name: 'Plain', config } as never,
    })
    await client().call(saveUsernameFormats, { params: { id: main }, body: { prefixes: ['D'], suffixes: [] } })
    expect((await read()).value).toMatchObject({ draft: { fields: ['name', 'groupClaim', 'suffixes', 'prefixes'] } })
    expect((await signIn()).error).toBeNull()
  })

  it('of username formats is tested with them, and reserves them only once it is kept', async () => {
    const domain = `moved${count}.example`
    await formats(main, [domain])
    expect(await client().call(getUsernameFormats, { params: { id: main } })).toMatchObject({
      value: { suffixes: [domain] },
    })
    expect(await test()).toBe('failed')
    provider.plays({ person: { sub: 'ada', preferred_username: `ada@${domain}` } })
    expect(await test()).toBe('passed')
    expect((await postLogin(newBrowser(server), `ada@${domain}`)).redirectUrl).toBeNull()
    expect(await keep()).toMatchObject({ ok: true })
    expect((await signIn(`ada@${domain}`)).error).toBeNull()
    expect((await postLogin(newBrowser(server), username())).redirectUrl).toBeNull()
  })

  it('whose format was taken meanwhile is refused by name, and nothing of it is in effect', async () => {
    const domain = `taken${count}.example`
    provider.plays({ person: { sub: 'ada', preferred_username: `ada@${domain}` } })
    await formats(main, [domain])
    expect(await test()).toBe('passed')
    await server.importTenant(tenantWith(`taker${count}`, [providerEntry(provider.issuer, { suffixes: [domain] })]))
    expect(await keep()).toMatchObject(refusal('FORMAT_TAKEN_ELSEWHERE'))
    expect((await read()).value).toMatchObject({
      draft: { proven: true },
      live: { suffixes: [`draft${count}.example`] },
    })
  })
})

describe('a new provider', () => {
  it('accepts no sign-ins until it is kept', async () => {
    const made = await create('New')
    expect(made).toMatchObject({ live: null, draft: { fields: [], proven: false }, primary: false })
    expect(await client().call(startTestLogin, { params: { id: made.id } })).toMatchObject(refusal('FORMATS_REQUIRED'))
    expect(await keep(made.id)).toMatchObject(refusal('FORMATS_REQUIRED'))
    const domain = `new${count}.example`
    await formats(made.id, [domain])
    provider.plays({ person: { sub: 'new', preferred_username: `new@${domain}` } })
    expect(await test(made.id)).toBe('passed')
    expect((await postLogin(newBrowser(server), `new@${domain}`)).redirectUrl).toBeNull()
    const initiated = await newBrowser(server).send(`/api/login/idps/${made.id}/initiate`)
    expect(landing(initiated).error).toBe('SIGN_IN_EXPIRED')
    expect(await keep(made.id)).toMatchObject({ ok: true, value: { enabled: true, live: { enabled: true } } })
    expect((await signIn(`new@${domain}`)).error).toBeNull()
  })

  it('is removed by Revert', async () => {
    const made = await create('New')
    expect(await revert(made.id)).toMatchObject({ ok: true, value: { idp: null } })
    const listed = await client().call(listIdentityProviders)
    expect(listed.ok && listed.value.idps.map(({ name }) => name)).toEqual(['Main'])
    expect(await create('New')).toMatchObject({ name: 'New' })
  })
})

describe('Keep', () => {
  it('wants the confirmation', async () => {
    await draft({ name: 'Named' })
    const outcome = await client().call(keepIdentityProvider, {
      params: { id: main },
      body: { confirmed: false as never },
    })
    expect(outcome).toMatchObject({
      ok: false,
      problem: { status: 400, details: [{ errorID: 'CONFIRMATION_REQUIRED' }] },
    })
  })

  it('ends sign-ins that are running with the configuration before', async () => {
    const browser = newBrowser(server)
    const redirectUrl = await startAt(browser, username())
    await draft({ config: { groupClaim: 'roles' } })
    await test()
    await keep()
    await comeBack(browser, redirectUrl, provider.authorize(redirectUrl))
    expect(await whoIs(browser)).toBeUndefined()
    expect(await lastRecord(server, acme)).toMatchObject({ outcome: 'signed-in', purpose: 'test' })
  })

  it('by two administrators at once ends in one state', async () => {
    await draft({ name: 'One' })
    const { etag } = await read()
    const outcomes = await Promise.all([keep(main, admin, etag), keep(main, other, etag)])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ problem: { status: 412 } })
    expect((await read()).value).toMatchObject({ name: 'One', draft: null, live: { name: 'One' } })
  })

  it('and a change at once end in one state: kept, or changed and not kept', async () => {
    await draft({ name: 'Tested' })
    const [kept] = await Promise.all([keep(), draft({ config: { groupClaim: 'roles' } })])
    const { live, draft: left } = (await read()).value
    if (kept.ok) expect([live?.name, live?.config['groupClaim']]).toEqual(['Tested', 'groups'])
    else expect([live?.name, left?.proven]).toEqual(['Main', false])
  })

  it('writes what was and what is into the audit, without secrets', async () => {
    await draft({ clientSecret: 'a new secret', config: { groupClaim: 'roles' } })
    await draft({ clientSecret: scriptedSecret })
    await test()
    await keep()
    const { rows } = await tenantScope(server.database, acme.id).transaction((tx) =>
      sql<{ action: string; text: string }>`
        select action, coalesce(before::text, '') || coalesce(after::text, '') as text from audit
         where action like 'identity-provider.%' order by at`.execute(tx.db),
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'identity-provider.draft',
      'identity-provider.draft',
      'identity-provider.test',
      'identity-provider.keep',
    ])
    expect(rows.filter(({ text }) => /a new secret|odd enough/.test(text))).toEqual([])
  })
})

it('a deleted provider leaves no draft behind, and its secrets are sealed until then', async () => {
  const made = await create('Gone')
  const row = await tenantScope(server.database, acme.id).transaction((tx) => findDraft(tx, made.id))
  expect(row?.secrets?.includes(scriptedSecret)).toBe(false)
  await revert(made.id)
  const left = await sql`select from identity_provider_drafts where identity_provider_id = ${made.id}`.execute(
    server.database.owner,
  )
  expect(left.rows).toEqual([])
})

async function create(name: string): Promise<IdentityProvider> {
  const config = { issuer: provider.issuer, clientId: scriptedClient }
  const body = { type: 'OIDC', name, enabled: true, config, clientSecret: scriptedSecret }
  const outcome = await client().call(createIdentityProvider, { body: body as never })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
  return outcome.value
}

async function formats(id: string, suffixes: string[]): Promise<void> {
  const body = { prefixes: [], suffixes }
  const outcome = await client().call(saveUsernameFormats, { params: { id }, body })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem))
}
