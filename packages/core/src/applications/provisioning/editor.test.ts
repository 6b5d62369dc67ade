import { expect, test } from 'vitest'

import { createCore } from '../../app/create-core.ts'
import { answeringPort, type Answer } from '../../testing/answering-port.ts'
import { englishMessages } from '../../kit/words/compiled/english.ts'
import {
  getProvisioning,
  noProvisioning,
  putProvisioning,
  resendProvisioning,
  retryProvisioning,
  testProvisioning,
  type Provisioning,
} from './contract.ts'
import { createProvisioningEditor } from './editor.ts'
import { provisioningStateInWords } from './in-words.ts'

const url = 'https://billing.example/scim'
const sending: Provisioning = {
  ...noProvisioning,
  config: { url, sendGroups: true, anyEmail: false, removal: 'deactivate', enabled: true },
  people: 3,
  behind: 1,
}
const read = (body: Provisioning, etag = '"1"'): Answer => ({ endpoint: getProvisioning, etag, body })

const memory = { get: () => undefined, set: () => undefined, remove: () => undefined }

async function open(...answers: readonly Answer[]) {
  const http = answeringPort(answers)
  const core = createCore({ http, clock: { now: () => 0 }, memory, messages: englishMessages })
  const editor = createProvisioningEditor(core, {
    environment: { id: 'env', name: 'Production' },
    application: { id: 'app', label: 'Billing', urn: 'urn:portico:acme:application:billing' },
  })
  await editor.load()
  return { editor, http }
}
type Editor = Awaited<ReturnType<typeof open>>['editor']

const problems = (editor: Editor) => editor.violations().map(({ fieldID, errorID }) => `${fieldID} ${errorID}`)

test('the first save needs an address and a token; the token is in no change, command or text that is kept', async () => {
  const { editor, http } = await open(read(noProvisioning), { endpoint: putProvisioning, etag: '"2"', body: sending })
  expect(problems(editor)).toEqual(['url REQUIRED'])
  editor.set({ url: ` ${url}/ ` })
  expect(problems(editor)).toEqual(['bearerToken PROVISIONING_TOKEN_REQUIRED'])
  editor.set({ bearerToken: 'two words' })
  expect(problems(editor)).toEqual(['bearerToken PROVISIONING_TOKEN_SHAPE'])
  editor.set({ bearerToken: ' of-billing ', removal: 'delete' })
  expect(problems(editor)).toEqual([])
  expect(editor.changes().find(({ field }) => field === 'bearerToken')).toMatchObject({ removed: [], added: ['…'] })
  expect(editor.command()).toBe(
    `portico provisioning set --env Production --app urn:portico:acme:application:billing --url ${url}/ --token @FILE --removal delete`,
  )
  expect(JSON.stringify([editor.changes(), editor.command(), editor.typed()])).not.toContain('of-billing')
  expect(await editor.save()).toMatchObject({ ok: true })
  expect(JSON.parse(http.sent.at(-1)?.body as string)).toEqual({
    config: { url: `${url}/`, sendGroups: true, anyEmail: false, removal: 'delete', enabled: true },
    bearerToken: 'of-billing',
  })
  expect([editor.getState().form.values.bearerToken, editor.hasChanges()]).toEqual(['', false])
})

test('a stored token stays unless the address is another one', async () => {
  const { editor, http } = await open(read(sending), { endpoint: putProvisioning, etag: '"2"', body: sending })
  editor.set({ url: 'https://elsewhere.example/scim' })
  expect(problems(editor)).toEqual(['bearerToken PROVISIONING_TOKEN_REQUIRED'])
  editor.set({ url: `${url}/`, sendGroups: false })
  expect(problems(editor)).toEqual([])
  await editor.save()
  expect(http.sent.at(-1)).toMatchObject({ headers: { 'If-Match': '"1"' } })
  expect(JSON.parse(http.sent.at(-1)?.body as string)).not.toHaveProperty('bearerToken')
})

test('what is read meanwhile does not touch what is typed, and a retry shows what came back', async () => {
  const { editor, http } = await open(read(sending), read({ ...sending, behind: 0 }), {
    endpoint: retryProvisioning,
    etag: '"1"',
    body: { ...sending, behind: 7 },
  })
  await editor.refreshQuietly()
  expect(editor.getState().stored?.behind).toBe(0)
  expect(http.sent.at(-1)).toMatchObject({ headers: { 'X-Portico-Background': '1' } })
  const { length } = http.sent
  editor.set({ enabled: false })
  await editor.refreshQuietly()
  expect(http.sent).toHaveLength(length)
  editor.discard()
  expect(editor.retryRefusal()).toBeUndefined()
  expect(await editor.retry()).toBe(true)
  expect(editor.getState().stored?.behind).toBe(7)
})

