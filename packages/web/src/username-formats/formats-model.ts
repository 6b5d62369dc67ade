import {
  createFormatsForm,
  createUsernameFormats,
  formatsChanged,
  type Core,
  type FormatKind,
  type FormatsForm,
  type Guard,
} from '@portico/core'
import { createStore, type StoreApi } from 'zustand'

import { saveForm } from '../ui/save-form.ts'

export type FormatsView = {
  readonly status: 'loading' | 'ready' | 'not-found' | 'failed'
  readonly isSaving: boolean
  readonly etag: string | undefined
  readonly note: 'stale.done' | undefined
}

export type FormatsModel = {
  readonly form: FormatsForm
  readonly view: StoreApi<FormatsView>
  readonly guard: Guard
  load(): Promise<void>
  /** The error id of what is wrong with it, undefined where it was added. */
  add(kind: FormatKind, text: string): string | undefined
  remove(kind: FormatKind, value: string): void
  save(): Promise<boolean>
  discard(): void
  readAgain(): Promise<void>
}

/** The formats of one provider being edited. */
export function createFormatsModel(core: Core, id: string): FormatsModel {
  const { feedback } = core
  const calls = core.lazily(createUsernameFormats)
  const form = createFormatsForm({ suffixes: [], prefixes: [] })
  const view = createStore<FormatsView>(() => ({
    status: 'loading',
    isSaving: false,
    etag: undefined,
    note: undefined,
  }))

  async function save(): Promise<boolean> {
    if (view.getState().isSaving || !formatsChanged(form.getState())) return false
    view.setState({ isSaving: true, note: undefined })
    const saved = await calls.save({ id, etag: view.getState().etag }, form.getState())
    view.setState({ isSaving: false, ...(saved && { etag: saved.etag }) })
    if (saved === undefined) feedback.offerRetry(saveForm)
    else form.saved(saved.formats)
    return saved !== undefined
  }

  function discard(): void {
    form.discard()
    feedback.clearError()
    view.setState({ note: undefined })
  }

  return {
    form,
    view,
    guard: { hasChanges: () => formatsChanged(form.getState()), save, discard },
    async load() {
      const opened = await calls.open(id)
      if (opened === undefined || opened === 'not-found')
        return view.setState({ status: opened === undefined ? 'failed' : 'not-found' })
      form.saved(opened.formats)
      view.setState({ status: 'ready', etag: opened.etag })
    },
    add(kind, text) {
      // Complaints name a value by its place, which this changes.
      feedback.clearError()
      return form.add(kind, text)
    },
    remove(kind, value) {
      feedback.clearError()
      form.remove(kind, value)
    },
    save,
    discard,
    async readAgain() {
      const opened = await calls.open(id, 'form')
      if (opened === undefined || opened === 'not-found') return
      form.readAgain(opened.formats)
      feedback.clearError()
      view.setState({ etag: opened.etag, note: 'stale.done' })
    },
  }
}
