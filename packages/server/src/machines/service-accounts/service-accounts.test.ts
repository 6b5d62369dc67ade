import { createHash, createPublicKey } from 'node:crypto'

import {
  applicationList,
  createServiceAccount,
  createServiceAccountForm,
  deleteServiceAccount,
  fingerprintOf,
  getServiceAccount,
  inputOf,
  listDependencies,
  listOf,
  listServiceAccounts,
  portalAppId,
  saveDependencies,
  updateServiceAccount,
  webSha256,
  type FieldValues,
  type ServiceAccountInput,
} from '@portico/core'
import { serviceAccountCases } from '@portico/core/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { testKeyPair } from '../../protocols/saml/testing/key-pairs.ts'
import {
  createTestServer,
  rsaKeys,
  signedIn,
  smallTenant,
  type Browser,
  type TestServer,
} from '../../testing/test-server.ts'
import type { ImportedTenant } from '../../operator/tenant-import/import.ts'

const first = rsaKeys().publicPem.trim()
const second = rsaKeys().publicPem.trim()
const noValues: FieldValues = { name: '', key1: '', key1Algorithm: 'RSA', key2: '', key2Algorithm: 'RSA' }

let server: TestServer
let acme: ImportedTenant
let admin: Browser
let production = ''
let frozen = ''

beforeAll(async () => {
  server = await createTestServer()
  acme = await server.importTenant(smallTenant('acme'))
  admin = await signedIn(server, acme, { username: 'ada@acme.example', groups: ['admins'] })
  await admin.core.environments.fetchAdmin()
  const environments = admin.core.environments.getState().adminEnvironments ?? []
  production = environments.find((one) => one.name === 'Production')?.id ?? ''
  frozen = environments.find((one) => one.name === 'Frozen')?.id ?? ''
})
afterAll(() => server.close())

let count = 0
const fresh = (change: Partial<ServiceAccountInput> = {}): ServiceAccountInput => ({
  name: `account ${++count}`,
  key1: first,
  key1Algorithm: 'RSA',
  ...change,
})
const create = (body: ServiceAccountInput, envId = production) =>
  admin.core.client.call(createServiceAccount, { params: { envId }, body })
async function made(change: Partial<ServiceAccountInput> = {}) {
  const outcome = await create(fresh(change))
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome
}

