import { expect, test } from 'vitest'

import { createCore } from '../../app/create-core.ts'
import { answeringPort, type Answer } from '../../testing/answering-port.ts'
import { englishMessages } from '../../kit/words/compiled/english.ts'
import { getPortalRoleGroups, setPortalRoleGroups, type PortalRoleGroups } from './contract.ts'
import { createPortalRoleEditor } from './editor.ts'

const group = (name: string) => ({ id: `id-${name}`, name, claim: name })
const [admins, staff, chiefs] = [group('admins'), group('staff'), group('chiefs')]
const role = (idp: string, groups: PortalRoleGroups['groups']) => ({ idp, idpName: idp, groups })
const first: Answer = { endpoint: getPortalRoleGroups, etag: '"1"', body: role('main', [admins]) }

async function open(answers: readonly Answer[]) {
  const http = answeringPort([first, ...answers])
  const memory = { get: () => undefined, set: () => undefined, remove: () => undefined }
  const core = createCore({ http, clock: { now: () => 0 }, memory, messages: englishMessages })
  const editor = createPortalRoleEditor(core, { id: 'security-admin' })
  await editor.load()
  return { editor, http }
}

const namesIn = (editor: Awaited<ReturnType<typeof open>>['editor']) =>
  editor.getState().form.groups.map(({ name }) => name)

test('a save sends group ids only, once, with the version that was read', async () => {
  const { editor, http } = await open([
    { endpoint: setPortalRoleGroups, etag: '"2"', body: role('main', [admins, staff]) },
  ])
  editor.replace([admins])
  expect(editor.saveRefusal()?.why).toBe('unchanged')
  editor.replace([admins, staff, staff])
  expect(editor.changes()).toMatchObject([{ field: 'groups', removed: [], added: ['staff'] }])
  expect(editor.command()).toBe('portico portal-role set security-admin --group admins --group staff')
  expect(await editor.save()).toEqual({ ok: true, created: false })
  expect(http.sent.at(-1)).toMatchObject({ headers: { 'If-Match': '"1"' } })
  expect(JSON.parse(http.sent.at(-1)?.body as string)).toEqual({ idp: 'main', groups: [admins.id, staff.id] })
  expect([editor.hasChanges(), editor.getState().etag]).toEqual([false, '"2"'])
})

test('no group at all is refused before sending', async () => {
  const { editor, http } = await open([])
  editor.replace([])
  expect(await editor.save()).toMatchObject({ ok: false, refusal: { why: 'invalid', fields: ['groups'] } })
  expect(editor.problemOf('groups')).toContain('Choose at least one group')
  expect(http.sent).toHaveLength(1)
})

test('a change by another person stays, with what was chosen here on top', async () => {
  const { editor } = await open([{ ...first, etag: '"2"', body: role('main', [admins, chiefs]) }])
  editor.replace([staff])
  const typed = JSON.parse(JSON.stringify(editor.typed())) as unknown
  expect(await editor.readAgain()).toBe(true)
  expect(namesIn(editor)).toEqual(['chiefs', 'staff'])
  editor.discard()
  expect(namesIn(editor)).toEqual(['admins', 'chiefs'])
  editor.retype(typed)
  expect([namesIn(editor), editor.getState().note]).toEqual([['chiefs', 'staff'], 'form.kept'])
})

test('after a switch of the primary provider, nothing chosen for the earlier one is kept', async () => {
  const { editor } = await open([{ ...first, etag: '"2"', body: role('next', [chiefs]) }])
  editor.replace([admins, staff])
  const typed = editor.typed()
  expect(await editor.readAgain()).toBe(true)
  expect(namesIn(editor)).toEqual(['chiefs'])
  for (const content of [typed, null, 'text', {}]) {
    editor.discard()
    editor.retype(content)
    expect(namesIn(editor)).toEqual(['chiefs'])
  }
})
