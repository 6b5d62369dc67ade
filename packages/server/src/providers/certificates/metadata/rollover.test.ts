import { startSimulator, type Simulator } from '@portico/simulator'
import {
  keepIdentityProvider,
  listCertificates,
  refreshMetadata,
  retireCertificate,
  updateIdentityProvider,
  getIdentityProvider,
  type MetadataResult,
} from '@portico/core/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { tenantScope } from '../../../kit/database/tenant-scope.ts'
import { revertDue } from '../../identity-providers/drafts/revert-unconfirmed.ts'
import { securityAdminPaths } from '../../identity-providers/security-admin-paths.ts'
import { testKeyPair } from '../../../protocols/saml/testing/key-pairs.ts'
import { samlAddresses } from '../../../sign-in/addresses/saml.ts'
import { formOf } from '../../../sign-in/saml/testing/saml-run.ts'
import { createTour } from '../../../sign-in/saml/testing/tour.ts'
import type { ImportedTenant } from '../../../operator/tenant-import/import.ts'
import { auditRows } from '../../../testing/audit-rows.ts'
import { change, newBrowser, startAt, tenantWith } from '../../../testing/sign-in-run.ts'
import { createTestServer, signedIn, testBaseUrl, type Browser, type TestServer } from '../../../testing/test-server.ts'
import { refreshDue } from './refresh.ts'

const password = 'a password'
const person = (tenant: string, first = 'ada', groups = ['admins']) => {
  const username = `${first}@${tenant}.example`
  return { username, password, name: first, email: username, groups }
}
let server: TestServer
let simulator: Simulator
let acme: ImportedTenant
/** Name of the tenant of a test, and of its simulated provider. */
let name = ''
let count = 0

beforeAll(async () => {
  server = await createTestServer()
  const ids = Array.from({ length: 13 }, (_, index) => `rolling${index}`)
  simulator = await startSimulator(
    {
      host: '127.0.0.2',
      providers: ids.map((id) => ({
        id,
        kind: 'saml' as const,
        name: id,
        flavour: 'plain' as const,
        people: [person(id), person(id, 'bob', ['staff'])],
        serviceProviders: [],
      })),
    },
    { log: () => undefined },
  )
})
afterAll(async () => {
  await simulator?.stop()
  await server?.close()
})
beforeEach(() => {
  name = `rolling${count}`
  count += 1
})

const control = () => simulator.samlControl(name)
const id = () => acme.identityProviderIds.get('Login') ?? ''

/** The provider is primary, and a member of the group that administers has signed in with it once. */
async function open(config: Record<string, unknown> = { followMetadata: true }): Promise<Browser> {
  const [certificate = ''] = await control().certificates()
  const base = `${simulator.url}/saml/${name}`
  const entry = {
    name: 'Login',
    type: 'OPENSAML',
    primary: true,
    config: {
      entityId: simulator.issuer(name),
      ssoUrl: `${base}/sso`,
      sloUrl: `${base}/slo`,
      signingCertificate1: certificate.trim(),
      attributes: { username: 'username', group: 'groups' },
      metadataUrl: `${base}/metadata`,
      ...config,
    },
    emailSuffixes: [`${name}.example`],
  }
  acme = await server.importTenant(tenantWith(name, [entry]))
  const { entityId, acsUrl, sloUrl } = samlAddresses(testBaseUrl, { tenantId: acme.id, id: id() })
  control().addServiceProvider({ entityId, acsUrl, sloUrl, signingCertificates: [] })
  expect(await signIn()).toBe('/portal/environments')
  return signedIn(server, acme, { username: `boss@${name}.example`, groups: ['admins'] })
}

/** From our login page to the simulator and back: where that ends. */
const signIn = async (first?: string) => (await begin(first))()

async function begin(first?: string): Promise<() => Promise<string>> {
  const browser = newBrowser(server)
  const tour = createTour(browser, testBaseUrl)
  const { username } = person(name, first)
  const login = await tour.travel({ url: await startAt(browser, username) })
  const { action } = formOf(login.page)
  return async () => {
    const landed = await tour.travel({
      url: new URL(action, login.url).href,
      form: { username, password },
    })
    return new URL(landed.url).pathname
  }
}

