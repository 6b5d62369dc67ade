import {
  isPrivateKey,
  linesOf,
  sayLabel,
  type EditedField,
  type FieldLabel,
  type FieldsEditor,
  type FieldsForm,
  type TypedValues,
} from '@portico/core'

import { neutralise } from '../../io/neutralise.ts'
import type { App } from '../app/app.ts'
import type { Place } from '../app/place.ts'
import type { View } from '../app/view.ts'
import { pickDialog } from '../dialogs/pick-dialog.tsx'
import { guardOf } from '../editing/save-editor.ts'
import type { Saving } from '../editing/saving.ts'
import { createArea } from '../fields/area.ts'
import { createLine } from '../fields/line.ts'
import type { Binding } from '../focus/binding.ts'
import { editorFormView } from './editor-form-view.ts'
import { createFormCursor, type FormCursor } from './form-cursor.ts'
import type { FieldRow, FormRow, RowEditor } from './form-row.ts'

type Acting = Pick<Binding, 'label' | 'run' | 'refused'>

/** Draws a field, with what differs. */
export type RowOf<Typed extends TypedValues> = (field: EditedField<Typed>, differs?: Partial<FieldRow>) => FieldRow

type Drawn<Typed extends TypedValues, Stored> = {
  readonly name: string
  readonly editor: FieldsEditor<Typed, Stored>
  readonly fields: readonly EditedField<Typed>[]
  readonly rows: (rowOf: RowOf<Typed>) => readonly FormRow[]
  readonly placeholders?: { readonly [Name in keyof Typed]?: string }
  /** Where it is listed: the place after it was created or deleted, and that of Back. */
  readonly list: Place
  /** Enter on a row that is not a field; undefined: it is only shown. */
  readonly act?: (row: string) => Acting | undefined
  readonly bindings?: (at: {
    readonly cursor: FormCursor
    readonly saving: Saving<FieldsForm<Typed>, Stored>
  }) => readonly Binding[]
  readonly back?: () => void
} & Omit<Saving<FieldsForm<Typed>, Stored>, 'app' | 'editor' | 'toList' | 'refused'> & {
    /** The row of the field that prevents saving; by default that of its name. */
    readonly rowOfField?: (field: string) => string
  } & Pick<Parameters<typeof editorFormView>[1], 'stores' | 'notFound' | 'locked' | 'crumbs' | 'command' | 'webPath'>

/** A form of fields: their rows, and how each of them is typed, switched or chosen by its kind. */
export function fieldsFormView<Typed extends TypedValues, Stored>(app: App, options: Drawn<Typed, Stored>): View {
  const { editor, fields, placeholders, list, rowOfField, act, bindings, back, ...rest } = options
  const { words, core, glyphs } = app
  const valuesOf = () => editor.getState().form.values
  const set = (name: keyof Typed, value: unknown) => editor.set({ [name]: value } as Partial<Typed>)
  const rows = () => options.rows(rowOf)
  const cursor = createFormCursor({ rows, editorOf, left: (row) => editor.visit(row) })
  if (editor.getState().id === undefined) cursor.edit()
  const toList = () => app.replace(list)
  const saving: Saving<FieldsForm<Typed>, Stored> = {
    ...rest,
    app,
    editor,
    toList,
    refused({ fields: [first] }) {
      if (first !== undefined) cursor.moveTo(rowOfField?.(first) ?? first)
    },
  }

  function rowOf(field: EditedField<Typed>, differs: Partial<FieldRow> = {}): FieldRow {
    const { name, label, kind } = field
    const lines = linesOf(field, valuesOf())
    return {
      kind: 'field',
      id: name,
      label: sayLabel(words, label),
      shown:
        kind === 'switch' ? switchText(isOn(name)) : lines.length === 0 ? words.text('not set') : shownOf(field, lines),
      isDefault: kind === 'switch' ? valuesOf()[name] === '' : lines.length === 0,
      problem: editor.problemOf(name),
      ...differs,
    }
  }

  function shownOf({ label, kind, choices }: EditedField<Typed>, lines: readonly string[]): string {
    if (kind === 'secret') return '…'
    if (choices !== undefined) return lines.map((one) => choiceOf(label, one)).join(', ')
    return neutralise(lines.join(', '))
  }

  function choiceOf(label: FieldLabel, value: string): string {
    return typeof label === 'string' ? (words.find(`${label}.${value}`) ?? value) : words.text(value)
  }

  function switchText(isOn: boolean): string {
    return `${isOn ? glyphs.yes : glyphs.no} ${words.text(isOn ? 'on' : 'off')}`
  }

  function isOn(name: keyof Typed): boolean {
    const value = valuesOf()[name]
    return value === true || value === 'on'
  }

  function fieldAt(row: string | undefined): EditedField<Typed> | undefined {
    return fields.find(({ name }) => name === row)
  }

  /** The text field of a row. */
  function editorOf(row: string): RowEditor | undefined {
    const field = fieldAt(row)
    const value = field && valuesOf()[field.name]
    if (field === undefined || typeof value !== 'string' || field.kind === 'switch' || field.kind === 'choice')
      return undefined
    const { name, kind } = field
    const changed = (text: string) => set(name, text)
    if (kind !== 'lines' && kind !== 'pems')
      return {
        kind: 'line',
        line: createLine({ value, changed }),
        mask: kind === 'secret',
        placeholder: placeholders?.[name] ?? '',
      }
    const found = rows().find(({ id }) => id === row)
    const note = found?.kind === 'field' ? (found.help ?? '') : ''
    return { kind: 'area', area: createArea({ value, changed }), mask: isPrivateKey(value), note }
  }

  function edit(): Acting {
    const row = cursor.current()?.id ?? ''
    const field = fieldAt(row)
    if (field === undefined)
      return act?.(row) ?? { label: 'Edit', refused: () => words.text('This is only shown.'), run: () => undefined }
    const { name, kind } = field
    const off = typeof valuesOf()[name] === 'boolean' ? false : ''
    if (kind === 'switch') return { label: 'Switch', run: () => set(name, isOn(name) ? off : off === '' ? 'on' : true) }
    return { label: 'Edit', run: () => (kind === 'choice' ? choose(field) : void cursor.edit()) }
  }

  function choose({ name, label, choices = [] }: EditedField<Typed>): void {
    const present = valuesOf()[name]
    app.openDialog(
      pickDialog(app, {
        title: sayLabel(words, label),
        action: 'Take it',
        items: choices.map((one) => ({
          id: one,
          label: choiceOf(label, one),
          note: one === present ? words.text('(as it is now)') : undefined,
        })),
        pick: ([value]) => {
          app.closeDialog()
          if (value !== undefined) set(name, value)
        },
      }),
    )
  }

  return editorFormView(app, {
    ...rest,
    saving,
    cursor,
    unguard: core.leaveBlocker.guard(guardOf(saving)),
    edit,
    bindings: () => bindings?.({ cursor, saving }) ?? [],
    back: {
      id: 'form.back',
      keys: ['esc'],
      label: 'Back',
      run: back ?? (() => (editor.hasChanges() ? app.go(list) : toList())),
    },
  })
}
