import {
  canSave,
  createServiceAccountForm,
  createServiceAccounts,
  formViolations,
  gridRows,
  hasChanges,
  readAgainInto,
  saveForm,
  type FieldName,
  type GridRow,
  type ServiceAccountForm,
} from '@portico/core'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { App } from '../../terminal/app/app.ts'
import { createArea, type Area } from '../../terminal/fields/area.ts'
import { createLine, type Line } from '../../terminal/fields/line.ts'
import type { Field } from '../../terminal/focus/layer.ts'

export type KeySlot = 'key1' | 'key2'

/** What the cursor can stand on, from the top of the form to its end. */
export type FormItem =
  | { readonly kind: 'name' }
  | { readonly kind: 'key'; readonly slot: KeySlot }
  | { readonly kind: 'application'; readonly row: GridRow }
  | { readonly kind: 'add' }

export type FormViewState = {
  readonly status: 'loading' | 'ready' | 'not-found' | 'failed'
  readonly cursor: number
  /** The field under the cursor takes what is typed. */
  readonly isEditing: boolean
  /** After a save that was refused, every broken rule is shown. */
  readonly showsAll: boolean
  readonly id: string | undefined
  readonly etag: string | undefined
}

export type FormModel = {
  readonly app: App
  readonly environmentId: string
  readonly view: StoreApi<FormViewState>
  readonly form: ServiceAccountForm
  readonly name: Line
  readonly keys: Readonly<Record<KeySlot, Area>>
  items(): readonly FormItem[]
  current(): FormItem
  /** The text field with the cursor, while it is edited. */
  field(): Field | undefined
  /** Sentence of what is wrong with a field, or undefined. */
  complaint(field: FieldName): string | undefined
  move(by: number): void
  load(): Promise<void>
  discard(): void
  /** Saves; the answer is whether everything was saved. What is wrong is said. */
  persist(): Promise<boolean>
  /** After a stale save: the newer version, with what was typed on top. */
  readAgain(): Promise<void>
  /** Why it cannot be saved now. */
  saveRefusal(): string | undefined
  isDirty(): boolean
}

/** The form of one account: core's form, and where the cursor stands in it. */
export function createFormModel(app: App, environmentId: string, id: string | undefined): FormModel {
  const { core, words } = app
  const serviceAccounts = core.lazily(createServiceAccounts)
  const form = createServiceAccountForm(undefined, core.sha256)
  const idempotencyKey = app.randomId()
  const view = createStore<FormViewState>(() => ({
    status: id === undefined ? 'ready' : 'loading',
    cursor: 0,
    isEditing: id === undefined,
    showsAll: false,
    id,
    etag: undefined,
  }))
  const changed = (field: FieldName) => (value: string) => {
    if (form.getState().values[field] === value) return
    form.setField(field, value)
    core.feedback.removePartialError(field)
  }
  const name = createLine({ changed: changed('name') })
  const keys = {
    key1: createArea({ value: '', changed: changed('key1') }),
    key2: createArea({ value: '', changed: changed('key2') }),
  }
  const show = () => {
    const { values } = form.getState()
    name.set(values.name)
    keys.key1.set(values.key1)
    keys.key2.set(values.key2)
  }

  const model: FormModel = {
    app,
    environmentId,
    view,
    form,
    name,
    keys,
    items: () => [
      { kind: 'name' },
      { kind: 'key', slot: 'key1' },
      { kind: 'key', slot: 'key2' },
      ...gridRows(form.getState().dependencies).map((row): FormItem => ({ kind: 'application', row })),
      { kind: 'add' },
    ],
    current: () => {
      const items = model.items()
      return items[Math.min(view.getState().cursor, items.length - 1)] ?? { kind: 'name' }
    },
    field() {
      if (!view.getState().isEditing) return undefined
      const item = model.current()
      return item.kind === 'name' ? name : item.kind === 'key' ? keys[item.slot] : undefined
    },
    complaint(field) {
      const said = core.feedback.getState().expected?.details.find((detail) => detail.fieldID === field)
      if (said !== undefined) return said.errorMessage
      const { values, pageType } = form.getState()
      const broken = formViolations(form.getState()).find((violation) => violation.fieldID === field)
      if (broken === undefined) return undefined
      const isUntouched = pageType === 'CREATE' && values[field] === '' && !view.getState().showsAll
      return isUntouched ? undefined : (words.find(broken.errorID) ?? broken.errorID)
    },
    move(by) {
      const last = model.items().length - 1
      view.setState(({ cursor }) => ({ cursor: Math.max(0, Math.min(Math.min(cursor, last) + by, last)) }))
    },
    async load() {
      if (core.environments.getState().adminEnvironments === undefined) await core.environments.fetchAdmin()
      const wanted = view.getState().id
      const [opened] = await Promise.all([
        wanted === undefined ? undefined : serviceAccounts.open(environmentId, wanted),
        core.applications.fetch(environmentId),
      ])
      if (wanted === undefined) return
      if (opened === undefined || opened === 'not-found')
        return view.setState({ status: opened === undefined ? 'failed' : 'not-found' })
      form.saved(opened.account, opened.dependencies)
      view.setState({ status: 'ready', etag: opened.etag })
      show()
    },
    discard() {
      form.discard()
      show()
      core.feedback.clearError()
    },
    isDirty: () => view.getState().status === 'ready' && hasChanges(form.getState()),
    saveRefusal() {
      const refused = app.writeRefusal(environmentId)
      if (refused !== undefined) return refused
      const state = form.getState()
      if (canSave(state)) return undefined
      const [broken] = formViolations(state)
      if (broken === undefined) return words.say('form.unchanged')
      return words.find(broken.errorID) ?? broken.errorID
    },
    async persist() {
      const refused = model.saveRefusal()
      if (refused !== undefined) {
        view.setState({ showsAll: true })
        app.say(refused)
        return false
      }
      const { id: savedId, etag } = view.getState()
      const saved = await saveForm(serviceAccounts, form, {
        environmentId,
        id: savedId,
        etag,
        idempotencyKey,
      })
      view.setState({ id: saved.id, etag: saved.etag })
      if (saved.id !== undefined) show()
      if (saved.ok) view.setState({ isEditing: false })
      return saved.ok
    },
    async readAgain() {
      const { id: savedId } = view.getState()
      const opened = savedId === undefined ? undefined : await serviceAccounts.open(environmentId, savedId, 'form')
      if (opened === 'not-found') return view.setState({ status: 'not-found' })
      if (opened === undefined) return
      readAgainInto(form, opened)
      core.feedback.clearError()
      view.setState({ etag: opened.etag })
      show()
    },
  }
  return model
}
