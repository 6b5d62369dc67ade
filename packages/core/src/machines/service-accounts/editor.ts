import { createStore, type StoreApi } from 'zustand/vanilla'

import { applicationList } from '../../applications/applications/list.ts'
import { createUploadForm } from '../../kit/keys/upload-form.ts'
import type { UploadForm } from '../../kit/editing/file-form.ts'
import { createEditor, type Editor } from '../../kit/editing/editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import type { Environments } from '../../tenant/environments/store.ts'
import type { Sha256 } from '../../kit/http/port.ts'
import type { Lazily } from '../../kit/lazy-parts.ts'
import { listOf } from '../../kit/lists/list.ts'
import { readAccount, saveAccount, type OpenedAccount } from './calls.ts'
import { changesOf } from './changes.ts'
import { commandOf } from './command.ts'
import { deleteServiceAccount, type DependencyRow } from './contract.ts'
import { labelOf, type FieldName, type KeySlot } from './fields.ts'
import {
  createServiceAccountForm,
  formViolations,
  hasChanges,
  type ApplicationChoice,
  type ServiceAccountFormState,
} from './form.ts'
import type { KeyOrigins } from './key-view.ts'
import { readAgainInto } from './read-again.ts'
import { createServiceAccounts } from './store.ts'
import { accountRetyped, accountTyped } from './typed.ts'

/** A core, or the part of it that a command has: without lists only the account itself is read. */
export type ServiceAccountEditorParts = EditorParts & {
  readonly lazily?: Lazily
  readonly sha256?: Sha256 | undefined
  readonly environments?: Pick<Environments, 'getState'>
}

export type ServiceAccountTarget = EditorOptions & {
  readonly environmentId: string
  /** Absent: a new account. */
  readonly id: string | undefined
  /** Also reads the roles of every application it has, for a face that shows their labels. */
  readonly readsRoles?: boolean
}

export type ServiceAccountEditor = Editor<ServiceAccountFormState, OpenedAccount> & {
  readonly environmentId: string
  readonly keyOrigins: StoreApi<KeyOrigins>
  isReadonly(): boolean
  setField(field: FieldName, value: string): void
  /** Puts a key into a slot; `notAfter` if it came from a certificate. */
  takeKey(slot: KeySlot, key: string, notAfter?: string): void
  /** A file whose key goes into the slot. */
  uploadKey(slot: KeySlot): UploadForm
  /** Empties the slot. */
  removeKey(slot: KeySlot): void
  /** Spec section 4: reads the application's roles and adds it. */
  addApplication(application: ApplicationChoice): Promise<void>
  removeApplication(appId: string): void
  setRoles(appId: string, names: readonly string[]): void
  /** Replaces all applications and roles. */
  setDependencies(rows: readonly DependencyRow[]): void
}

/** One service account being created or edited, with what it may use. */
export function createServiceAccountEditor(
  parts: ServiceAccountEditorParts,
  target: ServiceAccountTarget,
): ServiceAccountEditor {
  const { client, words, environments, lazily } = parts
  const serviceAccounts = lazily?.(createServiceAccounts)
  const applications = lazily && listOf({ lazily }, applicationList)
  const { environmentId } = target
  const calls = { client, environmentId, saved: (account: OpenedAccount['account']) => list?.replace(account) }
  const list = serviceAccounts?.list
  const form = createServiceAccountForm(undefined, parts.sha256)
  const keyOrigins = createStore<KeyOrigins>(() => ({}))

  const environmentOf = () => environments?.getState().adminEnvironments?.find((one) => one.id === environmentId)
  const isReadonly = () => {
    const entered = serviceAccounts?.getState()
    return (entered?.environmentId === environmentId && entered.readonly) || (environmentOf()?.readonly ?? false)
  }
  const fetchRoles = async () => {
    if (target.readsRoles !== true || serviceAccounts === undefined) return
    const ids = [...new Set(form.getState().dependencies.map((row) => row.appId))]
    await Promise.all(ids.map((appId) => serviceAccounts.fetchRoles(environmentId, appId)))
  }

  const editor = createEditor<ServiceAccountFormState, OpenedAccount>(
    parts,
    {
      form: {
        ...form,
        saved: ({ account, dependencies }) => form.saved(account, dependencies),
        readAgain: (newer) => readAgainInto(form, newer),
      },
      idOf: ({ account }) => account.id,
      violationsOf: formViolations,
      isChanged: hasChanges,
      changesOf: (state) => changesOf(state).map((one) => ({ ...one, label: words().say(labelOf(one.field)) })),
      commandOf: (state, id) => commandOf(state, { environment: environmentOf()?.name ?? environmentId, id }),
      read: (id) => readAccount(calls, id),
      save: (state, at) => saveAccount(calls, state, at),
      async remove(id) {
        const outcome = await client.call(deleteServiceAccount, { params: { envId: environmentId, id } })
        if (outcome.ok) list?.remove(id)
        return outcome
      },
      sentences: {
        created: 'serviceAccount.created',
        updated: 'serviceAccount.updated',
        removed: 'serviceAccount.deleted',
      },
      isReadonly,
      typedOf: accountTyped,
      retype(content) {
        const retyped = accountRetyped(form, content)
        if (retyped === undefined) return undefined
        void fetchRoles()
        return retyped.wasSecret ? 'form.keptSecret' : 'form.kept'
      },
    },
    target,
  )
  const setField = (field: FieldName, value: string) => {
    if (form.getState().values[field] === value) return
    form.setField(field, value)
    editor.touch(field)
  }

  const takeKey = (slot: KeySlot, key: string, notAfter?: string) => {
    setField(slot, key)
    setField(`${slot}Algorithm`, 'RSA')
    keyOrigins.setState({ [slot]: notAfter === undefined ? undefined : { key, notAfter } })
  }

  return {
    ...editor,
    environmentId,
    keyOrigins,
    isReadonly,
    async load() {
      // Also reads whether the environment is read-only, and drops the roles of another environment.
      await Promise.all([editor.load(), applications?.open(environmentId), serviceAccounts?.enter(environmentId)])
      await fetchRoles()
    },
    async readAgain() {
      const wasRead = await editor.readAgain()
      if (wasRead) await fetchRoles()
      return wasRead
    },
    discard() {
      editor.discard()
      keyOrigins.setState({}, true)
    },
    setField,
    takeKey,
    uploadKey: (slot) => createUploadForm(parts, ({ publicKey, notAfter }) => takeKey(slot, publicKey, notAfter)),
    removeKey: (slot) => takeKey(slot, ''),
    async addApplication(application) {
      await serviceAccounts?.fetchRoles(environmentId, application.id)
      form.addApplication(application)
    },
    removeApplication: (appId) => form.removeApplication(appId),
    setRoles: (appId, names) => form.setRoles(appId, names),
    setDependencies: (rows) => form.setDependencies(rows),
  }
}
