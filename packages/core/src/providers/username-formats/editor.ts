import { createEditor, type Editor } from '../../kit/editing/editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import type { Outcome } from '../../kit/http/client.ts'
import { violationsOf } from '../../kit/http/violations.ts'
import { getUsernameFormats, saveUsernameFormats } from './contract.ts'
import {
  createFormatsForm,
  formatAt,
  formatChangesOf,
  formatKindAt,
  formatsChanged,
  formatsCommandOf,
  formatsOf,
  type FormatsFormState,
  type GivenLists,
} from './form.ts'
import { formatText, type FormatKind } from '../identity-providers/format-text.ts'
import { closesPrimary, UsernameFormats } from './rules.ts'
import { formatsRetyped, formatsTyped } from './typed.ts'

export type UsernameFormatsEditor = Editor<FormatsFormState, UsernameFormats> & {
  /** The error id if it is invalid; undefined if it was added. */
  add(kind: FormatKind, text: string): string | undefined
  take(kind: FormatKind, value: string): void
  /** Replaces the lists; {@link Editor.violations} reports violations. */
  replace(formats: GivenLists): void
  /** The server's problem with a value at the last save, whatever its position now. */
  problemWith(kind: FormatKind, value: string): string | undefined
  /** The values that the server named at the last save. */
  named(): readonly { readonly kind: FormatKind; readonly value: string }[]
}

/** The lists of one identity provider's formats. They are part of the provider and cannot be created separately. */
export function createUsernameFormatsEditor(
  parts: EditorParts,
  target: EditorOptions & {
    readonly id: string
    /** Whether the provider is the primary one, which keeps a format. */
    readonly isPrimary?: () => boolean
    /** Other calls than those of administration: a setup session has its own. */
    readonly calls?: {
      read(): Promise<Outcome<UsernameFormats>>
      save(body: UsernameFormats, etag: string | undefined): Promise<Outcome<UsernameFormats>>
    }
  },
): UsernameFormatsEditor {
  const { client, feedback, words } = parts
  const { id } = target
  const form = createFormatsForm({ suffixes: [], prefixes: [] })
  /** As last sent: problems name a value by its position there. */
  let sent = form.getState()

  const editor = createEditor<FormatsFormState, UsernameFormats>(
    parts,
    {
      form,
      idOf: () => id,
      violationsOf: (state) => [
        ...violationsOf(UsernameFormats, formatsOf(state)),
        ...(closesPrimary({ primary: target.isPrimary?.() === true }, state)
          ? [{ errorID: 'FORMATS_PRIMARY', fieldID: 'formats' }]
          : []),
      ],
      isChanged: formatsChanged,
      changesOf: (state) =>
        formatChangesOf(state).map(({ kind, removed, added }) => ({
          field: kind,
          label: words().say(kind),
          removed: removed.map((value) => formatText(kind, value)),
          added: added.map((value) => formatText(kind, value)),
        })),
      commandOf: (state) => formatsCommandOf(state, id),
      read: () => target.calls?.read() ?? client.call(getUsernameFormats, { params: { id } }),
      save(state, { etag }) {
        sent = state
        if (target.calls !== undefined) return target.calls.save(formatsOf(state), etag)
        return client.call(saveUsernameFormats, { params: { id }, body: formatsOf(state), ifMatch: etag })
      },
      sentences: { created: 'formats.saved', updated: 'formats.saved' },
      typedOf: formatsTyped,
      retype: (content) => (formatsRetyped(form, content) ? 'form.kept' : undefined),
    },
    target,
  )

  const named = () =>
    (feedback.getState().expected?.details ?? []).flatMap(({ fieldID = '', errorMessage }) => {
      const value = formatAt(sent, fieldID)
      const kind = formatKindAt(fieldID)
      return kind === undefined || value === undefined || !form.getState()[kind].includes(value)
        ? []
        : [{ kind, value, fieldID, errorMessage }]
    })

  return {
    ...editor,
    add: (kind, text) => form.add(kind, text),
    take(kind, value) {
      const about = named().filter((one) => one.kind === kind && one.value === value)
      form.remove(kind, value)
      for (const { fieldID } of about) feedback.removePartialError(fieldID)
    },
    replace: (formats) => form.replace(formats),
    problemWith: (kind, value) => named().find((one) => one.kind === kind && one.value === value)?.errorMessage,
    named,
  }
}
