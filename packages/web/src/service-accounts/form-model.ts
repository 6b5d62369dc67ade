import {
  canSave,
  createServiceAccountForm,
  createServiceAccounts,
  hasChanges,
  readAgainInto,
  saveForm,
  type ApplicationChoice,
  type Core,
  type FieldName,
  type Guard,
  type ServiceAccountForm,
} from '@portico/core'
import { createStore, type StoreApi } from 'zustand'

import { saveForm as saveOnPage } from '../ui/save-form.ts'
import { applyTyped, typedOf } from './typed-form.ts'

export type KeySlot = 'key1' | 'key2'

export type FormView = {
  readonly status: 'loading' | 'ready' | 'not-found' | 'failed'
  readonly isSaving: boolean
  /** Deleted by somebody else while it was edited. */
  readonly isGone: boolean
  /** Absent while the account does not exist yet. */
  readonly id: string | undefined
  readonly etag: string | undefined
  /** Fields the person has left once: what is wrong with them is said from then on. */
  readonly visited: readonly FieldName[]
  /** End of the certificate a key was taken from (RFC 3339), and that key. */
  readonly certificates: Readonly<Partial<Record<KeySlot, { readonly key: string; readonly notAfter: string }>>>
  readonly note: 'kept' | 'keptSecret' | 'readAgain' | undefined
}

export type FormModel = {
  readonly environmentId: string
  readonly form: ServiceAccountForm
  readonly view: StoreApi<FormView>
  /** For the leave blocker. */
  readonly guard: Guard
  load(): Promise<void>
  setField(field: FieldName, value: string): void
  visit(field: FieldName): void
  takeKey(slot: KeySlot, key: string, notAfter: string | undefined): void
  addApplication(application: ApplicationChoice): Promise<void>
  /** true when everything was saved. */
  save(): Promise<boolean>
  discard(): void
  /** After it was deleted meanwhile: what was typed, as a new account. */
  becomeNew(): void
  /** true when it is gone. */
  remove(): Promise<boolean>
  /** After a stale save: the newer version, with what was typed on top. */
  readAgain(): Promise<void>
  /** What was typed, without secrets, and back. */
  typed(): unknown
  retype(content: unknown): void
}

type Options = { core: Core; environmentId: string; id: string | undefined; idempotencyKey: string }

/** One account being created or edited: core's form, and what the screen around it knows. */
export function createFormModel({ core, environmentId, id, idempotencyKey }: Options): FormModel {
  const { applications, feedback } = core
  const serviceAccounts = core.lazily(createServiceAccounts)
  const form = createServiceAccountForm(undefined, core.sha256)
  const view = createStore<FormView>(() => ({
    status: id === undefined ? 'ready' : 'loading',
    isSaving: false,
    isGone: false,
    id,
    etag: undefined,
    visited: [],
    certificates: {},
    note: undefined,
  }))
  const fetchRoles = (appId: string) => serviceAccounts.fetchRoles(environmentId, appId)

  async function save(): Promise<boolean> {
    if (view.getState().isSaving || !canSave(form.getState())) return false
    const { id: savedId, etag } = view.getState()
    view.setState({ isSaving: true, note: undefined })
    const saved = await saveForm(serviceAccounts, form, { environmentId, id: savedId, etag, idempotencyKey })
    view.setState({ isSaving: false, id: saved.id, etag: saved.etag, ...(saved.ok ? { visited: [] } : {}) })
    if (!saved.ok) feedback.offerRetry(saveOnPage)
    if (savedId !== undefined && feedback.getState().expected?.status === 404) {
      feedback.clearError()
      view.setState({ isGone: true })
    }
    return saved.ok
  }

  function discard(): void {
    form.discard()
    feedback.clearError()
    view.setState({ visited: [], certificates: {}, note: undefined, isGone: false })
  }

  return {
    environmentId,
    form,
    view,
    guard: { hasChanges: () => hasChanges(form.getState()), save, discard },
    async load() {
      const [opened] = await Promise.all([
        id === undefined ? undefined : serviceAccounts.open(environmentId, id),
        applications.fetch(environmentId),
        // Also says whether the environment is read-only, and forgets the roles of another environment.
        serviceAccounts.enter(environmentId),
      ])
      if (id === undefined) return
      if (opened === undefined || opened === 'not-found')
        return view.setState({ status: opened === undefined ? 'failed' : 'not-found' })
      form.saved(opened.account, opened.dependencies)
      view.setState({ status: 'ready', etag: opened.etag })
      await Promise.all([...new Set(opened.dependencies.map((row) => row.appId))].map(fetchRoles))
    },
    setField(field, value) {
      form.setField(field, value)
      feedback.removePartialError(field)
    },
    visit: (field) => view.setState(({ visited }) => (visited.includes(field) ? {} : { visited: [...visited, field] })),
    takeKey(slot, key, notAfter) {
      form.setField(slot, key)
      form.setField(`${slot}Algorithm`, 'RSA')
      feedback.removePartialError(slot)
      view.setState(({ certificates }) => ({
        certificates: { ...certificates, [slot]: notAfter === undefined ? undefined : { key, notAfter } },
      }))
    },
    async addApplication(application) {
      await fetchRoles(application.id)
      form.addApplication(application)
    },
    save,
    discard,
    becomeNew() {
      form.becomeNew()
      view.setState({ isGone: false, id: undefined, etag: undefined })
    },
    remove: async () => {
      const { id: savedId } = view.getState()
      if (savedId === undefined || !(await serviceAccounts.remove(environmentId, savedId))) return false
      form.discard()
      return true
    },
    async readAgain() {
      const { id: savedId } = view.getState()
      const opened = savedId === undefined ? undefined : await serviceAccounts.open(environmentId, savedId, 'form')
      if (opened === 'not-found') return view.setState({ status: 'not-found' })
      if (opened === undefined) return
      readAgainInto(form, opened)
      feedback.clearError()
      view.setState({ etag: opened.etag, note: 'readAgain' })
      await Promise.all([...new Set(form.getState().dependencies.map((row) => row.appId))].map(fetchRoles))
    },
    typed: () => typedOf(form.getState()),
    retype(content) {
      const wasSecret = applyTyped(form, content)
      if (wasSecret === undefined) return
      view.setState({ note: wasSecret ? 'keptSecret' : 'kept' })
      for (const { appId } of form.getState().dependencies) void fetchRoles(appId)
    },
  }
}
