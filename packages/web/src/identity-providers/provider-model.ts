import {
  canSaveProvider,
  createIdentityProviderForm,
  createIdentityProviders,
  providerChanged,
  secretFieldsOf,
  type ConfigValue,
  type Core,
  type Guard,
  type IdentityProvider,
  type IdentityProviderType,
  type LintFinding,
  type ProviderForm,
  type SecretEdit,
} from '@portico/core'
import { createStore, type StoreApi } from 'zustand'

import { saveForm } from '../ui/save-form.ts'
import { newIdempotencyKey } from '../service-accounts/new-idempotency-key.ts'
import { applyTypedProvider, typedProviderOf } from './typed-provider.ts'

export type ProviderView = {
  readonly isSaving: boolean
  /** Deleted by somebody else while it was edited. */
  readonly isGone: boolean
  /** As it is stored; undefined while it does not exist yet. */
  readonly provider: IdentityProvider | undefined
  readonly etag: string | undefined
  /** Fields the person has left once: what is wrong with them is said from then on. */
  readonly visited: readonly string[]
  readonly note: 'idp.kept' | 'stale.done' | undefined
  /** What will go wrong; undefined until it was asked. */
  readonly findings: readonly LintFinding[] | undefined
  readonly isChecking: boolean
  /** Fingerprint of the certificate whose extension is being asked about. */
  readonly extending: string | undefined
}

export type ProviderModel = {
  readonly type: IdentityProviderType
  readonly form: ProviderForm
  readonly view: StoreApi<ProviderView>
  /** For the leave blocker. */
  readonly guard: Guard
  setName(name: string): void
  setEnabled(enabled: boolean): void
  setField(field: string, value: ConfigValue): void
  setSecret(field: string, edit: SecretEdit): void
  visit(field: string): void
  /** Opens the question whether an expired certificate shall be accepted for longer; undefined closes it. */
  askToExtend(fingerprint: string | undefined): void
  /** The provider when it was saved. */
  save(): Promise<IdentityProvider | undefined>
  discard(): void
  /** After it was deleted meanwhile: what was typed, as a new provider, whose secrets have to be typed again. */
  becomeNew(): void
  /** true when it is gone. */
  remove(): Promise<boolean>
  /** The newer version, with what was typed on top; the person is told. */
  readAgain(): Promise<void>
  /** The same without a word: after something was done that changes what is stored. */
  refresh(): Promise<void>
  /** Asks what will go wrong with the form as it stands. */
  check(): Promise<void>
  /** What was typed, without secrets, and back. */
  typed(): unknown
  retype(content: unknown): void
}

type Start =
  | { readonly type: IdentityProviderType; readonly idempotencyKey: string }
  | { readonly provider: IdentityProvider; readonly etag: string | undefined }

/** One provider being added or edited: core's form, and what the screen around it knows. */
export function createProviderModel(core: Core, start: Start): ProviderModel {
  const { feedback } = core
  const providers = core.lazily(createIdentityProviders)
  const isNew = 'type' in start
  const form = createIdentityProviderForm(isNew ? start.type : start.provider, core.sha256)
  const { type } = form.getState()
  const view = createStore<ProviderView>(() => ({
    isSaving: false,
    isGone: false,
    provider: isNew ? undefined : start.provider,
    etag: isNew ? undefined : start.etag,
    visited: [],
    note: undefined,
    findings: undefined,
    isChecking: false,
    extending: undefined,
  }))
  const again = newIdempotencyKey()
  const forget = (field: string) => {
    feedback.removePartialError(field)
    feedback.removePartialError(`config.${field}`)
  }

  async function check(): Promise<void> {
    const { provider } = view.getState()
    const state = form.getState()
    const isDraft = provider === undefined || providerChanged(state)
    if (isDraft && !canSaveProvider(state)) return
    view.setState({ isChecking: true })
    const findings = isDraft ? await providers.lintDraft(state) : await providers.lint(provider.id)
    view.setState({ isChecking: false, findings })
  }

  async function save(): Promise<IdentityProvider | undefined> {
    if (view.getState().isSaving || !canSaveProvider(form.getState())) return undefined
    const { provider, etag } = view.getState()
    view.setState({ isSaving: true, note: undefined })
    const idempotencyKey = isNew ? start.idempotencyKey : provider === undefined ? again : undefined
    const saved = await providers.save({ id: provider?.id, etag, idempotencyKey }, form.getState())
    view.setState({ isSaving: false })
    if (saved === undefined) {
      feedback.offerRetry(saveForm)
      if (provider !== undefined && feedback.getState().expected?.status === 404) {
        feedback.clearError()
        view.setState({ isGone: true })
      }
      return undefined
    }
    form.saved(saved.provider)
    view.setState({ ...saved, visited: [], findings: undefined })
    void check()
    return saved.provider
  }

  async function readNewer(): Promise<boolean> {
    const { provider } = view.getState()
    const opened = provider && (await providers.open(provider.id, 'form'))
    if (opened === undefined || opened === 'not-found') return false
    form.readAgain(opened.provider)
    view.setState(opened)
    return true
  }

  function discard(): void {
    form.discard()
    feedback.clearError()
    view.setState({ visited: [], note: undefined, isGone: false })
  }

  return {
    type,
    form,
    view,
    guard: {
      hasChanges: () => hasTyped(form),
      save: async () => (await save()) !== undefined,
      discard,
    },
    setName(name) {
      form.setName(name)
      forget('name')
    },
    setEnabled(enabled) {
      form.setEnabled(enabled)
      forget('enabled')
    },
    setField(field, value) {
      form.setField(field, value)
      forget(field)
    },
    setSecret(field, edit) {
      form.setSecret(field, edit)
      forget(field)
    },
    visit: (field) => view.setState(({ visited }) => (visited.includes(field) ? {} : { visited: [...visited, field] })),
    askToExtend: (extending) => view.setState({ extending }),
    save,
    discard,
    becomeNew() {
      form.becomeNew()
      view.setState({ isGone: false, provider: undefined, etag: undefined })
    },
    async remove() {
      const { provider } = view.getState()
      if (provider === undefined || !(await providers.remove(provider.id))) return false
      form.discard()
      return true
    },
    async readAgain() {
      if (!(await readNewer())) return
      feedback.clearError()
      view.setState({ note: 'stale.done' })
    },
    async refresh() {
      if (await readNewer()) await check()
    },
    check,
    typed: () => typedProviderOf(form.getState()),
    retype: (content) => {
      if (applyTypedProvider(form, content)) view.setState({ note: 'idp.kept' })
    },
  }
}

/** Whether leaving would lose something: a new form counts from its preset on. */
function hasTyped(form: ProviderForm): boolean {
  const state = form.getState()
  return providerChanged(state) || secretFieldsOf(state.type).some(({ name }) => state.secrets[name]?.do === 'forget')
}
