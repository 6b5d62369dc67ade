import {
  createServiceAccountEditor,
  gridRows,
  keyFields,
  lineFields,
  serviceAccountNoun,
  type GridRow,
  type KeyField,
  type KeySlot,
  type LineField,
  type LineName,
  type OpenedAccount,
  type ServiceAccountEditor,
  type ServiceAccountFormState,
} from '@portico/core'
import { createStore, type StoreApi } from 'zustand/vanilla'

import { relativeTime } from '../../../kit/output/cell.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { Saving } from '../../../kit/terminal/editing/saving.ts'
import { rememberCreated } from '../../../kit/terminal/list/noun-list-view.tsx'
import { createArea, type Area } from '../../../kit/terminal/fields/area.ts'
import { createLine, type Line } from '../../../kit/terminal/fields/line.ts'
import type { Field } from '../../../kit/terminal/focus/layer.ts'

/** The items that the cursor can select, from top to bottom. */
export type FormItem =
  | { readonly kind: 'line'; readonly field: LineField }
  | { readonly kind: 'key'; readonly field: KeyField }
  | { readonly kind: 'application'; readonly row: GridRow }
  | { readonly kind: 'add' }

export type AccountForm = {
  readonly app: App
  readonly editor: ServiceAccountEditor
  readonly saving: Saving<ServiceAccountFormState, OpenedAccount>
  /** `isEditing`: the field under the cursor takes what is typed. */
  readonly view: StoreApi<{ readonly cursor: number; readonly isEditing: boolean }>
  readonly lines: Readonly<Record<LineName, Line>>
  readonly keys: Readonly<Record<KeySlot, Area>>
  /** The last key pair made here for each key, and the file with its private key. */
  readonly made: Map<KeySlot, { readonly path: string; readonly publicKey: string }>
  items(): readonly FormItem[]
  current(): FormItem
  /** The text field with the cursor, while it is edited. */
  field(): Field | undefined
  move(by: number): void
  /** Ends editing; the field shows its violation from now on. */
  stop(): void
  load(): Promise<void>
  /** Asks the server again if it is what refuses changes: the environment may be writable by now. */
  checkLock(): Promise<void>
  toList(): void
}

/** The form of one account: core's editor and the cursor position. */
export function createAccountForm(app: App, environmentId: string, id: string | undefined): AccountForm {
  const { core } = app
  const editor = createServiceAccountEditor(core, { environmentId, id, lock: () => app.writeRefusal(environmentId) })
  const view = createStore(() => ({ cursor: 0, isEditing: id === undefined }))
  const lines = Object.fromEntries(
    lineFields.map(({ name }) => [name, createLine({ changed: (text) => editor.setField(name, text) })]),
  ) as Record<LineName, Line>
  const keys = Object.fromEntries(
    keyFields.map(({ name }) => [name, createArea({ value: '', changed: (text) => editor.setField(name, text) })]),
  ) as Record<KeySlot, Area>
  const fields = { ...lines, ...keys }
  // Updates the text fields after reading, discarding or importing a file.
  editor.subscribe(({ form: { values } }, before) => {
    if (values === before.form.values) return
    for (const { name } of [...lineFields, ...keyFields])
      if (fields[name].getState().value !== values[name]) fields[name].set(values[name])
  })

  const items = (): readonly FormItem[] => [
    ...lineFields.map((field): FormItem => ({ kind: 'line', field })),
    ...keyFields.map((field): FormItem => ({ kind: 'key', field })),
    ...gridRows(editor.getState().form.dependencies).map((row): FormItem => ({ kind: 'application', row })),
    { kind: 'add' },
  ]
  const current = () => {
    const all = items()
    return all[Math.min(view.getState().cursor, all.length - 1)] ?? { kind: 'add' }
  }
  const leaveField = () => {
    const field = fieldOf(current())
    if (view.getState().isEditing && field !== undefined) editor.visit(field)
  }
  // Spec section 4: after create and after delete, to the list.
  const toList = () => app.replace({ view: 'service-accounts', environmentId })

  return {
    app,
    editor,
    saving: {
      app,
      editor,
      createQuestion: 'Create this service account?',
      createLabel: 'Create',
      notes: () => keyUseNotes(app, editor),
      toList,
      created() {
        rememberCreated(app, serviceAccountNoun, editor.getState().id, environmentId)
        toList()
      },
      // The header and the keys then say that the environment is read-only.
      async failed(problem) {
        if (problem.kind === 'expected' && problem.errorID === 'READ_ONLY') await core.environments.fetchAdmin()
      },
    },
    view,
    lines,
    keys,
    made: new Map(),
    items,
    current,
    field() {
      const field = fieldOf(current())
      return view.getState().isEditing && field !== undefined ? fields[field] : undefined
    },
    move(by) {
      leaveField()
      const last = items().length - 1
      view.setState(({ cursor }) => ({ cursor: Math.max(0, Math.min(Math.min(cursor, last) + by, last)) }))
    },
    stop() {
      leaveField()
      view.setState({ isEditing: false })
    },
    async load() {
      if (core.environments.getState().adminEnvironments === undefined) await core.environments.fetchAdmin()
      await editor.load()
    },
    async checkLock() {
      if (app.environment(environmentId)?.readonly === true) await core.environments.fetchAdmin()
    },
    toList,
  }
}

/** When each saved key that is removed or replaced was last used. */
function keyUseNotes({ core, words }: App, editor: ServiceAccountEditor): readonly string[] {
  const { values, fetched } = editor.getState().form
  return keyFields
    .filter(({ name }) => fetched.values[name] !== '' && fetched.values[name].trim() !== values[name].trim())
    .map(({ name }) => {
      const key = words.say(`field.${name}`)
      const usedAt = fetched.keyTimes?.[name]?.lastUsedAt ?? null
      if (usedAt === null) return words.say('tui.keyNeverUsed', { key })
      return words.say('tui.keyLastUsed', { key, when: relativeTime(usedAt, core.clock.now(), words) })
    })
}

/** The editor's field of a text item. */
export function fieldOf(item: FormItem): LineName | KeySlot | undefined {
  return item.kind === 'line' || item.kind === 'key' ? item.field.name : undefined
}
