import {
  canSaveProvider,
  configFieldsOf,
  createIdentityProviderForm,
  createIdentityProviders,
  providerChanged,
  providerViolations,
  standingFindings,
  type ConfigField,
  type IdentityProvider,
  type IdentityProviderType,
  type LintFinding,
  type ProviderForm,
  type ProviderFormState,
} from '@portico/core'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { App } from '../../terminal/app/app.ts'
import { createFormCursor, type FormCursor } from '../../terminal/form/form-cursor.ts'
import { providerEditor } from './provider-editor.ts'
import { providerRows } from './provider-rows.ts'

export type ProviderViewState = {
  readonly status: 'loading' | 'ready' | 'not-found' | 'failed'
  /** Fields that few need are shown too. */
  readonly showsMore: boolean
  /** After a save that was refused, every broken rule is shown. */
  readonly showsAll: boolean
  /** As it is stored; undefined while it is new. */
  readonly provider: IdentityProvider | undefined
  readonly etag: string | undefined
  /** What will go wrong with it as it is stored; undefined: that is not known. */
  readonly findings: readonly LintFinding[] | undefined
  /** The form as it stands: its store comes into being with the provider, and whoever draws watches this one. */
  readonly values: ProviderFormState | undefined
}

export type ProviderModel = {
  readonly app: App
  readonly type: () => IdentityProviderType
  readonly view: StoreApi<ProviderViewState>
  /** undefined until the provider was read: its type decides what the form asks for. */
  form(): ProviderForm | undefined
  readonly cursor: FormCursor
  /** The configuration field under the cursor. */
  configField(): ConfigField | undefined
  load(): Promise<void>
  discard(): void
  isDirty(): boolean
  /** Why it cannot be saved now. */
  saveRefusal(): string | undefined
  /** Shows every broken rule, and goes to the first of them. */
  showBroken(): void
  /** Saves; true: it was saved. What is wrong is said. */
  persist(): Promise<boolean>
  /** After a stale save: the newer version, with what was typed on top. */
  readAgain(): Promise<void>
}

/** The configuration of one provider: core's form, and where the cursor stands in it. */
export function createProviderModel(app: App, start: { id: string } | { type: IdentityProviderType }): ProviderModel {
  const { core, words } = app
  const providers = core.lazily(createIdentityProviders)
  const idempotencyKey = app.randomId()
  let form: ProviderForm | undefined
  const view = createStore<ProviderViewState>(() => ({
    status: 'type' in start ? 'ready' : 'loading',
    showsMore: false,
    showsAll: false,
    provider: undefined,
    etag: undefined,
    findings: undefined,
    values: undefined,
  }))
  const make = (from: IdentityProviderType | IdentityProvider) => {
    form = createIdentityProviderForm(from, core.sha256)
    view.setState({ values: form.getState() })
    form.subscribe((values, before) => {
      view.setState({ values })
      // What the server said about a field is about what was there.
      for (const field of changedFields(values, before))
        for (const fieldID of [field, `config.${field}`]) core.feedback.removePartialError(fieldID)
    })
  }
  if ('type' in start) make(start.type)
  const cursor = createFormCursor({
    rows: () => {
      const { showsMore, showsAll, provider, findings } = view.getState()
      if (form === undefined) return []
      return providerRows(app, {
        state: form.getState(),
        showsMore,
        showsAll,
        certificates: provider?.certificates ?? [],
        findings: standingFindings(findings ?? [], form.getState()),
      })
    },
    editorOf: (id) => (form === undefined ? undefined : providerEditor(form, id)),
  })

  // A new provider begins with its name, ready to be typed.
  if ('type' in start) cursor.edit()

  /** What the linter has to say comes when it comes: it may ask the provider, and nobody waits for that. */
  function lint(id: string): void {
    view.setState({ findings: undefined })
    providers.lint(id).then((findings) => view.setState({ findings }), app.crashed)
  }

  const model: ProviderModel = {
    app,
    view,
    cursor,
    type: () => form?.getState().type ?? ('type' in start ? start.type : 'OIDC'),
    form: () => form,
    configField() {
      const row = cursor.current()
      return row?.kind === 'field' ? configFieldsOf(model.type()).find(({ name }) => name === row.id) : undefined
    },
    async load() {
      const id = view.getState().provider?.id ?? ('id' in start ? start.id : undefined)
      if (id === undefined) return
      const opened = await providers.open(id)
      if (opened === undefined || opened === 'not-found')
        return view.setState({ status: opened === undefined ? 'failed' : 'not-found' })
      if (form === undefined) make(opened.provider)
      else form.saved(opened.provider)
      view.setState({ status: 'ready', provider: opened.provider, etag: opened.etag })
      lint(id)
    },
    discard() {
      form?.discard()
      cursor.stop()
      core.feedback.clearError()
    },
    isDirty: () => view.getState().status === 'ready' && form !== undefined && providerChanged(form.getState()),
    saveRefusal() {
      const refused = app.tenantRefusal()
      if (refused !== undefined || form === undefined) return refused ?? words.say('banner.loading')
      const state = form.getState()
      if (canSaveProvider(state)) return undefined
      const [broken] = providerViolations(state)
      if (broken === undefined) return words.say('form.unchanged')
      const sentence = words.find(broken.errorID) ?? broken.errorID
      const field = configFieldsOf(state.type).find(({ name }) => name === broken.fieldID)
      return field === undefined ? sentence : `${field.label}: ${sentence}`
    },
    showBroken() {
      view.setState({ showsAll: true })
      const [broken] = form === undefined ? [] : providerViolations(form.getState())
      if (broken === undefined || form === undefined) return
      const field = configFieldsOf(model.type()).find(({ name }) => name === broken.fieldID)
      if (field !== undefined && field.common !== true) view.setState({ showsMore: true })
      cursor.moveTo(broken.fieldID)
    },
    async persist() {
      const refused = model.saveRefusal()
      if (refused !== undefined || form === undefined) {
        app.say(refused)
        if (app.tenantRefusal() === undefined) model.showBroken()
        return false
      }
      const { provider, etag } = view.getState()
      const saved = await providers.save({ id: provider?.id, etag, idempotencyKey }, form.getState())
      if (saved === undefined) return false
      form.saved(saved.provider)
      cursor.stop()
      view.setState({ provider: saved.provider, etag: saved.etag, showsAll: false })
      lint(saved.provider.id)
      return true
    },
    async readAgain() {
      const { provider } = view.getState()
      const opened = provider === undefined ? undefined : await providers.open(provider.id, 'form')
      if (opened === 'not-found') return view.setState({ status: 'not-found' })
      if (opened === undefined) return
      form?.readAgain(opened.provider)
      core.feedback.clearError()
      view.setState({ provider: opened.provider, etag: opened.etag })
    },
  }
  return model
}

function changedFields(now: ProviderFormState, before: ProviderFormState): readonly string[] {
  const own = (['name', 'enabled'] as const).filter((field) => now[field] !== before[field])
  const values = Object.keys(now.values).filter((field) => now.values[field] !== before.values[field])
  const secrets = Object.keys(now.secrets).filter((field) => now.secrets[field] !== before.secrets[field])
  return [...own, ...values, ...secrets]
}
