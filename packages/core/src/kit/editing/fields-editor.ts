import { createStore } from 'zustand/vanilla'

import type { Violation } from '../http/violations.ts'
import { flagOf, shellFlag } from '../nouns/shell-text.ts'
import type { WordId } from '../words/english.ts'
import type { Words } from '../words/words.ts'
import { createEditor, type Editor } from './editor.ts'
import type { EditedForm, EditedNoun, EditorOptions, EditorParts } from './noun.ts'

/** What is typed is text, a switch or a list. */
export type TypedValues = Readonly<Record<string, string | boolean | readonly string[]>>

/**
 * How a value is typed: `lines` is a text with an entry a line or between spaces, `pems` one of PEM blocks. A `switch` is true
 * or false, or `on` or ''. What is typed as a `secret` is neither shown, nor in the command, nor kept while the person signs in
 * again.
 */
export type FieldKind = 'line' | 'lines' | 'pems' | 'choice' | 'switch' | 'secret'

/** A sentence, or a label in code (`Words.text`). */
export type FieldLabel = WordId | { readonly text: string }

export function sayLabel(words: Pick<Words, 'say' | 'text'>, label: FieldLabel): string {
  return typeof label === 'string' ? words.say(label) : words.text(label.text)
}

/** One value that people type. All that an editor does with it is made from this. */
export type EditedField<Typed extends TypedValues> = {
  readonly name: keyof Typed & string
  readonly label: FieldLabel
  /** By default a line. */
  readonly kind?: FieldKind
  /** The values of a choice. */
  readonly choices?: readonly string[]
  /** The flag of the command; by default the name with dashes. */
  readonly flag?: string
  /** As it would be stored, a line for each entry: two values with the same lines are the same. By default the text, trimmed. */
  readonly lines?: (values: Typed) => readonly string[]
  /** These lines for a person. */
  readonly shown?: (lines: readonly string[], say: Words['say']) => readonly string[]
  /** These lines as options of the command; by default `flag` with each of them, or with '' if there is none. */
  readonly options?: (lines: readonly string[], isNew: boolean) => readonly string[]
  /** A new object has the default, and the command that creates one has no option for it. */
  readonly isSetLater?: true
}

/** `fetched` is what discard returns to, and what "changed" is compared with. */
export type FieldsForm<Typed extends TypedValues> = { readonly values: Typed; readonly fetched: Typed }

export type FieldsEditor<Typed extends TypedValues, Stored> = Editor<FieldsForm<Typed>, Stored> & {
  set(values: Partial<Typed>): void
}

/** The change as options of the command; `changed`: the names of the fields that a save would change. */
type Commanded<Typed> = {
  readonly options: readonly string[]
  readonly changed: ReadonlySet<keyof Typed>
  readonly values: Typed
  readonly id: string | undefined
}

/** What is specific to one noun whose form is a list of fields. */
export type FieldsNoun<Typed extends TypedValues, Stored> = Pick<
  EditedNoun<FieldsForm<Typed>, Stored>,
  'idOf' | 'read' | 'remove' | 'sentences' | 'isReadonly' | 'afterSave' | 'fieldOf'
> & {
  /** In the order of the form. */
  readonly fields: readonly EditedField<Typed>[]
  /** What the form of a new object begins with. */
  readonly empty: Typed
  /** It belongs to another object, and is never created again. */
  readonly isPart?: true
  valuesOf(stored: Stored): Typed
  violationsOf(values: Typed, fetched: Typed): readonly Violation[]
  commandOf(change: Commanded<Typed>): string
  save(
    values: Typed,
    target: Parameters<EditedNoun<FieldsForm<Typed>, Stored>['save']>[1],
  ): ReturnType<EditedNoun<FieldsForm<Typed>, Stored>['save']>
}

