import {
  adminMessages,
  createLauncherSettingsEditor,
  getLauncherSettings,
  putLauncherSettings,
  type LauncherSettings,
} from '@portico/core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { createTestServer, signedIn, smallTenant, type Browser, type TestServer } from '../../testing/test-server.ts'

// What the page of the launcher edits, over the real routes.

let server: TestServer
let admin: Browser

beforeAll(async () => {
  server = await createTestServer()
  const acme = await server.importTenant(smallTenant('acme'))
  admin = await signedIn(server, acme, { username: 'admin@acme.example', groups: ['admins'] })
  admin.core.branding.learn(adminMessages)
})
afterAll(() => server.close())
beforeEach(async () => void (await put({ announcement: null, accessContact: null })))

const until = '2027-01-31T18:00:00.000Z'
const put = (body: LauncherSettings) => admin.core.client.call(putLauncherSettings, { body })
const stored = async () => {
  const outcome = await admin.core.client.call(getLauncherSettings)
  return outcome.ok ? outcome.value : undefined
}
async function opened() {
  const editor = createLauncherSettingsEditor(admin.core)
  await editor.load()
  return editor
}

it('an announcement, its end and whom to ask are saved together, and shown as the same command', async () => {
  const editor = await opened()
  expect(editor.saveRefusal()?.why).toBe('unchanged')
  editor.set({ announcement: '  It’s closed on Sunday. ' })
  editor.set({ until })
  editor.set({ accessContact: 'the desk' })
  expect(editor.changes().map(({ label, added }) => [label, ...added])).toEqual([
    ['Announcement', 'It’s closed on Sunday.'],
    ['Shown until', until],
    ['Whom people ask for access', 'the desk'],
  ])
  expect(editor.command()).toBe(`portico announce --contact 'the desk' --until ${until} -- 'It’s closed on Sunday.'`)
  expect(await editor.save()).toMatchObject({ ok: true })
  expect(await stored()).toEqual({
    announcement: { text: 'It’s closed on Sunday.', until },
    accessContact: 'the desk',
  })
  expect(editor.hasChanges()).toBe(false)
})

it('a cleared announcement ends it, with its time', async () => {
  await put({ announcement: { text: 'Closed', until }, accessContact: 'the desk' })
  const editor = await opened()
  editor.set({ announcement: ' ' })
  expect(editor.command()).toBe('portico announce --off')
  await editor.save()
  expect(await stored()).toEqual({ announcement: null, accessContact: 'the desk' })
  expect(editor.getState().form.values.until).toBe('')
})

it.each([
  ['announcement', 'x'.repeat(501)],
  ['accessContact', 'x'.repeat(301)],
  ['announcement', 'two\u2028lines'],
] as const)('%s that breaks a rule says so beside its field, and is not sent', async (field, text) => {
  const editor = await opened()
  editor.set({ [field]: text })
  expect(await editor.save()).toMatchObject({ ok: false, refusal: { why: 'invalid', fields: [field] } })
  expect(editor.problemOf(field)).toBeDefined()
})

it('a save over a newer version asks, and the newer version keeps what was typed on top', async () => {
  const editor = await opened()
  await put({ announcement: { text: 'Of another administrator', until: null }, accessContact: null })
  editor.set({ accessContact: 'the desk' })
  await editor.save()
  expect(editor.getState().conflict).toBe('stale')
  expect((await stored())?.accessContact).toBeNull()
  expect(await editor.readAgain()).toBe(true)
  expect(editor.getState().form.values).toEqual({
    announcement: 'Of another administrator',
    until: '',
    accessContact: 'the desk',
  })
  expect(await editor.save()).toMatchObject({ ok: true })
  expect((await stored())?.announcement?.text).toBe('Of another administrator')
})

it('what was typed survives a new sign-in', async () => {
  const before = await opened()
  before.set({ accessContact: 'the desk' })
  const after = await opened()
  after.retype(before.typed())
  expect(after.getState().form.values.accessContact).toBe('the desk')
  expect(after.hasChanges()).toBe(true)
})
