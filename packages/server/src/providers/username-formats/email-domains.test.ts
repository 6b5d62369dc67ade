import {
  deleteIdentityProvider,
  getIdentityProvider,
  getUsernameFormats,
  keepIdentityProvider,
  revertIdentityProvider,
  saveUsernameFormats,
  whereIs,
  type UsernameFormats,
} from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeEach, beforeAll, describe, expect, it } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { revertDue } from '../identity-providers/drafts/revert-unconfirmed.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'
import { auditRows } from '../../testing/audit-rows.ts'
import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'
import { ownAddresses } from './own-addresses.ts'

let server: TestServer
let acme: ImportedTenant
let globex: ImportedTenant
let admin: Browser
let globexAdmin: Browser
/** Differs in each test. */
let round = 0

const provider = (name: string, more: Record<string, unknown>) => ({
  name,
  type: 'OIDC',
  config: { issuer: 'http://127.0.0.1:9/oidc', clientId: 'portico' },
  clientSecret: 'not-a-secret-in-tests',
  ...more,
})

beforeAll(async () => {
  server = await createTestServer()
})
beforeEach(async () => {
  round += 1
  acme = await server.importTenant(
    smallTenant(`acme${round}`, {
      identityProviders: [
        provider('Main', { primary: true, emailSuffixes: [at('acme')] }),
        provider('Cloud', { emailSuffixes: [`cloud.${at('acme')}`] }),
      ],
    }),
  )
  globex = await server.importTenant(smallTenant(`globex${round}`))
  admin = await signedIn(server, acme, { username: `ada@${at('acme')}`, groups: ['admins'] })
  globexAdmin = await signedIn(server, globex, { username: `gus@${at('globex')}`, groups: ['admins'] })
})
afterAll(() => server?.close())

const at = (name: string) => `${name}${round}.example`
const idOf = (name: string, tenant = acme) => tenant.identityProviderIds.get(name) ?? ''

type Place = { readonly name?: string; readonly tenant?: ImportedTenant; readonly by?: Browser }
const ofGlobex = (): Place => ({ tenant: globex, by: globexAdmin })

/** Saves what is named beside what is in effect. */
async function save(formats: Partial<UsernameFormats>, { name = 'Main', tenant = acme, by = admin }: Place = {}) {
  const params = { id: idOf(name, tenant) }
  const before = await by.core.client.call(getUsernameFormats, { params })
  if (!before.ok) throw new Error(before.problem.errorMessage)
  return by.core.client.call(saveUsernameFormats, { params, body: { ...before.value, ...formats } })
}
async function keep(
  body: { confirmWithinSecs?: number } = {},
  { name = 'Main', tenant = acme, by = admin }: Place = {},
) {
  const params = { id: idOf(name, tenant) }
  return by.core.client.call(keepIdentityProvider, { params, body: { confirmed: true, ...body } })
}
async function declare(emailDomains: string[], place: Place = {}) {
  const saved = await save({ emailDomains }, place)
  return saved.ok ? keep({}, place) : saved
}
async function read(name = 'Main') {
  const outcome = await admin.core.client.call(getIdentityProvider, { params: { id: idOf(name) } })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value
}
const isOwn = (email: string, name = 'Main', tenant = acme) =>
  tenantScope(server.database, tenant.id).transaction(async (tx) => {
    const person = { providerId: idOf(name, tenant), email }
    return (await ownAddresses(tx, [person]))(person)
  })
const inTenant = (statement: ReturnType<typeof sql>) =>
  tenantScope(server.database, acme.id).transaction(({ db }) => statement.execute(db))

