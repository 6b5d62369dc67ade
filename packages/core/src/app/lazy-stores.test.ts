import { describe, expect, test } from 'vitest'

import { extendCertificate, listCertificates, type CertificateRow } from '../providers/certificates/contract.ts'
import { certificateList } from '../providers/certificates/list.ts'
import { createCertificates } from '../providers/certificates/store.ts'
import { createCore } from './create-core.ts'
import { forgetGroups, listProviderGroups } from '../people/groups/contract.ts'
import { providerGroupList } from '../people/groups/list.ts'
import { createGroups } from '../people/groups/store.ts'
import { listOf } from '../kit/lists/list.ts'
import { signInList } from '../sign-in/sign-in/list.ts'
import { getSignIn, listSignIns, type SignInSummary } from '../sign-in/sign-in/records-contract.ts'
import { createSignInRecords, signInCodeIn } from '../sign-in/sign-in/records-store.ts'
import { answeringPort, type Answer } from '../testing/answering-port.ts'
import { getUsernameFormats, saveUsernameFormats, whereIs } from '../providers/username-formats/contract.ts'
import { createUsernameFormatsEditor } from '../providers/username-formats/editor.ts'
import { createUsernameFormats } from '../providers/username-formats/store.ts'
import { englishMessages } from '../kit/words/compiled/english.ts'
import {
  createIdentityProvider,
  deleteIdentityProvider,
  getIdentityProvider,
  getOurMetadata,
  importProviderMetadata,
  lintIdentityProvider,
  lintIdentityProviderDraft,
  listIdentityProviders,
  rollOurKeys,
  updateIdentityProvider,
  type IdentityProvider,
} from '../providers/identity-providers/contract.ts'
import { createIdentityProviderForm } from '../providers/identity-providers/form.ts'
import { createIdentityProviderEditor } from '../providers/identity-providers/editor.ts'
import { identityProviderList } from '../providers/identity-providers/list.ts'
import { createIdentityProviders } from '../providers/identity-providers/store.ts'

function open(answers: readonly Answer[]) {
  const http = answeringPort(answers)
  const memory = { get: () => undefined, set: () => undefined, remove: () => undefined }
  const core = createCore({ http, clock: { now: () => 0 }, memory, messages: englishMessages })
  return { http, core, last: () => http.sent.at(-1), feedback: () => core.feedback.getState() }
}

const provider = (id: string, name: string, primary = false): IdentityProvider => ({
  id,
  name,
  type: 'OIDC',
  primary,
  pendingSwitch: false,
  enabled: true,
  config: { issuer: 'https://login.acme.example', clientId: 'portico' },
  secrets: ['clientSecret'],
  certificates: [],
  prefixes: [],
  suffixes: ['acme.example'],
  emailDomains: [],
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  draft: null,
  live: null,
})
const refusal = (status: number, errorID: string, details: readonly unknown[] = []) => ({
  status,
  body: { errorID, errorMessage: `sentence of ${errorID}`, details },
})

test('a lazily created store is created once for every core', () => {
  const { core } = open([])
  expect(core.lazily(createIdentityProviders)).toBe(core.lazily(createIdentityProviders))
  expect(open([]).core.lazily(createIdentityProviders)).not.toBe(core.lazily(createIdentityProviders))
})

