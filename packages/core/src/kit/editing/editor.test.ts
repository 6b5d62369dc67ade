import { describe, expect, test, vi } from 'vitest'

import { createEnvironmentEditor } from '../../tenant/environments/editor.ts'
import { heldServer } from '../../testing/held-server.ts'

const stored = { id: 'e1', name: 'Staging', type: 'TEST', urn: 'urn:portico:acme:environment:e1', readonly: false }

/** The editor of an environment's name, over a server whose answers the test gives. */
function open() {
  const server = heldServer()
  const editor = createEnvironmentEditor(server.core, { id: stored.id })
  editor.open(stored, '"1"')
  return { ...server, editor }
}

test('a second press while saving sends nothing, and what was typed meanwhile is saved by the next', async () => {
  const { editor, waiting, answer } = open()
  editor.set({ name: 'Test' })
  const first = editor.save()
  editor.set({ name: 'Test 2' })
  expect([editor.getState().busy, editor.saveRefusal()?.why]).toEqual(['saving', 'saving'])
  expect(await editor.save()).toMatchObject({ ok: false, refusal: { why: 'saving' } })
  expect(waiting()).toEqual(['PUT /portal/admin/environments/e1'])
  answer(200, { ...stored, name: 'Test' })
  expect(await first).toEqual({ ok: true, created: false })
  expect([editor.getState().busy, editor.getState().form.values.name, editor.hasChanges()]).toEqual([
    undefined,
    'Test 2',
    true,
  ])
  const second = editor.save()
  answer(200, { ...stored, name: 'Test 2' })
  expect(await second).toMatchObject({ ok: true })
  expect(editor.hasChanges()).toBe(false)
})

test('nothing is read while a save runs', async () => {
  const { editor, waiting, answer } = open()
  editor.set({ name: 'Test' })
  const saving = editor.save()
  await editor.load()
  expect(await editor.refresh()).toBe(false)
  expect(waiting()).toEqual(['PUT /portal/admin/environments/e1'])
  answer(200, { ...stored, name: 'Test' })
  await saving
})

test('what cannot be saved is not sent, and every violation is shown from then on', async () => {
  const { editor, waiting } = open()
  expect(await editor.save()).toMatchObject({ refusal: { why: 'unchanged' } })
  editor.set({ name: ' ' })
  expect(editor.problemOf('name')).toBeUndefined()
  expect(await editor.save()).toMatchObject({ refusal: { why: 'invalid', fields: ['name'] } })
  expect(editor.problemOf('name')).toBeDefined()
  expect(waiting()).toEqual([])
})

test.each([
  [412, 'stale'],
  [404, 'gone'],
] as const)('a save that fails with %i asks what to do and keeps what was typed', async (status, conflict) => {
  const { editor, answer } = open()
  editor.set({ name: 'Test' })
  const saving = editor.save()
  answer(status, { errorID: 'X', errorMessage: 'Another person was faster.' })
  expect(await saving).toMatchObject({ ok: false, problem: { status } })
  expect([editor.getState().conflict, editor.getState().form.values.name]).toEqual([conflict, 'Test'])
})

describe('what is typed beside an Add button', () => {
  const entryOf = (text: string, add: (text: string) => string | undefined) => ({
    text,
    label: 'Name',
    add: () => add(text),
  })

  test('is a change, and Save adds it before it sends', async () => {
    const { editor, waiting, answer } = open()
    editor.enter(
      'name',
      entryOf('Test', (name) => {
        editor.set({ name })
        return undefined
      }),
    )
    expect([editor.hasChanges(), editor.saveRefusal()]).toEqual([true, undefined])
    expect(editor.changes()).toMatchObject([{ field: 'name', added: ['Test'] }])
    const saving = editor.save()
    await vi.waitFor(() => expect(waiting()).toEqual(['PUT /portal/admin/environments/e1']))
    expect(editor.getState().form.values.name).toBe('Test')
    answer(200, { ...stored, name: 'Test' })
    expect(await saving).toEqual({ ok: true, created: false })
    expect([editor.hasChanges(), editor.getState().entries]).toEqual([false, {}])
  })

  test('stays with the reason where Save cannot add it, and nothing is sent', async () => {
    const { editor, waiting } = open()
    editor.enter(
      'name',
      entryOf('?', () => 'Enter a name.'),
    )
    expect(await editor.save()).toMatchObject({ refusal: { why: 'invalid', message: 'Name: Enter a name.' } })
    expect(editor.getState().entries['name']).toMatchObject({ text: '?', problem: 'Enter a name.' })
    expect(waiting()).toEqual([])
  })

  test('is kept as added while its person signs in again', () => {
    const { editor } = open()
    editor.enter(
      'name',
      entryOf('Test', (name) => {
        editor.set({ name })
        return undefined
      }),
    )
    const { editor: another } = open()
    another.retype(JSON.parse(JSON.stringify(editor.typed())))
    expect(another.getState().form.values.name).toBe('Test')
  })

  test('is gone after Discard', () => {
    const { editor } = open()
    editor.enter(
      'name',
      entryOf('Test', () => undefined),
    )
    editor.discard()
    expect(editor.hasChanges()).toBe(false)
  })
})