/** An editor of these fields: their form, their changes, the command for the same change, and what is kept of them. */
export function createFieldsEditor<Typed extends TypedValues, Stored>(
  parts: EditorParts,
  noun: FieldsNoun<Typed, Stored>,
  target: EditorOptions & { readonly id: string | undefined },
): FieldsEditor<Typed, Stored> {
  const { words } = parts
  const { fields, fieldOf = firstPart } = noun
  const form = createFieldsForm(noun)
  const shown = (field: EditedField<Typed>, values: Typed) => {
    const lines = linesOf(field, values)
    if (field.kind === 'secret') return lines.map(() => '…')
    return field.shown?.(lines, words().say) ?? lines
  }
  /** The fields that a save sends for the first time, or changes. */
  const written = (state: FieldsForm<Typed>, isNew: boolean) =>
    isNew ? fields.filter(({ isSetLater }) => isSetLater !== true) : changedFields(fields, state)
  const editor = createEditor<FieldsForm<Typed>, Stored>(
    parts,
    {
      ...noun,
      form,
      fieldOf,
      violationsOf: ({ values, fetched }) =>
        noun.violationsOf(values, fetched).map((one) => ({ ...one, fieldID: fieldOf(one.fieldID) })),
      isChanged: (state) => changedFields(fields, state).length > 0,
      changesOf: (state, id) =>
        written(state, id === undefined)
          .map((field) => ({
            field: field.name,
            label: sayLabel(words(), field.label),
            removed: id === undefined ? [] : shown(field, state.fetched),
            added: shown(field, state.values),
          }))
          .filter(({ removed, added }) => removed.length + added.length > 0),
      commandOf: (state, id) =>
        noun.commandOf({
          options: written(state, id === undefined).flatMap((field) => optionsOf(field, state.values, id)),
          changed: new Set(changedFields(fields, state).map(({ name }) => name)),
          values: state.values,
          id,
        }),
      save: ({ values }, at) => noun.save(values, at),
      labelOf(name) {
        const field = fields.find((one) => one.name === name)
        return field && sayLabel(words(), field.label)
      },
      typedOf: (state) =>
        only(
          state.values,
          changedFields(fields, state).filter(({ kind }) => kind !== 'secret'),
        ),
      retype(content) {
        const kept = Object(content) as Readonly<Record<string, unknown>>
        const found = fields.filter(
          ({ name, kind }) => kind !== 'secret' && isLike(valueOf(noun.empty, name), kept[name]),
        )
        form.set(only(kept as Typed, found))
        return found.length === 0 ? undefined : 'form.kept'
      },
    },
    target,
  )
  return {
    ...editor,
    set(typed) {
      const { values } = form.getState()
      const changed = fields.filter(({ name }) => name in typed && typed[name] !== values[name])
      if (changed.length === 0) return
      form.set(typed)
      for (const { name } of changed) editor.touch(name)
    },
  }
}

function createFieldsForm<Typed extends TypedValues, Stored>({
  fields,
  empty,
  isPart,
  valuesOf,
}: Pick<FieldsNoun<Typed, Stored>, 'fields' | 'empty' | 'isPart' | 'valuesOf'>): EditedForm<
  FieldsForm<Typed>,
  Stored
> & {
  set(values: Partial<Typed>): void
} {
  const store = createStore<FieldsForm<Typed>>(() => ({ values: empty, fetched: empty }))
  return {
    ...store,
    set: (typed) => store.setState(({ values }) => ({ values: { ...values, ...typed } })),
    discard: () => store.setState(({ fetched }) => ({ values: fetched })),
    ...(isPart !== true && { becomeNew: () => store.setState({ fetched: empty }) }),
    saved(stored) {
      const fetched = valuesOf(stored)
      store.setState({ values: fetched, fetched })
    },
    readAgain(stored, sent) {
      const { values, fetched: before } = store.getState()
      const typed = changedFields(fields, { values, fetched: sent?.values ?? before })
      const fetched = valuesOf(stored)
      store.setState({ fetched, values: { ...fetched, ...only(values, typed) } })
    },
  }
}

function changedFields<Typed extends TypedValues>(
  fields: readonly EditedField<Typed>[],
  { values, fetched }: FieldsForm<Typed>,
): readonly EditedField<Typed>[] {
  return fields.filter((field) => linesOf(field, values).join('\n') !== linesOf(field, fetched).join('\n'))
}

/** What would be stored of a field, a line for each entry. */
export function linesOf<Typed extends TypedValues>(
  { name, lines }: EditedField<Typed>,
  values: Typed,
): readonly string[] {
  if (lines !== undefined) return lines(values)
  const value = valueOf(values, name)
  if (typeof value === 'object') return value
  const text = String(value).trim()
  return text === '' ? [] : [text]
}

const valueOf = (values: TypedValues, name: string) => values[name] ?? ''

function optionsOf<Typed extends TypedValues>(field: EditedField<Typed>, values: Typed, id: string | undefined) {
  const { name, flag = flagOf(name), options, kind } = field
  const lines = linesOf(field, values)
  if (kind === 'secret') return [`--${flag} @FILE`]
  if (options !== undefined) return options(lines, id === undefined)
  return lines.length === 0 ? [shellFlag(flag, '')] : lines.map((line) => shellFlag(flag, line))
}

function only<Typed extends TypedValues>(values: Typed, fields: readonly EditedField<Typed>[]): Partial<Typed> {
  return Object.fromEntries(fields.map(({ name }) => [name, values[name]])) as Partial<Typed>
}

/** Whether what was kept has the type of the field's values. */
function isLike(value: TypedValues[string], kept: unknown): boolean {
  if (typeof value !== 'object') return typeof kept === typeof value
  return Array.isArray(kept) && kept.every((one) => typeof one === 'string')
}

/** An entry of a list is named with its place: `actions.0`. */
function firstPart(fieldID: string): string {
  return fieldID.split('.')[0] ?? fieldID
}