/** The schedule of this server process, after the time of the next reading. */
async function readAgain(): Promise<void> {
  await change(server, acme, sql`update metadata_readings set next_at = now()`)
  expect(await refreshDue(server.deps)).toBe(1)
}

async function slots(admin: Browser) {
  const outcome = await admin.core.client.call(listCertificates, {})
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  const { certificates, readings } = outcome.value
  return {
    result: readings[0]?.result as MetadataResult | null,
    held: certificates.map(({ slot, fingerprint, provenAt = null, listed }) => ({
      slot,
      fingerprint,
      isProven: provenAt !== null,
      listed,
    })),
  }
}

const paths = () => tenantScope(server.database, acme.id).transaction((tx) => securityAdminPaths(tx))
const actions = async () =>
  (await auditRows(server, acme)).flatMap(({ action, actor_kind: by }) =>
    action.startsWith('certificate.') ? [`${action} by ${by}`] : [],
  )

it('a followed provider replaces its certificate: published, used, withdrawn, and people sign in at each step', async () => {
  const admin = await open()
  expect(await refreshDue(server.deps), 'the first reading is due at once').toBe(1)
  const first = await slots(admin)
  expect(first).toMatchObject({ result: 'unchanged', held: [{ slot: 1, isProven: true, listed: true }] })
  const old = first.held[0]?.fingerprint

  const underWay = await begin()
  control().set({ nextPublished: true })
  await readAgain()
  expect(await slots(admin)).toMatchObject({
    result: 'changed',
    held: [
      { slot: 1, fingerprint: old, isProven: true, listed: true },
      { slot: 2, isProven: false, listed: true },
    ],
  })
  expect(await paths(), 'what was proven stays proven').toHaveLength(1)
  expect(await underWay(), 'a sign-in that had begun').toBe('/portal/environments')
  expect(await signIn()).toBe('/portal/environments')
  await readAgain()
  expect((await slots(admin)).result).toBe('unchanged')

  control().set({ nextPublished: false, rotatedKeys: true })
  expect(await signIn()).toBe('/portal/environments')
  expect(await slots(admin)).toMatchObject({ held: [{ isProven: true }, { slot: 2, isProven: true }] })

  await control().rotateKeys()
  control().set({ rotatedKeys: false })
  await readAgain()
  const after = await slots(admin)
  expect(after).toMatchObject({ result: 'changed', held: [{ slot: 1, isProven: true, listed: true }] })
  expect(after.held[0]?.fingerprint).not.toBe(old)
  expect(await paths()).toHaveLength(1)
  expect(await signIn()).toBe('/portal/environments')
  expect(await actions()).toEqual(['certificate.add by system', 'certificate.retire by system'])
})

it('a certificate that the metadata no longer lists is retired once its successor has verified a sign-in, not before', async () => {
  const admin = await open()
  await refreshDue(server.deps)
  control().set({ nextPublished: true })
  await readAgain()
  await control().rotateKeys()
  control().set({ nextPublished: false })
  await readAgain()
  expect(await slots(admin)).toMatchObject({ result: 'waiting', held: [{ listed: false }, { isProven: false }] })
  await readAgain()
  expect(await slots(admin)).toMatchObject({ result: 'waiting', held: [{}, {}] })
  expect(await refreshDue(server.deps), 'nothing is due').toBe(0)
  expect(await signIn()).toBe('/portal/environments')
  expect(await refreshDue(server.deps), 'due by the proof').toBe(1)
  expect(await slots(admin)).toMatchObject({ result: 'changed', held: [{ slot: 1, isProven: true, listed: true }] })
})

it('sign-ins that left no proof, before proofs existed, still count after a certificate was added', async () => {
  await open()
  await refreshDue(server.deps)
  await change(server, acme, sql`delete from identity_provider_proofs`)
  expect(await paths()).toHaveLength(1)
  control().set({ nextPublished: true })
  await readAgain()
  expect(await paths()).toHaveLength(1)
})