test('everything is sent again, and what came back is shown', async () => {
  const { editor } = await open(read(sending), {
    endpoint: resendProvisioning,
    etag: '"2"',
    body: { ...sending, behind: 9 },
  })
  expect(editor.resendRefusal()).toBeUndefined()
  expect(await editor.resend()).toBe(true)
  expect(editor.getState().stored?.behind).toBe(9)
})

test('what is not sent cannot be tried or sent again', async () => {
  const { editor } = await open(
    read({ ...sending, config: { url, sendGroups: true, anyEmail: false, removal: 'delete', enabled: false } }),
  )
  const refusal = 'Nothing is being sent: switch “Send changes” on first.'
  expect([editor.retryRefusal(), editor.resendRefusal()]).toEqual([refusal, refusal])
})

test('the result of a test is kept until settings are saved or read again, or the state changes', async () => {
  const passed: Answer = { endpoint: testProvisioning, body: { failure: null } }
  const paused: Provisioning = { ...sending, pausedReason: 'unauthorized', failedAttempts: 1 }
  const { editor } = await open(
    read(sending),
    read({ ...sending, behind: 0 }),
    read(sending, '"2"'),
    read(
      { ...paused, config: { url, sendGroups: true, anyEmail: false, removal: 'deactivate', enabled: false } },
      '"2"',
    ),
    passed,
    { endpoint: putProvisioning, etag: '"3"', body: sending },
  )
  const said = () => editor.tested()?.sentence
  expect(said()).toBeUndefined()
  await editor.test()
  await editor.refreshQuietly()
  expect(said()).toBe('The application answered and accepted the token.')
  await editor.refreshQuietly()
  expect(said()).toBeUndefined()
  await editor.test()
  await editor.refreshQuietly()
  expect(said()).toBeUndefined()
  await editor.test()
  editor.set({ sendGroups: false })
  expect(said()).toBe('The application answered and accepted the token.')
  await editor.save()
  expect(said()).toBeUndefined()
})

test('the address and the token are tested as they are typed, before anything is saved', async () => {
  const passed: Answer = { endpoint: testProvisioning, body: { failure: null } }
  const { editor, http } = await open(read(noProvisioning), passed, passed)
  const first = 'Enter the base URL and the token first.'
  expect(editor.testRefusal()).toBe(first)
  editor.set({ url })
  expect(editor.testRefusal()).toBe(first)
  editor.set({ bearerToken: ' of-billing ' })
  expect(editor.testRefusal()).toBeUndefined()
  await editor.test()
  expect(JSON.parse(http.sent.at(-1)?.body as string)).toEqual({ url, bearerToken: 'of-billing' })
  expect([editor.tested()?.accepted, editor.hasChanges()]).toEqual([true, true])
  // Another field does not concern the connection; another token is another connection.
  editor.set({ sendGroups: false })
  expect(editor.tested()?.accepted).toBe(true)
  editor.set({ bearerToken: 'of-another' })
  expect(editor.tested()).toBeUndefined()
})

test('a stored connection is tested with the stored token, unless another address is typed', async () => {
  const { editor, http } = await open(read(sending), { endpoint: testProvisioning, body: { failure: null } })
  await editor.test()
  expect(JSON.parse(http.sent.at(-1)?.body as string)).toEqual({ url })
  editor.set({ url: 'https://elsewhere.example/scim' })
  expect(editor.testRefusal()).toBe('Enter the base URL and the token first.')
})

test('what is typed while a test is on its way is not what was tested', async () => {
  const { editor } = await open(read(sending), { endpoint: testProvisioning, body: { failure: null } })
  const testing = editor.test()
  editor.set({ bearerToken: 'of-another' })
  await testing
  expect(editor.tested()).toBeUndefined()
})

test('a restored connection says what switching it on does', () => {
  const config = { url, sendGroups: true, anyEmail: false, removal: 'delete', enabled: false } as const
  const row: Provisioning = { ...sending, config, pausedReason: 'restored' }
  const { words } = createCore({ http: answeringPort([]), clock: { now: () => 0 }, memory, messages: englishMessages })
  expect(provisioningStateInWords(row, words())).toMatch(/restored from a backup.*sent again/)
})