describe('a domain of e-mail addresses', () => {
  it('makes addresses those of the people of its provider once it is kept, which needs no test login', async () => {
    const address = `ada@mail.${at('post')}`
    expect(await save({ emailDomains: [` @Post${round}.EXAMPLE `] })).toMatchObject({
      value: { emailDomains: [at('post')] },
    })
    expect(await isOwn(address)).toBe(false)
    expect(await read()).toMatchObject({
      draft: { fields: ['emailDomains'], proven: true },
      live: { emailDomains: [] },
    })
    expect(await keep()).toMatchObject({ ok: true })
    expect([await isOwn(address), await isOwn(address, 'Cloud')]).toEqual([true, false])
    expect(await isOwn(address, 'Main', globex)).toBe(false)
    const rows = await auditRows(server, acme)
    expect(rows.findLast(({ action }) => action === 'identity-provider.keep')).toMatchObject({
      before: { emailDomains: [] },
      after: { emailDomains: [at('post')] },
    })
    await declare([])
    expect(await isOwn(address)).toBe(false)
  })

  it('leads no username to its provider and does not count as a format', async () => {
    await declare([at('post')])
    const asked = await admin.core.client.call(whereIs, { query: { username: `ada@${at('post')}` } })
    expect(asked).toMatchObject({ value: { outcome: 'nowhere' } })
    expect(await save({ suffixes: [], emailDomains: [at('post')] })).toMatchObject({
      problem: { errorID: 'FORMATS_PRIMARY' },
    })
  })

  it('belongs to the longest domain: a part of it may be that of another provider of the company', async () => {
    await declare([at('post')])
    await declare([`b.${at('post')}`], { name: 'Cloud' })
    const of = async (email: string) => [await isOwn(email), await isOwn(email, 'Cloud')]
    expect(await of(`ada@${at('post')}`)).toEqual([true, false])
    expect(await of(`ada@a.b.${at('post')}`)).toEqual([false, true])
    expect(await of(`ada@cloud.${at('acme')}`)).toEqual([false, true])
    expect(await of(`ada@x.${at('acme')}`)).toEqual([true, false])
  })

  it('stays where a change of formats does not name it', async () => {
    await declare([at('post')])
    const params = { id: idOf('Main') }
    const body = { suffixes: [at('acme'), at('more')], prefixes: [] }
    expect(await admin.core.client.call(saveUsernameFormats, { params, body })).toMatchObject({
      value: { emailDomains: [at('post')] },
    })
  })

  it('may be a format of the same provider too', async () => {
    expect(await declare([at('acme')])).toMatchObject({ ok: true })
    expect(await isOwn(`ada@${at('acme')}`)).toBe(true)
  })

  it('is restored when no sign-in confirmed its change, and when a draft is reverted', async () => {
    await declare([at('old')])
    await save({ emailDomains: [at('new')] })
    expect(await keep({ confirmWithinSecs: 60 })).toMatchObject({ ok: true })
    expect((await read()).live?.emailDomains).toEqual([at('new')])
    await inTenant(sql`update unconfirmed_changes set reverts_at = now() - interval '1 second'`)
    expect(await revertDue(server.deps)).toBe(1)
    expect((await read()).live?.emailDomains).toEqual([at('old')])
    await save({ emailDomains: [] })
    await admin.core.client.call(revertIdentityProvider, { params: { id: idOf('Main') } })
    expect(await read()).toMatchObject({ draft: null, emailDomains: [at('old')] })
  })

  it('is free again when its provider is deleted', async () => {
    await declare([at('post')], { name: 'Cloud' })
    expect(await declare([at('post')])).toMatchObject({ problem: { errorID: 'FORMAT_TAKEN' } })
    await admin.core.client.call(deleteIdentityProvider, { params: { id: idOf('Cloud') } })
    expect(await declare([at('post')])).toMatchObject({ ok: true })
  })
})

