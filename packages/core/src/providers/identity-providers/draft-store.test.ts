import { describe, expect, test } from 'vitest'

import { createCore } from '../../app/create-core.ts'
import { answeringPort, type Answer } from '../../testing/answering-port.ts'
import { englishMessages } from '../../kit/words/compiled/english.ts'
import { getIdentityProvider, type IdentityProvider } from './contract.ts'
import { keepIdentityProvider, revertIdentityProvider } from './draft-contract.ts'
import { providerDraftOf } from './draft-store.ts'
import { getTestLogin, startTestLogin, type TestLogin } from './test-contract.ts'

const live = {
  name: 'Login',
  enabled: true,
  config: { issuer: 'https://old.example', clientId: 'portico' },
  secrets: ['clientSecret'],
  suffixes: ['acme.example'],
  emailDomains: [],
  prefixes: [],
}
const kept: IdentityProvider = {
  id: 'p1',
  type: 'OIDC',
  primary: true,
  pendingSwitch: false,
  certificates: [],
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  draft: null,
  live: { ...live, unconfirmed: null },
  ...live,
}
const changed = (proven: boolean, more: Partial<IdentityProvider> = {}): IdentityProvider => ({
  ...kept,
  config: { issuer: 'https://new.example', clientId: 'portico' },
  draft: { changedAt: '2026-01-02T00:00:00Z', changedBy: 'ada', fields: ['issuer'], proven },
  ...more,
})
const login = (state: TestLogin['state'], current = true): TestLogin => ({
  id: 't1',
  state,
  fresh: true,
  current,
  startedAt: '2026-01-02T00:00:00Z',
  expiresAt: '2026-01-02T00:10:00Z',
  finishedAt: null,
  code: null,
  checks: [],
  result: null,
})
const started: Answer = {
  endpoint: startTestLogin,
  body: { id: 't1', url: 'https://portico.example/t', expiresAt: '2026-01-02T00:10:00Z' },
}
const refusal = (status: number, errorID: string) => ({
  status,
  body: { errorID, errorMessage: errorID, requestID: 'r', details: [] },
})

function open(provider: IdentityProvider, answers: readonly Answer[] = []) {
  const http = answeringPort(answers)
  const memory = { get: () => undefined, set: () => undefined, remove: () => undefined }
  const core = createCore({ http, clock: { now: () => 0 }, memory, messages: englishMessages })
  const draft = providerDraftOf(core, 'p1')
  draft.take(provider, '"1"')
  return { http, core, draft }
}

describe('Keep Changes', () => {
  test('is refused until a test login has passed and the box is ticked', async () => {
    const { draft } = open(changed(false), [
      started,
      { endpoint: getTestLogin, body: login('running') },
      { endpoint: getTestLogin, body: login('passed') },
      { endpoint: getIdentityProvider, etag: '"1"', body: changed(true) },
      { endpoint: keepIdentityProvider, etag: '"2"', body: kept },
    ])
    draft.confirm(true)
    expect([draft.getState().isConfirmed, draft.keepRefusal()]).toEqual([
      false,
      'Run a test login first: these changes have not been tested.',
    ])
    expect(await draft.start()).toBe('https://portico.example/t')
    expect(draft.stage()).toBe('waiting')
    await draft.tick()
    expect(draft.stage()).toBe('running')
    draft.confirm(true)
    expect(draft.getState().isConfirmed).toBe(false)
    await draft.tick()
    expect([draft.stage(), draft.keepRefusal()]).toEqual([
      'passed',
      'Confirm that the test login showed what you expect.',
    ])
    draft.confirm(true)
    expect(draft.keepRefusal()).toBeUndefined()
    expect(await draft.keep()).toBe(true)
    expect(draft.getState()).toMatchObject({ etag: '"2"', test: undefined, isConfirmed: false })
  })

  test('sends the version that was shown', async () => {
    const { draft, http } = open(changed(true), [{ endpoint: keepIdentityProvider, etag: '"2"', body: kept }])
    draft.confirm(true)
    await draft.keep()
    expect(http.sent.at(-1)?.headers).toMatchObject({ 'If-Match': '"1"' })
  })

  test('of a draft that another administrator changed shows that draft, unconfirmed', async () => {
    const newer = changed(false, { name: 'Other' })
    const { draft } = open(changed(true), [
      { endpoint: keepIdentityProvider, ...refusal(412, 'STALE') },
      { endpoint: getIdentityProvider, etag: '"2"', body: newer },
    ])
    draft.confirm(true)
    expect(await draft.keep()).toBe(false)
    expect(draft.getState()).toMatchObject({ provider: newer, etag: '"2"', isConfirmed: false, busy: undefined })
  })

  test('is refused again when the tested draft is changed, and the test says that it is outdated', async () => {
    const { draft } = open(changed(false), [
      started,
      { endpoint: getTestLogin, body: login('passed') },
      { endpoint: getTestLogin, body: login('passed', false) },
      { endpoint: getIdentityProvider, etag: '"1"', body: changed(true) },
    ])
    await draft.start()
    await draft.tick()
    draft.confirm(true)
    draft.take(changed(false, { config: { issuer: 'https://newer.example', clientId: 'portico' } }), '"2"')
    expect(draft.getState().isConfirmed).toBe(false)
    await expect.poll(() => draft.stage()).toBe('outdated')
    expect(draft.keepRefusal()).toMatch(/Run a test login first/)
  })

  test.each([
    ['a new name', 'name', { name: 'Renamed' }],
    ['a domain of e-mail addresses only', 'emailDomains', { emailDomains: ['mail.example'] }],
  ])('of %s needs only the box', (_, field, change) => {
    const untested = changed(true, {
      ...change,
      config: live.config,
      draft: { changedAt: '', changedBy: 'ada', fields: [field], proven: true },
    })
    const { draft } = open(untested)
    expect(draft.keepRefusal()).toBe('Confirm that these changes are to be put into effect.')
    draft.confirm(true)
    expect(draft.keepRefusal()).toBeUndefined()
  })
})