it('metadata that is not followed only tells what is new, until an administrator refreshes', async () => {
  const admin = await open({})
  control().set({ rotatedKeys: true })
  expect(await refreshDue(server.deps)).toBe(1)
  expect(await slots(admin)).toMatchObject({ result: 'new', held: [{ slot: 1 }] })
  expect(await signIn()).toBe('/login/unauthorized')
  const outcome = await admin.core.client.call(refreshMetadata, { params: { id: id() } })
  expect(outcome).toMatchObject({ ok: true, value: { result: 'changed', follows: false } })
  expect(await signIn()).toBe('/portal/environments')
  expect(await slots(admin)).toMatchObject({ held: [{ slot: 1 }, { slot: 2, isProven: true }] })
  expect(await actions()).toEqual(['certificate.add by user'])
})

it('a draft keeps its test and gets the new certificate, so that Keep does not take it back', async () => {
  const admin = await open()
  await refreshDue(server.deps)
  const read = () => readProvider(admin)
  await draftTested(admin, { slackSecs: 60 })
  expect((await read()).value.draft).toMatchObject({ proven: true, fields: ['slackSecs'] })
  control().set({ nextPublished: true })
  await readAgain()
  const drafted = await read()
  expect(drafted.value.draft).toMatchObject({ proven: true, fields: ['slackSecs'] })
  expect(drafted.value.certificates).toHaveLength(2)
  const kept = await admin.core.client.call(keepIdentityProvider, {
    params: { id: id() },
    body: { confirmed: true },
    ifMatch: drafted.etag,
  })
  expect(kept).toMatchObject({ ok: true, value: { draft: null, certificates: [{ slot: 1 }, { slot: 2 }] } })
})

it('a draft of another metadata address gets nothing from this one', async () => {
  const admin = await open()
  await refreshDue(server.deps)
  const params = { id: id() }
  await draft(admin, { metadataUrl: 'https://other.example/metadata' })
  control().set({ nextPublished: true })
  await readAgain()
  expect((await slots(admin)).held).toHaveLength(2)
  expect(await admin.core.client.call(getIdentityProvider, { params })).toMatchObject({
    value: { certificates: [{ slot: 1 }], draft: { fields: ['metadataUrl', 'signingCertificate2'] } },
  })
})

async function readProvider(admin: Browser) {
  const got = await admin.core.client.call(getIdentityProvider, { params: { id: id() } })
  if (!got.ok) throw new Error(got.problem.errorMessage)
  return got
}

async function draft(admin: Browser, config: Record<string, unknown>): Promise<void> {
  const { value, etag } = await readProvider(admin)
  const body = { name: value.name, type: 'OPENSAML' as const, config: { ...value.config, ...config } as never }
  const saved = await admin.core.client.call(updateIdentityProvider, { params: { id: id() }, body, ifMatch: etag })
  expect(saved).toMatchObject({ ok: true })
}

/** A draft with the proof that a test login would leave. */
async function draftTested(admin: Browser, config: Record<string, unknown>): Promise<void> {
  await draft(admin, config)
  await change(
    server,
    acme,
    sql`insert into identity_provider_proofs (tenant_id, identity_provider_id, fingerprint, purpose, security_admin, proved_by, groups)
        select tenant_id, identity_provider_id, ${await draftFingerprint()}, 'test', true, ${person(name).username}, '[{"claim":"admins"}]'
          from identity_provider_drafts`,
  )
}

const keep = (admin: Browser, more: { confirmWithinSecs?: number } = {}) =>
  admin.core.client.call(keepIdentityProvider, { params: { id: id() }, body: { confirmed: true, ...more } })

async function draftFingerprint(): Promise<string> {
  const { readConfigurations } = await import('../../identity-providers/drafts/working-copy.ts')
  const { existing } = await import('../../identity-providers/rows.ts')
  return tenantScope(server.database, acme.id).transaction(
    async (tx) => (await readConfigurations(tx, await existing(tx, id()))).working.fingerprint,
  )
}