describe('belongs to one provider in the deployment, together with username formats', () => {
  const taken: [string, () => [UsernameFormats['suffixes'], Place], () => Partial<UsernameFormats>, string, string][] =
    [
      [
        'the format of another company',
        () => [[], {}],
        () => ({ emailDomains: [at('globex')] }),
        'FORMAT_TAKEN_ELSEWHERE',
        'emailDomains.0',
      ],
      [
        'part of one',
        () => [[], {}],
        () => ({ emailDomains: [`m.${at('globex')}`] }),
        'FORMAT_TAKEN_SUBDOMAIN',
        'emailDomains.0',
      ],
      [
        'around one',
        () => [[`m.${at('post')}`], ofGlobex()],
        () => ({ emailDomains: [at('post')] }),
        'FORMAT_TAKEN_PARENT',
        'emailDomains.0',
      ],
      [
        'declared by another company',
        () => [[at('post')], ofGlobex()],
        () => ({ emailDomains: [at('x'), at('post')] }),
        'FORMAT_TAKEN_ELSEWHERE',
        'emailDomains.1',
      ],
      [
        'a format where another company declared it',
        () => [[at('post')], ofGlobex()],
        () => ({ suffixes: [at('acme'), at('post')] }),
        'FORMAT_TAKEN_ELSEWHERE',
        'suffixes.1',
      ],
      [
        'a format within such a domain',
        () => [[at('post')], ofGlobex()],
        () => ({ suffixes: [at('acme'), `m.${at('post')}`] }),
        'FORMAT_TAKEN_SUBDOMAIN',
        'suffixes.1',
      ],
      [
        'a format around such a domain',
        () => [[`m.${at('post')}`], ofGlobex()],
        () => ({ suffixes: [at('acme'), at('post')] }),
        'FORMAT_TAKEN_PARENT',
        'suffixes.1',
      ],
      [
        'the format of another provider',
        () => [[], {}],
        () => ({ emailDomains: [`cloud.${at('acme')}`] }),
        'FORMAT_TAKEN',
        'emailDomains.0',
      ],
      [
        'a format where another provider declared it',
        () => [[at('post')], { name: 'Cloud' }],
        () => ({ suffixes: [at('acme'), at('post')] }),
        'FORMAT_TAKEN',
        'suffixes.1',
      ],
    ]
  it.each(taken)('%s', async (_, theirs, ours, errorID, fieldID) => {
    const [domains, place] = theirs()
    if (domains.length > 0) expect(await declare(domains, place)).toMatchObject({ ok: true })
    expect(await save(ours())).toMatchObject({ problem: { status: 409, errorID, details: [{ fieldID }] } })
  })

  it('also where another company took it between the draft and Keep', async () => {
    await save({ emailDomains: [at('post')] })
    expect(await declare([at('post')], ofGlobex())).toMatchObject({ ok: true })
    expect(await keep()).toMatchObject({ problem: { status: 409, errorID: 'FORMAT_TAKEN_ELSEWHERE' } })
    expect([await isOwn(`a@${at('post')}`), await isOwn(`a@${at('post')}`, 'Main', globex)]).toEqual([false, true])
  })

  it.each([
    ['co.uk', 'FORMAT_PUBLIC_SUFFIX'],
    ['gmail.com', 'FORMAT_MAIL_PROVIDER'],
    ['onmicrosoft.com', 'FORMAT_PUBLIC_SUFFIX'],
    ['\u0430cme.example', 'FORMAT_MIXED_SCRIPTS'],
  ])('%s is refused as a format is', async (domain, errorID) => {
    expect(await save({ emailDomains: [domain] })).toMatchObject({
      problem: { status: 400, details: [{ errorID, fieldID: 'emailDomains.0' }] },
    })
  })

  it('and once in the list', async () => {
    expect(await save({ emailDomains: [at('post'), `@${at('POST')}`] })).toMatchObject({
      problem: { details: [{ errorID: 'FORMAT_TWICE', fieldID: 'emailDomains.1' }] },
    })
  })
})

describe('in a tenant file', () => {
  const file = (emailDomains: string[]) =>
    smallTenant(`acme${round}`, {
      identityProviders: [provider('Cloud', { emailSuffixes: [`cloud.${at('acme')}`], emailDomains })],
    })

  it('is declared, also that of a mail provider, which only the operator can give', async () => {
    await server.importTenant(file([at('post'), `a${round}.fastmail.com`]))
    expect(await isOwn(`ada@a${round}.fastmail.com`, 'Cloud')).toBe(true)
    await server.importTenant(file([at('post')]))
    expect((await read('Cloud')).emailDomains).toEqual([`a${round}.fastmail.com`, at('post')].toSorted())
  })

  it('is refused where another provider has it, or no one may', async () => {
    await expect(server.importTenant(file([at('globex')]))).rejects.toThrow(/belongs to another identity provider/)
    await expect(server.importTenant(file(['co.uk']))).rejects.toThrow(/public suffix/)
  })
})
