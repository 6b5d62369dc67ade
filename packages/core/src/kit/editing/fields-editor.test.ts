import { expect, test } from 'vitest'

import { heldServer } from '../../testing/held-server.ts'
import { createFieldsEditor } from './fields-editor.ts'

type Values = {
  readonly displayName: string
  readonly tags: readonly string[]
  readonly on: boolean
  readonly key: string
}

const empty: Values = { displayName: '', tags: [], on: true, key: '' }
const stored: Values = { displayName: 'First', tags: ['a', 'b'], on: true, key: '' }

/** An editor of one text, one list, one switch and one secret. */
function open(id?: string, isPart?: true) {
  const editor = createFieldsEditor<Values, Values>(
    heldServer().core,
    {
      fields: [
        { name: 'displayName', label: 'field.name' },
        { name: 'tags', label: 'field.name', flag: 'tag' },
        {
          name: 'on',
          label: 'field.name',
          isSetLater: true,
          options: ([isOn]) => [isOn === 'true' ? '--on' : '--off'],
        },
        { name: 'key', label: 'field.name', kind: 'secret' },
      ],
      empty,
      ...(isPart && { isPart }),
      valuesOf: (one) => one,
      violationsOf: () => [{ errorID: 'TOO_LONG', fieldID: 'tags.1' }],
      commandOf: ({ options }) => options.join(' '),
      idOf: () => 'one',
      read: () => new Promise(() => undefined),
      save: () => new Promise(() => undefined),
      sentences: { created: 'field.name', updated: 'field.name' },
    },
    { id },
  )
  if (id !== undefined) editor.open(stored, undefined)
  return editor
}

test('spaces around a text change nothing; an entry, a switch and a secret do', () => {
  const editor = open('one')
  editor.set({ displayName: ' First ', tags: ['a', 'b'] })
  expect([editor.hasChanges(), editor.changes(), editor.command()]).toEqual([false, [], ''])
  editor.set({ displayName: ' ', tags: ['a'], on: false, key: 'secret' })
  expect(editor.changes().map(({ field, removed, added }) => [field, removed, added])).toEqual([
    ['displayName', ['First'], []],
    ['tags', ['a', 'b'], ['a']],
    ['on', ['true'], ['false']],
    ['key', [], ['…']],
  ])
  expect(editor.command()).toBe("--display-name '' --tag a --off --key @FILE")
  editor.discard()
  expect(editor.getState().form).toEqual({ values: stored, fetched: stored })
})

test('a new object is described whole, without what is set later', () => {
  const editor = open()
  editor.set({ displayName: 'New', on: false })
  expect(editor.changes().map(({ field, removed, added }) => [field, removed, added])).toEqual([
    ['displayName', [], ['New']],
  ])
  expect(editor.command()).toBe("--display-name New --tag '' --key @FILE")
})

test('a newer version keeps what was typed on top, field by field', () => {
  const editor = open('one')
  editor.set({ tags: ['mine'] })
  editor.open({ ...stored, displayName: 'Theirs', tags: ['theirs'] }, undefined)
  expect(editor.getState().form).toEqual({
    values: { ...stored, displayName: 'Theirs', tags: ['mine'] },
    fetched: { ...stored, displayName: 'Theirs', tags: ['theirs'] },
  })
})

test('what was changed is kept without secrets, and only values of the right type come back', () => {
  const editor = open('one')
  editor.set({ displayName: 'Typed', key: 'secret' })
  const typed = editor.typed() as { content: unknown }
  expect(typed.content).toEqual({ displayName: 'Typed' })
  const other = open('one')
  other.retype({ content: { displayName: 7, tags: ['kept', 7], on: 'yes' } })
  expect([other.hasChanges(), other.getState().note]).toEqual([false, undefined])
  other.retype({ content: { displayName: 'Kept', tags: ['kept'], on: false, key: 'secret', unknown: 'x' } })
  expect(other.getState().form.values).toEqual({ displayName: 'Kept', tags: ['kept'], on: false, key: '' })
  expect(other.getState().note).toBe('form.kept')
  other.retype(undefined)
  expect(other.getState().form.values.displayName).toBe('Kept')
})

test('a violation of an entry belongs to its list; a part is never created again', () => {
  expect(open('one').violations()).toEqual([{ errorID: 'TOO_LONG', fieldID: 'tags' }])
  expect([open('one').canBecomeNew, open('one', true).canBecomeNew]).toEqual([true, false])
})