it('retiring by hand: not the last one, not while the other one is unproven and the only way to Security Admin', async () => {
  const admin = await open()
  await refreshDue(server.deps)
  const [old] = (await slots(admin)).held
  const retire = (fingerprint = '') =>
    admin.core.client.call(retireCertificate, { params: { id: id() }, body: { fingerprint } })
  expect(await retire(old?.fingerprint)).toMatchObject({ problem: { status: 409, errorID: 'CERTIFICATE_LAST' } })
  expect(await retire('a'.repeat(64))).toMatchObject({ problem: { status: 400 } })
  control().set({ nextPublished: true })
  await readAgain()
  expect(await retire(old?.fingerprint)).toMatchObject({ problem: { status: 409, errorID: 'LAST_ADMIN_PATH' } })
  expect((await slots(admin)).held).toHaveLength(2)
  control().set({ nextPublished: false, rotatedKeys: true })
  expect(await signIn()).toBe('/portal/environments')
  expect(await retire(old?.fingerprint)).toMatchObject({ ok: true, value: { certificates: [{ slot: 1 }] } })
  expect(await paths()).toHaveLength(1)
  expect(await signIn()).toBe('/portal/environments')
  control().set({ rotatedKeys: false })
  await change(server, acme, sql`update identity_providers set config = config - 'followMetadata'`)
  expect(await signIn(), 'with the key of the retired certificate').toBe('/login/unauthorized')
})

describe('a certificate that is retired by hand while a change waits for its confirmation', () => {
  /** The next certificate was added for ten minutes and has verified a sign-in that confirms nothing. */
  async function addForNow(admin: Browser, config: Record<string, unknown> = {}): Promise<string> {
    const [old] = (await slots(admin)).held
    control().set({ nextPublished: true })
    const [, next = ''] = await control().certificates()
    await draftTested(admin, { signingCertificate2: next.trim(), ...config })
    expect(await keep(admin, { confirmWithinSecs: 600 })).toMatchObject({ ok: true })
    control().set({ nextPublished: false, rotatedKeys: true })
    return old?.fingerprint ?? ''
  }
  const retire = (admin: Browser, fingerprint: string) =>
    admin.core.client.call(retireCertificate, { params: { id: id() }, body: { fingerprint } })
  const revert = async () => {
    await change(server, acme, sql`update unconfirmed_changes set reverts_at = now()`)
    expect(await revertDue(server.deps)).toBe(1)
  }

  it('does not come back when the change reverts, and people sign in', async () => {
    const admin = await open({})
    const old = await addForNow(admin, { slackSecs: 60 })
    expect(await signIn('bob')).toBe('/portal/environments')
    expect(await retire(admin, old)).toMatchObject({ ok: true })
    await revert()
    const { value } = await readProvider(admin)
    expect(value.config).not.toMatchObject({ slackSecs: 60 })
    expect(value.certificates.map(({ fingerprint }) => fingerprint)).not.toContain(old)
    expect(value.certificates).toHaveLength(1)
    expect(await paths()).toHaveLength(1)
    expect(await signIn()).toBe('/portal/environments')
  })

  it('does not come back with a draft that holds it beside a third one', async () => {
    const admin = await open({})
    const [old] = (await slots(admin)).held
    control().set({ nextPublished: true })
    const [, next = ''] = await control().certificates()
    await draftTested(admin, { signingCertificate2: next.trim() })
    expect(await keep(admin)).toMatchObject({ ok: true })
    control().set({ nextPublished: false, rotatedKeys: true })
    expect(await signIn()).toBe('/portal/environments')
    await draft(admin, { signingCertificate2: testKeyPair().certificate })
    expect(await retire(admin, old?.fingerprint ?? '')).toMatchObject({ ok: true })
    const { value } = await readProvider(admin)
    expect(value.certificates).toHaveLength(1)
    expect(value.certificates.map(({ fingerprint }) => fingerprint)).not.toContain(old?.fingerprint)
  })

  it('is refused where the revert leads to another entity that has only this certificate', async () => {
    const admin = await open({})
    const old = await addForNow(admin, { entityId: 'https://moved.example' })
    const next = (await slots(admin)).held[1]?.fingerprint
    await change(
      server,
      acme,
      sql`insert into certificate_uses (tenant_id, identity_provider_id, fingerprint, first_used_at, last_used_at)
          select tenant_id, id, ${next}, now(), now() from identity_providers`,
    )
    expect(await retire(admin, old)).toMatchObject({ problem: { status: 409, errorID: 'CERTIFICATE_REVERTS' } })
    await revert()
    expect(await signIn()).toBe('/login/unauthorized')
    control().set({ rotatedKeys: false })
    expect(await signIn()).toBe('/portal/environments')
  })
})