test('a provider without a username format cannot be tested, and says so (spec section 5)', async () => {
  const { draft, http } = open(changed(false, { suffixes: [] }))
  expect(draft.testRefusal()).toMatch(/^At least one username format is required/)
  expect(await draft.start()).toBeUndefined()
  expect(http.sent).toEqual([])
})

test('a test login that ended is no longer read', async () => {
  const { draft, http } = open(changed(false), [started, { endpoint: getTestLogin, body: login('failed') }])
  await draft.start()
  await draft.tick()
  await draft.tick()
  expect(http.sent).toHaveLength(2)
  expect(http.sent.at(-1)?.headers).toMatchObject({ 'X-Portico-Background': '1' })
})

test('a read that fails for a moment does not end the test login', async () => {
  const { draft, core } = open(changed(false), [
    started,
    { endpoint: getTestLogin, ...refusal(503, 'UNAVAILABLE') },
    { endpoint: getTestLogin, body: login('running') },
  ])
  await draft.start()
  await draft.tick()
  expect([draft.stage(), core.feedback.getState().expected]).toEqual(['waiting', undefined])
  await draft.tick()
  expect(draft.stage()).toBe('running')
})

test('the changes name the fields that differ from what is in effect, with both values', () => {
  const { draft } = open(changed(false, { suffixes: ['acme.example', 'acme.test'] }))
  expect(draft.changes()).toEqual([
    { field: 'issuer', label: 'Issuer', removed: ['https://old.example'], added: ['https://new.example'] },
    { field: 'suffixes', label: 'Email domain', removed: [], added: ['@acme.test'] },
  ])
})

describe('Revert Changes', () => {
  test('returns to what is in effect', async () => {
    const { draft } = open(changed(true), [{ endpoint: revertIdentityProvider, etag: '"2"', body: { idp: kept } }])
    expect(await draft.revert()).toBe('reverted')
    expect(draft.getState()).toMatchObject({ provider: kept, etag: '"2"' })
    expect(draft.changes()).toEqual([])
  })

  test('of a provider that was never kept removes it', async () => {
    const { draft, core } = open(changed(false, { live: null }), [
      { endpoint: revertIdentityProvider, body: { idp: null } },
    ])
    expect(await draft.revert()).toBe('removed')
    expect(draft.getState().provider).toBeUndefined()
    expect(core.feedback.getState().success?.message).toBe('The identity provider was removed.')
  })
})

describe('a change that waits for a confirmation', () => {
  const waiting = (revertsAt: string): IdentityProvider => ({
    ...kept,
    live: { ...live, unconfirmed: { revertsAt, keptBy: 'ada' } },
  })

  test.each<[string, string]>([
    ['1970-01-01T00:09:41Z', '9:41'],
    ['1970-01-01T01:09:01Z', '1:09:01'],
    ['1969-12-31T23:59:00Z', '0:00'],
  ])('that ends at %s has %s left, and says who confirms it', (revertsAt, left) => {
    const { draft } = open(waiting(revertsAt))
    expect(draft.pending()).toMatchObject({
      left,
      how: expect.stringContaining('a Security Admin signs in with Login'),
    })
    draft.take({ ...waiting(revertsAt), primary: false }, '"1"')
    expect(draft.pending()?.how).toContain('any person signs in')
    draft.take(kept, '"1"')
    expect(draft.pending()).toBeUndefined()
  })

  test('is kept for the time that was chosen, once', async () => {
    const { draft, http } = open(changed(true), [
      { endpoint: keepIdentityProvider, etag: '"2"', body: waiting('1970-01-01T00:05:00Z') },
    ])
    draft.chooseTime(300)
    draft.confirm(true)
    await draft.keep()
    expect(JSON.parse(http.sent[0]?.body as string)).toEqual({ confirmed: true, confirmWithinSecs: 300 })
    expect(draft.getState().confirmWithinSecs).toBeUndefined()
  })

  test('is taken back at once with the version that was shown, and is gone once another sign-in confirmed it', async () => {
    const { draft, http } = open(waiting('1970-01-01T00:05:00Z'), [
      { endpoint: revertIdentityProvider, etag: '"2"', body: { idp: kept } },
    ])
    expect(await draft.revertNow()).toBe(true)
    expect(http.sent[0]).toMatchObject({ headers: { 'If-Match': '"1"' } })
    expect(http.sent[0]?.path).toContain('change=unconfirmed')
    expect(draft.pending()).toBeUndefined()
    const other = open(waiting('1970-01-01T00:05:00Z'), [{ endpoint: getIdentityProvider, etag: '"1"', body: kept }])
    await other.draft.watch()
    expect(other.draft.pending()).toBeUndefined()
  })
})

test('a test login asks for the credentials again, unless that is switched off for it', async () => {
  const { draft, http } = open(changed(false), [started, started])
  await draft.start()
  draft.chooseFresh(false)
  await draft.start()
  expect(http.sent.map(({ path }) => path.includes('fresh=false'))).toEqual([false, true])
})
