import {
  certificateLengthMax,
  configFieldsOf,
  isPrivateKey,
  type ConfigField,
  type IdentityProviderEditor,
  type Words,
} from '@portico/core'

import { createArea } from '../../../kit/terminal/fields/area.ts'
import { createLine } from '../../../kit/terminal/fields/line.ts'
import type { RowEditor } from '../../../kit/terminal/form/form-row.ts'

/** The text field of a row; undefined for toggles, choices and actions. */
export function textFieldOf(words: Words, editor: IdentityProviderEditor, id: string): RowEditor | undefined {
  const { form: state } = editor.getState()
  if (id === 'name') return lineOf(state.name, (name) => editor.setName(name), '')
  const field = configFieldsOf(state.type).find(({ name }) => name === id)
  if (field === undefined || field.kind === 'flag' || field.kind === 'choice') return undefined
  if (field.kind === 'secret') return secretOf(words, editor, field)
  const value = String(state.values[id] ?? '')
  const set = (text: string) => editor.setField(id, text)
  if (field.kind === 'transforms') return transformsOf(words, value, set)
  if (field.kind !== 'certificate') return lineOf(value, set, field.placeholder ?? '')
  return {
    kind: 'area',
    area: createArea({ value, changed: set }),
    mask: isPrivateKey(value),
    note: words.say('tui.pasteCertificate', { max: certificateLengthMax }),
  }
}

function transformsOf(words: Words, value: string, changed: (text: string) => void): RowEditor {
  const note =
    'One on each line: strip-prefix, strip-suffix, replace /PATTERN/TEXT/, lower-case, path-end, dn-name, keep. For groups, split may come first.'
  return { kind: 'area', area: createArea({ value, changed }), mask: false, note: words.text(note) }
}

function lineOf(value: string, changed: (text: string) => void, placeholder: string): RowEditor {
  return { kind: 'line', line: createLine({ value, changed }), mask: false, placeholder }
}

/** The stored secret is never sent back, so the field starts with the typed text; an empty field keeps the stored secret. */
function secretOf(words: Words, editor: IdentityProviderEditor, { name }: ConfigField): RowEditor {
  const edit = editor.getState().form.secrets[name] ?? { do: 'keep' }
  const line = createLine({
    value: edit.do === 'replace' ? edit.text : '',
    changed: (text) => editor.setSecret(name, text === '' ? { do: 'keep' } : { do: 'replace', text }),
  })
  return { kind: 'line', line, mask: true, placeholder: words.text('type or paste it') }
}