describe('identity providers', () => {
  const listed = {
    endpoint: listIdentityProviders,
    body: { idps: [provider('2', 'beta'), provider('1', 'zeta', true)] },
  }

  test('are listed with the primary one first, the others by name', async () => {
    const { core } = open([{ ...listed, body: { idps: [provider('3', 'Gamma'), ...listed.body.idps] } }])
    const list = listOf(core, identityProviderList)
    await list.open('')
    expect(list.getState().rows?.map((one) => one.name)).toEqual(['zeta', 'beta', 'Gamma'])
  })

  test('are opened with their ETag; not found differs from failed', async () => {
    const { core, feedback } = open([
      { endpoint: getIdentityProvider, etag: '"7"', body: provider('1', 'zeta') },
      { endpoint: getIdentityProvider, ...refusal(404, 'NOT_FOUND') },
      { endpoint: getIdentityProvider, ...refusal(503, 'UNAVAILABLE') },
    ])
    const store = core.lazily(createIdentityProviders)
    expect(await store.open('1')).toMatchObject({ etag: '"7"', provider: { id: '1' } })
    expect(await store.open('2')).toBe('not-found')
    expect(feedback().expected).toBeUndefined()
    expect(await store.open('1')).toBeUndefined()
    expect(feedback().expected?.errorID).toBe('UNAVAILABLE')
  })

  test('a new one is created once however often it is sent, and is added to the list in order', async () => {
    const { core, http, feedback } = open([
      listed,
      {
        endpoint: createIdentityProvider,
        ...refusal(409, 'NAME_TAKEN', [{ errorID: 'NAME_TAKEN', errorMessage: 'taken', fieldID: 'name' }]),
      },
      { endpoint: createIdentityProvider, etag: '"1"', body: provider('9', 'Alpha') },
    ])
    const list = listOf(core, identityProviderList)
    await list.open('')
    const form = createIdentityProviderEditor({ ...core, randomId: () => 'key' }, { type: 'OIDC' })
    form.setName('Alpha')
    form.setField('issuer', 'https://login.acme.example')
    form.setField('clientId', 'portico')
    form.setSecret('clientSecret', { do: 'replace', text: 'hush' })
    expect(await form.save()).toMatchObject({ ok: false })
    expect(feedback().expected?.details[0]?.fieldID).toBe('name')
    expect(await form.save()).toMatchObject({ ok: true })
    expect(form.getState().etag).toBe('"1"')
    expect(feedback()).toMatchObject({ expected: undefined, success: { message: englishSentence('idp.created') } })
    const keys = http.sent.flatMap(({ headers }) => headers['Idempotency-Key'] ?? [])
    expect(keys).toEqual(['key', 'key'])
    expect(list.getState().rows?.map((one) => one.name)).toEqual(['zeta', 'Alpha', 'beta'])
  })

  test('a change is sent with the ETag, and only with the secrets that change', async () => {
    const { core, last } = open([{ endpoint: updateIdentityProvider, etag: '"8"', body: provider('1', 'zeta') }])
    const { client, feedback, words, randomId } = core
    const form = createIdentityProviderEditor({ client, feedback, words, randomId }, { id: '1' })
    form.open({ ...provider('1', 'zeta'), suffixes: ['acme.example'] }, '"7"')
    form.setField('clientId', 'other')
    await form.save()
    expect(last()).toMatchObject({ method: 'PUT', headers: { 'If-Match': '"7"' } })
    expect(JSON.parse(last()?.body as string)).toMatchObject({ config: { clientId: 'other' } })
    expect(last()?.body as string).not.toContain('clientSecret')
  })

  test('one that is deleted leaves the list; one that cannot be deleted stays', async () => {
    const { core, feedback } = open([
      listed,
      { endpoint: deleteIdentityProvider },
      { endpoint: deleteIdentityProvider, ...refusal(409, 'IDP_PRIMARY') },
    ])
    const store = core.lazily(createIdentityProviders)
    const list = listOf(core, identityProviderList)
    await list.open('')
    expect([await store.remove('2'), await store.remove('1')]).toEqual([true, false])
    expect(list.getState().rows?.map((one) => one.id)).toEqual(['1'])
    expect(feedback().expected?.errorID).toBe('IDP_PRIMARY')
  })

  test('the linter checks a saved provider and a draft; a draft it cannot check has no findings', async () => {
    const finding = { severity: 'warning', code: 'x', message: 'm', todo: 't', fieldID: 'config.issuer' }
    const { core, feedback } = open([
      { endpoint: lintIdentityProvider, body: { findings: [finding] } },
      { endpoint: lintIdentityProviderDraft, ...refusal(400, 'INVALID_REQUEST') },
    ])
    const store = core.lazily(createIdentityProviders)
    expect(await store.lint('1')).toEqual([finding])
    expect(await store.lintDraft(createIdentityProviderForm(provider('1', 'zeta')).getState())).toEqual([])
    expect(feedback().expected).toBeUndefined()
  })

  test('a problem with metadata is shown beside its field, not in the banner', async () => {
    const read = {
      entities: [{ entityId: 'urn:a', name: null }],
      config: { entityId: 'urn:a' },
      total: 1,
      warnings: [],
    }
    const { core, feedback } = open([
      { endpoint: importProviderMetadata, body: read },
      { endpoint: importProviderMetadata, ...refusal(400, 'METADATA_UNREADABLE') },
    ])
    const store = core.lazily(createIdentityProviders)
    expect(await store.importMetadata({ type: 'OPENSAML', document: '<a/>' })).toEqual(read)
    expect(await store.importMetadata({ type: 'OPENSAML', url: 'https://a.example' })).toEqual({
      problem: 'sentence of METADATA_UNREADABLE',
    })
    expect(feedback().expected).toBeUndefined()
  })

  test('our values are requested by type and provider, and keys are rolled over in steps', async () => {
    const ours = { type: 'oidc', values: [], providers: [], keys: [], xml: null }
    const { core, http } = open([
      { endpoint: getOurMetadata, body: ours },
      { endpoint: rollOurKeys, body: { keys: [] } },
    ])
    const store = core.lazily(createIdentityProviders)
    expect(await store.ourMetadata(provider('1', 'zeta'))).toEqual(ours)
    expect(http.sent[0]?.path).toMatch(/^\/api\/portal\/admin\/idp-metadata\/oidc\?idp=1&_=/)
    expect(await store.rollKeys('publish')).toBe(true)
    expect(http.sent[1]?.body).toBe('{"step":"publish"}')
  })
})

