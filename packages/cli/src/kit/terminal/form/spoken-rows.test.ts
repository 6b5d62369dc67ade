import { createWords, englishMessages } from '@portico/core'
import { expect, it } from 'vitest'

import { createFormCursor } from './form-cursor.ts'
import type { FormRow } from './form-row.ts'
import { spokenRows } from './spoken-rows.ts'

const words = createWords('en', englishMessages)
const rows: readonly FormRow[] = [
  { kind: 'note', id: 'lead', text: 'What this is for.' },
  { kind: 'note', id: 'unsafe', text: 'This is not safe.', look: 'bad' },
  { kind: 'field', id: 'name', label: 'Name', shown: 'One' },
  { kind: 'heading', id: 'more', text: 'More' },
  { kind: 'field', id: 'port', label: 'Port', shown: '' },
  { kind: 'action', id: 'test', text: 'Test' },
  { kind: 'note', id: 'end', text: 'Nothing was tested yet.' },
]
const cursor = createFormCursor({ rows: () => rows, editorOf: () => undefined })

it.each([
  ['name', ['What this is for.', 'Attention: This is not safe.', 'Name: One, 1 of 3']],
  ['port', ['Port: empty, 2 of 3', 'In More']],
  ['test', ['Test, 3 of 3', 'Nothing was tested yet.']],
])('a screen reader is given the row with the notes beside it: %s', (id, lines) => {
  cursor.moveTo(id)
  expect(spokenRows(cursor, words)).toEqual(lines)
})