describe('the rules of spec section 5, on the server', () => {
  it.each(serviceAccountCases(first, second).map((one) => [one.what, one] as const))(
    '%s',
    async (_, { values, violations }) => {
      const name = values.name === 'importer' ? `importer ${++count}` : values.name
      const typed = { ...noValues, ...values, ...(name === undefined ? {} : { name }) }
      const outcome = await create(inputOf(typed) as ServiceAccountInput)
      if (Object.keys(violations).length === 0) return expect(outcome).toMatchObject({ ok: true })
      expect(outcome).toMatchObject({
        ok: false,
        problem: { kind: 'expected', status: 400, errorID: 'INVALID_REQUEST' },
      })
      if (outcome.ok || outcome.problem.kind !== 'expected') throw new Error('unreachable')
      const details = outcome.problem.details
      expect(Object.fromEntries(details.map((one) => [one.fieldID, one.errorID]))).toEqual(violations)
      for (const detail of details) expect(detail.errorMessage).not.toBe(detail.errorID)
      expect(outcome.problem.requestID).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  it.each([
    ['a key of 1024 bits', () => rsaKeys(1024).publicPem, 'KEY_TOO_SMALL'],
    ['a key with the exponent 3', () => rsaKeys(2048, 3).publicPem, 'KEY_EXPONENT'],
    ['PEM armour around noise', () => '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----', 'KEY_UNREADABLE'],
  ])('%s is refused', async (_, key, errorID) => {
    expect(await create(fresh({ key1: key() }))).toMatchObject({
      ok: false,
      problem: { details: [{ errorID, fieldID: 'key1' }] },
    })
  })

  it('the same key in two encodings is refused as one key', async () => {
    const wrapped = first
      .replaceAll('\n', '\n')
      .replace('-----BEGIN PUBLIC KEY-----\n', '-----BEGIN PUBLIC KEY-----\n\n')
    const outcome = await create(fresh({ key2: wrapped, key2Algorithm: 'RSA' }))
    expect(outcome).toMatchObject({ ok: false, problem: { details: [{ errorID: 'KEY_TWICE', fieldID: 'key2' }] } })
  })

  it.each([
    ['a list', '[]'],
    ['a number', '7'],
    ['null', 'null'],
    ['a name that is a number', '{"name":7,"key1":"x","key1Algorithm":"RSA"}'],
    ['a null byte', `{"name":"a\\u0000b","key1":${JSON.stringify(first)},"key1Algorithm":"RSA"}`],
    ['a lone surrogate', `{"name":"\\ud800","key1":${JSON.stringify(first)},"key1Algorithm":"RSA"}`],
    ['a foreign id', `{"id":"1","name":"n","key1":${JSON.stringify(first)},"key1Algorithm":"RSA"}`],
    ['a foreign tenant', `{"tenant_id":"1","name":"n","key1":${JSON.stringify(first)},"key1Algorithm":"RSA"}`],
    ['__proto__', `{"__proto__":{"name":"x"},"name":"n2","key1":${JSON.stringify(first)},"key1Algorithm":"RSA"}`],
    ['broken JSON', '{'],
    ['nothing', ''],
  ])('%s is a structured error, never a 5xx', async (_, body) => {
    const response = await admin.send(`/api/portal/admin/environments/${production}/service-accounts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-CSRFToken': admin.cookies.get('csrf') ?? '' },
      body,
    })
    const answer = (await response.json()) as { errorID?: string; requestID?: string }
    if (response.status === 201) throw new Error('it was accepted')
    expect(response.status).toBe(400)
    expect(answer).toMatchObject({ errorID: expect.any(String), requestID: response.headers.get('x-request-id') })
  })
})

it('an account carries id, name, urn and both keys with their algorithms (spec section 3)', async () => {
  const body = { name: 'all fields', key1: first, key1Algorithm: 'RSA', key2: second, key2Algorithm: 'RSA' } as const
  const { value } = await made(body)
  const read = await admin.core.client.call(getServiceAccount, { params: { envId: production, id: value.id } })
  if (!read.ok) throw new Error(read.problem.errorMessage)
  const { id, urn, ...rest } = read.value
  expect({ id, urn }).toEqual({ id: value.id, urn: `urn:portico:acme:service-account:${value.id}` })
  expect(rest).toMatchObject(body)
})

describe('the life of an account', () => {
  it('each key has its fingerprint, in one account and in the list: SHA-256 of the DER that Node.js exports', async () => {
    const sha256Of = (pem: string) =>
      createHash('sha256')
        .update(createPublicKey(pem).export({ type: 'spki', format: 'der' }))
        .digest('hex')
    const { value } = await made({ key2: second, key2Algorithm: 'RSA' })
    expect(value).toMatchObject({ key1Fingerprint: sha256Of(first), key2Fingerprint: sha256Of(second) })
    const list = await admin.core.client.call(listServiceAccounts, { params: { envId: production }, query: {} })
    const rows = list.ok ? list.value.serviceAccounts : []
    expect(rows.find(({ id }) => id === value.id)).toMatchObject({ key2Fingerprint: sha256Of(second) })
    const alone = (await made()).value
    expect([alone.key1Fingerprint, 'key2Fingerprint' in alone]).toEqual([sha256Of(first), false])
  })

  it.each<[string, (publicPem: string, certificate: string) => string]>([
    ['a public key', (publicPem) => publicPem],
    ['a bare RSA key', (publicPem) => String(createPublicKey(publicPem).export({ type: 'pkcs1', format: 'pem' }))],
    ['a certificate', (_, certificate) => certificate],
  ])('%s has the same fingerprint in the form before it is saved and in the account after', async (_, formOf) => {
    const { publicKey, certificate } = testKeyPair()
    const key1 = formOf(publicKey, certificate).trim()
    const form = createServiceAccountForm(undefined, webSha256(globalThis.crypto))
    form.setField('key1', key1)
    await vi.waitFor(() => expect(fingerprintOf(form.getState(), 'key1', key1)).toMatch(/^[0-9a-f]{64}$/))
    const { value } = await made({ key1 })
    expect(fingerprintOf(form.getState(), 'key1', key1)).toBe(value.key1Fingerprint)
  })

  describe('when a key was added', () => {
    const update = async (id: string, body: ServiceAccountInput) => {
      const outcome = await admin.core.client.call(updateServiceAccount, { params: { envId: production, id }, body })
      if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
      return outcome.value
    }

    it('is known from its creation, in one account and in the list, and a change of the name leaves it', async () => {
      const { value } = await made()
      expect(Date.parse(value.key1AddedAt ?? '')).toBeGreaterThan(0)
      expect([value.key1LastUsedAt, 'key2AddedAt' in value]).toEqual([null, false])
      const list = await admin.core.client.call(listServiceAccounts, { params: { envId: production }, query: {} })
      const listed = list.ok ? list.value.serviceAccounts.find(({ id }) => id === value.id) : undefined
      expect(listed).toEqual(value)
      expect((await update(value.id, fresh())).key1AddedAt).toBe(value.key1AddedAt)
    })

    it('stays with a key that changes its slot, and is new for one that was removed and came back', async () => {
      const { value } = await made()
      const both = await update(value.id, fresh({ key1: second, key2: first, key2Algorithm: 'RSA' }))
      expect(both.key2AddedAt).toBe(value.key1AddedAt)
      expect(Date.parse(both.key1AddedAt ?? '')).toBeGreaterThan(Date.parse(value.key1AddedAt ?? ''))
      await update(value.id, fresh({ key1: second }))
      const back = await update(value.id, fresh({ key1: second, key2: first, key2Algorithm: 'RSA' }))
      expect(back.key1AddedAt).toBe(both.key1AddedAt)
      expect(Date.parse(back.key2AddedAt ?? '')).toBeGreaterThan(Date.parse(value.key1AddedAt ?? ''))
    })

    it('is unknown of a key from before it was noted, also after that key is saved again', async () => {
      const { value } = await made()
      await tenantScope(server.database, acme.id).transaction(({ db }) =>
        db.deleteFrom('service_account_keys').where('service_account_id', '=', value.id).execute(),
      )
      const params = { envId: production, id: value.id }
      const read = await admin.core.client.call(getServiceAccount, { params })
      expect(read.ok && read.value).toMatchObject({ key1AddedAt: null, key1LastUsedAt: null })
      expect((await update(value.id, fresh())).key1AddedAt).toBeNull()
    })
  })

  it('accepts what a GET returned, also where a key was used since', async () => {
    const { value } = await made()
    const body = { ...value, key1LastUsedAt: '2020-01-01T00:00:00.000Z' } as unknown as ServiceAccountInput
    const params = { envId: production, id: value.id }
    const other = { ...value, key1AddedAt: '2020-01-01T00:00:00.000Z' } as unknown as ServiceAccountInput
    const refused = await admin.core.client.call(updateServiceAccount, { params, body: other })
    expect(refused.ok ? undefined : refused.problem).toMatchObject({
      details: [{ errorID: 'READ_ONLY_FIELD', fieldID: 'key1AddedAt' }],
    })
    expect((await admin.core.client.call(updateServiceAccount, { params, body })).ok).toBe(true)
  })

  it('is created, read, changed and deleted, with an audit row each', async () => {
    const created = await made({ name: 'whole life' })
    const params = { envId: production, id: created.value.id }
    expect(created.value).toMatchObject({
      name: 'whole life',
      key1: first,
      urn: `urn:portico:acme:service-account:${created.value.id}`,
    })
    expect(created.value).not.toHaveProperty('key2')
    const changed = await admin.core.client.call(updateServiceAccount, {
      params,
      body: { name: 'whole new life', key2: second, key2Algorithm: 'RSA' },
      ifMatch: created.etag,
    })
    expect(changed).toMatchObject({ ok: true, value: { name: 'whole new life', key2: second } })
    expect(await admin.core.client.call(deleteServiceAccount, { params })).toMatchObject({ ok: true })
    expect(await admin.core.client.call(getServiceAccount, { params })).toMatchObject({
      ok: false,
      problem: { status: 404 },
    })
    const rows = await tenantScope(server.database, acme.id).transaction((tx) =>
      tx.db
        .selectFrom('audit')
        .select(['action', 'actor_name', 'before', 'after', 'request_id'])
        .where('tenant_id', '=', acme.id)
        .where('target_id', '=', created.value.id)
        .orderBy('at')
        .execute(),
    )
    expect(rows.map((row) => row.action)).toEqual([
      'service-account.create',
      'service-account.update',
      'service-account.delete',
    ])
    expect(rows[1]).toMatchObject({
      actor_name: 'ada@acme.example',
      before: { name: 'whole life' },
      after: { name: 'whole new life' },
    })
  })

  it('names are unique regardless of case', async () => {
    await made({ name: 'Taken' })
    expect(await create(fresh({ name: 'taken' }))).toMatchObject({
      ok: false,
      problem: { status: 409, details: [{ errorID: 'NAME_TAKEN', fieldID: 'name' }] },
    })
  })

  it('of twenty who create the same name at once, one succeeds', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => create(fresh({ name: 'contested' }))))
    expect(outcomes.filter((one) => one.ok)).toHaveLength(1)
    for (const one of outcomes) if (!one.ok) expect(one.problem).toMatchObject({ kind: 'expected', status: 409 })
  })

  it('a stale version is refused on update and on delete', async () => {
    const { value, etag } = await made()
    const params = { envId: production, id: value.id }
    await admin.core.client.call(updateServiceAccount, { params, body: fresh() })
    expect(await admin.core.client.call(updateServiceAccount, { params, body: fresh(), ifMatch: etag })).toMatchObject({
      problem: { status: 412 },
    })
    expect(await admin.core.client.call(deleteServiceAccount, { params, ifMatch: etag })).toMatchObject({
      problem: { status: 412 },
    })
  })

  it('an Idempotency-Key creates once, also sixteen times at once, and refuses another body', async () => {
    const body = fresh()
    const send = (one: ServiceAccountInput) =>
      admin.core.client.call(createServiceAccount, { params: { envId: production }, body: one, idempotencyKey: 'k-1' })
    const outcomes = await Promise.all(Array.from({ length: 16 }, () => send(body)))
    expect(new Set(outcomes.map((one) => (one.ok ? one.value.id : 'failed'))).size).toBe(1)
    expect(outcomes[0]).toMatchObject({ ok: true })
    expect(await send(fresh())).toMatchObject({ ok: false, problem: { status: 422, errorID: 'IDEMPOTENCY_MISMATCH' } })
  })

  it('a failed creation leaves its Idempotency-Key free', async () => {
    const send = (one: ServiceAccountInput) =>
      admin.core.client.call(createServiceAccount, { params: { envId: production }, body: one, idempotencyKey: 'k-2' })
    await made({ name: 'blocker' })
    expect(await send(fresh({ name: 'blocker' }))).toMatchObject({ ok: false })
    expect(await send(fresh())).toMatchObject({ ok: true })
  })

  it('nothing changes in a read-only environment', async () => {
    expect(await create(fresh(), frozen)).toMatchObject({ ok: false, problem: { status: 403, errorID: 'READ_ONLY' } })
    const listed = await admin.core.client.call(listServiceAccounts, { params: { envId: frozen } })
    expect(listed).toMatchObject({ ok: true, value: { readonly: true, serviceAccounts: [] } })
  })
})

describe('what an account may use', () => {
  const save = (id: string, dependencies: { appId: string; name: string }[]) =>
    admin.core.client.call(saveDependencies, { params: { envId: production, id }, body: { dependencies } })

  it('is saved, read back, and a placeholder beside named roles is dropped', async () => {
    const { value } = await made()
    const saved = await save(value.id, [
      { appId: portalAppId, name: '' },
      { appId: portalAppId, name: 'security-admin' },
    ])
    const wanted = [
      { appId: portalAppId, name: 'security-admin', label: 'Portal', urn: 'urn:portico:acme:application:portal' },
    ]
    expect(saved).toMatchObject({ ok: true, value: { dependencies: wanted } })
    const read = await admin.core.client.call(listDependencies, { params: { envId: production, id: value.id } })
    expect(read).toMatchObject({ ok: true, value: { dependencies: wanted } })
  })

  it('of two who read the same version, the second to save gets an error', async () => {
    const { value, etag } = await made()
    const call = () =>
      admin.core.client.call(saveDependencies, {
        params: { envId: production, id: value.id },
        body: { dependencies: [{ appId: portalAppId, name: '' }] },
        ifMatch: etag,
      })
    const outcomes = await Promise.all([call(), call()])
    expect(outcomes.filter((one) => one.ok)).toHaveLength(1)
    expect(outcomes.find((one) => !one.ok)).toMatchObject({ problem: { status: 412, errorID: 'STALE' } })
  })

  it('an unknown application, an unknown role, an invisible role and a doubled row are refused by place', async () => {
    const { value } = await made()
    const applications = listOf(admin.core, applicationList)
    await applications.open(production)
    const billing = applications.getState().rows?.find((one) => one.label === 'Billing')?.id ?? ''
    const outcome = await save(value.id, [
      { appId: portalAppId, name: 'security-admin' },
      { appId: 'nothing', name: '' },
      { appId: billing, name: 'nobody' },
      { appId: billing, name: 'hidden' },
      { appId: portalAppId, name: 'security-admin' },
    ])
    expect(outcome).toMatchObject({
      ok: false,
      problem: {
        status: 400,
        details: [
          { fieldID: 'dependencies.1', errorID: 'DEPENDENCY_UNKNOWN' },
          { fieldID: 'dependencies.2', errorID: 'DEPENDENCY_UNKNOWN' },
          { fieldID: 'dependencies.3', errorID: 'DEPENDENCY_UNKNOWN' },
          { fieldID: 'dependencies.4', errorID: 'DEPENDENCY_TWICE' },
        ],
      },
    })
  })
})

it('without the scope of the tenant the tables are empty: the second wall', async () => {
  await made()
  const found = await sql`select 1 from service_accounts`.execute(server.database.app)
  expect(found.rows).toHaveLength(0)
})