describe('username formats', () => {
  test('are saved with the ETag of what was read; a conflict names the position of the value', async () => {
    const conflict = { errorID: 'FORMAT_TAKEN', errorMessage: 'taken', fieldID: 'suffixes.1' }
    const { core, last, feedback } = open([
      {
        endpoint: getUsernameFormats,
        etag: '"3"',
        body: { prefixes: [], suffixes: ['acme.example'], emailDomains: [] },
      },
      { endpoint: saveUsernameFormats, ...refusal(409, 'FORMAT_TAKEN', [conflict]) },
      {
        endpoint: saveUsernameFormats,
        etag: '"4"',
        body: { prefixes: [], suffixes: ['acme.example', 'b.example'], emailDomains: [] },
      },
    ])
    const form = createUsernameFormatsEditor(core, { id: '1' })
    await form.load()
    form.add('suffixes', 'b.example')
    expect(await form.save()).toMatchObject({ ok: false })
    expect(feedback().expected?.details).toEqual([conflict])
    expect(last()?.headers['If-Match']).toBe('"3"')
    expect(await form.save()).toMatchObject({ ok: true })
    expect(form.getState().etag).toBe('"4"')
  })

  test('the lookup of a username sends it as typed', async () => {
    const answer = {
      username: 'ACME\\ada',
      outcome: 'nowhere',
      tenant: null,
      format: null,
      provider: null,
      candidates: ['acme'],
      explanation: 'No.',
    }
    const { core, last } = open([{ endpoint: whereIs, body: answer }])
    expect(await core.lazily(createUsernameFormats).whereIs('ACME\\ada')).toEqual(answer)
    expect(last()?.path).toContain('username=ACME%5Cada')
  })
})

describe('certificates', () => {
  const row = (fingerprint: string, notAfter: string | null): CertificateRow => ({
    idp: '1',
    idpName: 'zeta',
    slot: 1,
    subject: null,
    fingerprint,
    notBefore: null,
    notAfter,
    state: notAfter === null ? 'key' : 'expired',
    extendedUntil: null,
    lastUsedAt: null,
  })
  const [late, soon, bare] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string]
  const listed = {
    endpoint: listCertificates,
    body: {
      certificates: [row(bare, null), row(late, '2027-01-01T00:00:00Z'), row(soon, '2026-01-01T00:00:00Z')],
      readings: [],
    },
  }

  test('the one that expires first is on top, a bare key at the end', async () => {
    const { core } = open([listed])
    const list = listOf(core, certificateList)
    await list.open('')
    expect(list.getState().rows?.map((one) => one.fingerprint)).toEqual([soon, late, bare])
  })

  test('an extension is shown at once, and a rejected one is reported', async () => {
    const { core, feedback } = open([
      listed,
      { endpoint: extendCertificate, body: { extendedUntil: '2026-11-24T00:00:00Z' } },
      { endpoint: extendCertificate, ...refusal(409, 'EXTENSION_USED') },
    ])
    const store = core.lazily(createCertificates)
    const list = listOf(core, certificateList)
    await list.open('')
    const target = { idp: '1', fingerprint: soon, reason: 'New one is on its way.' }
    expect(await store.extend(target)).toBe('2026-11-24T00:00:00Z')
    expect(list.getState().rows?.[0]).toMatchObject({
      state: 'extended',
      extendedUntil: '2026-11-24T00:00:00Z',
    })
    expect(await store.extend(target)).toBeUndefined()
    expect(feedback().expected?.errorID).toBe('EXTENSION_USED')
  })
})

