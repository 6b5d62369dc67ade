import {
  createFormatsForm,
  createIdentityProviders,
  createUsernameFormats,
  formatAt,
  formatKinds,
  formatsChanged,
  type FormatKind,
  type FormatsForm,
  type IdentityProvider,
} from '@portico/core'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { App } from '../../terminal/app/app.ts'
import { createFormCursor, type FormCursor } from '../../terminal/form/form-cursor.ts'
import { formatRowId, formatRows } from './formats-rows.ts'

export type FormatsViewState = {
  readonly status: 'loading' | 'ready' | 'not-found' | 'failed'
  readonly provider: Pick<IdentityProvider, 'id' | 'name' | 'type'> | undefined
  readonly etag: string | undefined
  /** What the server said about the last save, by row. */
  readonly complaints: ReadonlyMap<string, string>
}

export type FormatsModel = {
  readonly app: App
  readonly id: string
  readonly view: StoreApi<FormatsViewState>
  readonly form: FormatsForm
  readonly cursor: FormCursor
  /** The format under the cursor. */
  current(): { readonly kind: FormatKind; readonly value: string } | undefined
  load(): Promise<void>
  discard(): void
  isDirty(): boolean
  persist(): Promise<boolean>
  readAgain(): Promise<void>
}

/** The username formats of one provider: core's two lists, and where the cursor stands in them. */
export function createFormatsModel(app: App, id: string): FormatsModel {
  const { core, words } = app
  const calls = core.lazily(createUsernameFormats)
  const providers = core.lazily(createIdentityProviders)
  const form = createFormatsForm({ suffixes: [], prefixes: [] })
  const view = createStore<FormatsViewState>(() => ({
    status: 'loading',
    provider: undefined,
    etag: undefined,
    complaints: new Map(),
  }))
  const cursor = createFormCursor({
    rows: () => formatRows(app, form.getState(), view.getState().complaints),
    editorOf: () => undefined,
  })

  /** Each conflict stays at the row it is about, whatever is added or removed around it. */
  function readComplaints(): void {
    const details = core.feedback.getState().expected?.details ?? []
    const complaints = new Map<string, string>()
    for (const { fieldID, errorMessage } of details) {
      const value = fieldID === undefined ? undefined : formatAt(form.getState(), fieldID)
      const kind = fieldID?.startsWith('prefixes') ? 'prefixes' : 'suffixes'
      if (value !== undefined) complaints.set(formatRowId(kind, value), errorMessage)
    }
    view.setState({ complaints })
    const [first] = complaints.keys()
    if (first !== undefined) cursor.moveTo(first)
  }

  // A conflict goes with its row, and the banner with the last of them.
  form.subscribe((state) => {
    const { complaints } = view.getState()
    const rows = formatKinds.flatMap((kind) => state[kind].map((value) => formatRowId(kind, value)))
    const left = new Map([...complaints].filter(([id]) => rows.includes(id)))
    if (left.size === complaints.size) return
    view.setState({ complaints: left })
    if (left.size === 0) core.feedback.clearError()
  })

  const model: FormatsModel = {
    app,
    id,
    view,
    form,
    cursor,
    current() {
      const rowId = cursor.current()?.id
      for (const kind of ['suffixes', 'prefixes'] as const)
        for (const value of form.getState()[kind]) if (formatRowId(kind, value) === rowId) return { kind, value }
      return undefined
    },
    async load() {
      const [opened, provider] = await Promise.all([calls.open(id), providers.open(id)])
      if (opened === 'not-found' || provider === 'not-found') return view.setState({ status: 'not-found' })
      if (opened === undefined || provider === undefined) return view.setState({ status: 'failed' })
      form.saved(opened.formats)
      view.setState({ status: 'ready', etag: opened.etag, provider: provider.provider, complaints: new Map() })
    },
    discard() {
      form.discard()
      view.setState({ complaints: new Map() })
      core.feedback.clearError()
    },
    isDirty: () => view.getState().status === 'ready' && formatsChanged(form.getState()),
    async persist() {
      const refused = app.tenantRefusal() ?? (model.isDirty() ? undefined : words.say('form.unchanged'))
      if (refused !== undefined) {
        app.say(refused)
        return false
      }
      const saved = await calls.save({ id, etag: view.getState().etag }, form.getState())
      if (saved === undefined) {
        readComplaints()
        return false
      }
      form.saved(saved.formats)
      view.setState({ etag: saved.etag, complaints: new Map() })
      return true
    },
    async readAgain() {
      const opened = await calls.open(id, 'form')
      if (opened === 'not-found') return view.setState({ status: 'not-found' })
      if (opened === undefined) return
      form.readAgain(opened.formats)
      core.feedback.clearError()
      view.setState({ etag: opened.etag, complaints: new Map() })
    },
  }
  return model
}
