import { expect, test } from 'vitest'

import { createCore } from '../../app/create-core.ts'
import { answeringPort, type Answer } from '../../testing/answering-port.ts'
import { englishMessages } from '../../kit/words/compiled/english.ts'
import { getAppRoleGroups, setAppRoleGroups, type MappedGroup } from './contract.ts'
import { createMappingEditor } from './editor.ts'

const group = (name: string, idp = 'main'): MappedGroup => ({ id: `id-${name}`, name, claim: name, idp, idpName: idp })
const [admins, staff, partners] = [group('admins'), group('staff'), group('partners', 'other')]
const bare = ({ id, name, claim }: MappedGroup) => ({ id, name, claim })
const reply = (...groups: MappedGroup[]) => ({
  tenantGroups: ['main', 'other']
    .map((idp) => ({ idp, idpName: idp, groups: groups.filter((one) => one.idp === idp).map(bare) }))
    .filter((part) => part.groups.length > 0),
})
const first: Answer = { endpoint: getAppRoleGroups, etag: '"1"', body: reply(admins) }
const target = {
  kind: 'application-role',
  envId: 'env',
  environmentName: 'Production',
  appId: 'app',
  appLabel: 'Billing',
  roleId: 'role',
  role: 'viewer',
  label: 'Viewer',
} as const

async function open(answers: readonly Answer[], isReadonly = () => false) {
  const http = answeringPort([first, ...answers])
  const memory = { get: () => undefined, set: () => undefined, remove: () => undefined }
  const core = createCore({ http, clock: { now: () => 0 }, memory, messages: englishMessages })
  const editor = createMappingEditor(core, { target, isReadonly })
  await editor.load()
  return { editor, http }
}

const namesIn = (editor: Awaited<ReturnType<typeof open>>['editor']) =>
  editor.getState().form.groups.map(({ name }) => name)

test('a save sends group ids by provider, once, with the version that was read', async () => {
  const { editor, http } = await open([
    { endpoint: setAppRoleGroups, etag: '"2"', body: reply(admins, staff, partners) },
  ])
  editor.replace([admins, admins])
  expect(editor.saveRefusal()?.why).toBe('unchanged')
  editor.toggle(partners)
  editor.toggle(staff)
  expect(editor.changes()).toMatchObject([{ field: 'groups', removed: [], added: ['partners', 'staff'] }])
  expect(await editor.save()).toEqual({ ok: true, created: false })
  expect(http.sent.at(-1)).toMatchObject({ headers: { 'If-Match': '"1"' } })
  expect(JSON.parse(http.sent.at(-1)?.body as string)).toEqual({
    tenantGroups: [
      { idp: 'main', groups: [admins.id, staff.id] },
      { idp: 'other', groups: [partners.id] },
    ],
  })
  expect([editor.hasChanges(), editor.getState().etag]).toEqual([false, '"2"'])
})

test('the command for the change names groups of one provider, and gives ids where there are several', async () => {
  const { editor } = await open([])
  const begin = 'portico mapping set --env Production --app Billing --role viewer'
  editor.replace([admins, staff])
  expect(editor.command()).toBe(`${begin} --idp main --group admins --group staff`)
  editor.replace([admins, partners])
  expect(editor.command()).toBe(`${begin} --group id-admins --group id-partners`)
  editor.replace([])
  expect(editor.command()).toBe(`${begin} --none`)
})

test('a change by another person stays, with what was chosen here on top', async () => {
  const { editor } = await open([{ ...first, etag: '"2"', body: reply(admins, partners) }])
  editor.replace([staff])
  const typed = JSON.parse(JSON.stringify(editor.typed())) as unknown
  expect(await editor.readAgain()).toBe(true)
  expect(namesIn(editor)).toEqual(['partners', 'staff'])
  editor.discard()
  expect(namesIn(editor)).toEqual(['admins', 'partners'])
  editor.retype(typed)
  expect([namesIn(editor), editor.getState().note]).toEqual([['partners', 'staff'], 'form.kept'])
})

test('a mapping of a read-only environment is not sent', async () => {
  const { editor, http } = await open([], () => true)
  editor.replace([staff])
  expect(await editor.save()).toMatchObject({ ok: false, refusal: { why: 'readonly' } })
  expect(http.sent).toHaveLength(1)
})

test('a row of the list is edited with its version, without reading it again', async () => {
  const { editor, http } = await open([{ endpoint: setAppRoleGroups, etag: '"8"', body: reply(staff) }])
  editor.openMapping({ groups: [admins, partners], etag: '"7"' })
  expect(namesIn(editor)).toEqual(['admins', 'partners'])
  editor.replace([staff])
  await editor.save()
  expect(http.sent.at(-1)).toMatchObject({ headers: { 'If-Match': '"7"' } })
})
