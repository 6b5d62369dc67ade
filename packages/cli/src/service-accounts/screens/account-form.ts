import {
  createServiceAccountEditor,
  gridRows,
  type GridRow,
  type KeySlot,
  type OpenedAccount,
  type ServiceAccountEditor,
  type ServiceAccountFormState,
} from '@portico/core'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { App } from '../../terminal/app/app.ts'
import type { Saving } from '../../terminal/editing/saving.ts'
import { createArea, type Area } from '../../terminal/fields/area.ts'
import { createLine, type Line } from '../../terminal/fields/line.ts'
import type { Field } from '../../terminal/focus/layer.ts'

/** The items that the cursor can select, from top to bottom. */
export type FormItem =
  | { readonly kind: 'name' }
  | { readonly kind: 'key'; readonly slot: KeySlot }
  | { readonly kind: 'application'; readonly row: GridRow }
  | { readonly kind: 'add' }

export type AccountForm = {
  readonly app: App
  readonly editor: ServiceAccountEditor
  readonly saving: Saving<ServiceAccountFormState, OpenedAccount>
  /** `isEditing`: the field under the cursor takes what is typed. */
  readonly view: StoreApi<{ readonly cursor: number; readonly isEditing: boolean }>
  readonly name: Line
  readonly keys: Readonly<Record<KeySlot, Area>>
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
  const name = createLine({ changed: (text) => editor.setField('name', text) })
  const keys = {
    key1: createArea({ value: '', changed: (text) => editor.setField('key1', text) }),
    key2: createArea({ value: '', changed: (text) => editor.setField('key2', text) }),
  }
  const fields = { name, ...keys }
  // Updates the text fields after reading, discarding or importing a file.
  editor.subscribe(({ form: { values } }, before) => {
    if (values === before.form.values) return
    for (const field of ['name', 'key1', 'key2'] as const)
      if (fields[field].getState().value !== values[field]) fields[field].set(values[field])
  })

  const items = (): readonly FormItem[] => [
    { kind: 'name' },
    { kind: 'key', slot: 'key1' },
    { kind: 'key', slot: 'key2' },
    ...gridRows(editor.getState().form.dependencies).map((row): FormItem => ({ kind: 'application', row })),
    { kind: 'add' },
  ]
  const current = () => {
    const all = items()
    return all[Math.min(view.getState().cursor, all.length - 1)] ?? { kind: 'name' }
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
      toList,
      created: toList,
      // The header and the keys then say that the environment is read-only.
      async failed(problem) {
        if (problem.kind === 'expected' && problem.errorID === 'READ_ONLY') await core.environments.fetchAdmin()
      },
    },
    view,
    name,
    keys,
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

/** The editor's field of a text item. */
export function fieldOf(item: FormItem): 'name' | KeySlot | undefined {
  if (item.kind === 'name') return 'name'
  return item.kind === 'key' ? item.slot : undefined
}