describe('recorded sign-ins', () => {
  const summary = (code: string): SignInSummary => ({
    code,
    at: '2026-11-21T12:00:00Z',
    purpose: 'login',
    outcome: 'failed',
    username: null,
    provider: null,
    failure: null,
  })

  const page = (word: string) => Array.from({ length: 50 }, (_, at) => summary(`${word}-${1000 + at}`))

  test('are read page by page with one filter', async () => {
    const { core, http } = open([
      { endpoint: listSignIns, body: { signIns: page('AAAA'), next: 'n1' } },
      { endpoint: listSignIns, body: { signIns: page('BBBB'), next: null } },
    ])
    const list = listOf(core, signInList)
    await list.open('', { filter: { search: ' ada ', outcome: 'failed', idp: '1' } })
    await list.next()
    await list.next()
    expect(list.getState()).toMatchObject({ hasNext: false, isFetching: false })
    expect(list.getState().rows).toHaveLength(100)
    expect(http.sent.map((request) => request.path.replace(/&_=.*/, ''))).toEqual([
      '/api/portal/admin/sign-ins?outcome=failed&idp=1&search=ada&limit=50',
      '/api/portal/admin/sign-ins?outcome=failed&idp=1&search=ada&limit=50&cursor=n1',
    ])
  })

  test('after a short page the next one is read, and the rows so far are shown meanwhile', async () => {
    const { core, http } = open([
      { endpoint: listSignIns, body: { signIns: [], next: 'n1' } },
      { endpoint: listSignIns, body: { signIns: [summary('AAAA-AAAA')], next: 'n2' } },
      { endpoint: listSignIns, body: { signIns: [summary('BBBB-BBBB')], next: null } },
    ])
    const list = listOf(core, signInList)
    const seen: (number | undefined)[] = []
    list.subscribe(({ rows }) => seen.push(rows?.length))
    await list.open('')
    expect([...new Set(seen)]).toEqual([undefined, 1, 2])
    expect(http.sent).toHaveLength(3)
    expect(list.getState()).toMatchObject({ isFetching: false, hasNext: false })
  })

  test('the answer for an older filter does not replace that for a newer one', async () => {
    const { core } = open([
      { endpoint: listSignIns, body: { signIns: [summary('AAAA-AAAA')], next: null } },
      { endpoint: listSignIns, body: { signIns: [summary('BBBB-BBBB')], next: null } },
    ])
    const list = listOf(core, signInList)
    await Promise.all([list.open('', { filter: { search: 'a' } }), list.change({ filter: { search: 'ad' } })])
    expect(list.getState().rows?.map((one) => one.code)).toEqual(['BBBB-BBBB'])
  })

  test('one is opened by its code', async () => {
    const record = {
      ...summary('AAAA-AAAA'),
      errorID: null,
      finishedAt: null,
      address: '::1',
      requestID: 'r',
      user: null,
      checks: [],
    }
    const { core } = open([
      { endpoint: getSignIn, body: record },
      { endpoint: getSignIn, ...refusal(404, 'NOT_FOUND') },
    ])
    const store = core.lazily(createSignInRecords)
    expect(await store.open('AAAA-AAAA')).toEqual(record)
    expect(await store.open('ZZZZ-ZZZZ')).toBe('not-found')
  })

  test.each([
    ['K7QF-2M9X', 'K7QF-2M9X'],
    [' k7qf2m9x ', 'K7QF-2M9X'],
    ['k7qf 2m9x', 'K7QF-2M9X'],
    ['ada@acme.example', undefined],
    ['K7QF-2M9', undefined],
  ])('%j is read as the code %s', (text, code) => {
    expect(signInCodeIn(text)).toBe(code)
  })
})

test('forgotten groups leave the list, mapped ones stay', async () => {
  const kept = { id: 'g', name: 'admins', claim: 'admins' }
  const row = { ...kept, lastSeenAt: null, mappedTo: ['Security Admin'] }
  const page = (groups: readonly unknown[]) => ({ idp: '1', idpName: 'Main', source: 'seen', groups })
  const { core, http, feedback } = open([
    { endpoint: listProviderGroups, body: page([row, { ...row, id: 'h', mappedTo: [] }]) },
    { endpoint: listProviderGroups, body: page([row]) },
    { endpoint: forgetGroups, body: { forgotten: 2, kept: [{ ...kept, mappedTo: ['Security Admin'] }] } },
  ])
  const list = listOf(core, providerGroupList)
  await list.open('1', { search: '!fin' })
  expect(http.sent.at(-1)?.path).toMatch(/search=fin&match=without&limit=100/)
  expect(await core.lazily(createGroups).forget('1')).toMatchObject({ forgotten: 2 })
  expect(list.getState().rows).toEqual([row])
  expect(feedback().success?.message).toBe('2 groups were forgotten.')
})

function englishSentence(id: string): string {
  return [englishMessages[id]].flat().join('')
}
