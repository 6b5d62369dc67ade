import { createUploadForm } from '../../kit/keys/upload-form.ts'
import type { UploadForm } from '../../kit/editing/file-form.ts'
import { createEditor, type Editor } from '../../kit/editing/editor.ts'
import type { EditorOptions, EditorParts } from '../../kit/editing/noun.ts'
import type { Outcome } from '../../kit/http/client.ts'
import type { Sha256 } from '../../kit/http/port.ts'
import type { Lazily } from '../../kit/lazy-parts.ts'
import { listOf } from '../../kit/lists/list.ts'
import { providerChangesOf } from './changes.ts'
import { createProviderCheck, providerFieldOf, type ProviderCheck } from './check.ts'
import { providerCommandOf } from './command.ts'
import { configFieldsOf } from './config-fields.ts'
import type { ConfigValue } from './config-values.ts'
import {
  createIdentityProvider,
  deleteIdentityProvider,
  getIdentityProvider,
  updateIdentityProvider,
  type IdentityProvider,
} from './contract.ts'
import {
  createIdentityProviderForm,
  providerChanged,
  providerInputOf,
  providerViolations,
  type ProviderFormState,
  type SecretEdit,
} from './form.ts'
import { identityProviderList } from './list.ts'
import { createTransformPreview, isTransformField, type TransformPreview } from './preview.ts'
import type { IdentityProviderInput } from './rules.ts'
import { createIdentityProviders } from './store.ts'
import { providerRetyped, providerTyped } from './typed.ts'
import type { IdentityProviderType } from './types.ts'

/** A core, or the part of it that a command has: without `lazily` there is neither a list to update nor a linter. */
export type IdentityProviderEditorParts = EditorParts & {
  readonly lazily?: Lazily
  readonly sha256?: Sha256 | undefined
}

/** What is saved is a draft: sign-ins do not use it until it is kept. */
export type IdentityProviderTarget = EditorOptions & {
  /** Other calls than those of administration: a setup session has its own. */
  readonly calls?: {
    read(): Promise<Outcome<IdentityProvider>>
    save(body: IdentityProviderInput, etag: string | undefined): Promise<Outcome<IdentityProvider>>
  }
} & ({ readonly id: string } | { readonly type: IdentityProviderType })

export type IdentityProviderEditor = Editor<ProviderFormState, IdentityProvider> & {
  readonly check: ProviderCheck
  /** What the transforms in the form make of names. */
  readonly preview: TransformPreview
  setName(name: string): void
  setEnabled(enabled: boolean): void
  setField(field: string, value: ConfigValue): void
  setSecret(field: string, edit: SecretEdit): void
  /** A file whose certificate, or else its key, goes into the field. */
  uploadCertificate(field: string): UploadForm
  /** Fills in the values from metadata. */
  take(config: Readonly<Record<string, unknown>>): void
}

const violationsInSetup = (state: ProviderFormState) =>
  providerViolations(state).filter(({ fieldID }) => fieldID !== 'formats')

/** One identity provider being added or edited. Its type is known once it is read; until then the form shows OIDC. */
export function createIdentityProviderEditor(
  parts: IdentityProviderEditorParts,
  target: IdentityProviderTarget,
): IdentityProviderEditor {
  const { client, lazily } = parts
  const providers = lazily?.(createIdentityProviders)
  const list = lazily && listOf({ lazily }, identityProviderList)
  const form = createIdentityProviderForm('type' in target ? target.type : 'OIDC', parts.sha256)
  const check = createProviderCheck(providers, () => editor.getState())
  const preview = createTransformPreview(client, () => editor.getState())

  const editor: Editor<ProviderFormState, IdentityProvider> = createEditor<ProviderFormState, IdentityProvider>(
    parts,
    {
      form,
      idOf: ({ id }) => id,
      // The setup asks for username formats in a later step.
      violationsOf: target.calls === undefined ? providerViolations : violationsInSetup,
      isChanged: providerChanged,
      changesOf: providerChangesOf,
      commandOf: providerCommandOf,
      read: (id) => target.calls?.read() ?? client.call(getIdentityProvider, { params: { id } }),
      async save(state, { id, etag, idempotencyKey }) {
        const body = providerInputOf(state) as IdentityProviderInput
        if (target.calls !== undefined) return target.calls.save(body, etag)
        const outcome =
          id === undefined
            ? await client.call(createIdentityProvider, { body, idempotencyKey })
            : await client.call(updateIdentityProvider, { params: { id }, body, ifMatch: etag })
        if (outcome.ok) list?.replace(outcome.value)
        return outcome
      },
      async remove(id) {
        const outcome = await client.call(deleteIdentityProvider, { params: { id } })
        if (outcome.ok) list?.remove(id)
        return outcome
      },
      sentences: {
        created: 'idp.created',
        updated: ({ draft }) => (draft === null ? 'idp.inEffect' : 'idp.updated'),
        removed: 'idp.deleted',
      },
      fieldOf: providerFieldOf,
      // Their sentences are the same for every field; the sentence for the name says what it is about.
      labelOf: (field) => configFieldsOf(form.getState().type).find(({ name }) => name === field)?.label,
      afterSave: () => void check.run(),
      typedOf: providerTyped,
      retype: (content) => (providerRetyped(form, content) ? 'idp.kept' : undefined),
    },
    { ...target, id: 'id' in target ? target.id : undefined },
  )

  const setField = (field: string, value: ConfigValue) => {
    form.setField(field, value)
    editor.touch(field)
    // Only where the preview is shown.
    if (isTransformField(field) && preview.getState().names !== undefined) void preview.run()
  }

  return {
    ...editor,
    check,
    preview,
    async load() {
      await editor.load()
      if (editor.getState().status === 'ready') void check.run()
    },
    async refresh() {
      const wasRead = await editor.refresh()
      if (wasRead) await check.run()
      return wasRead
    },
    setName(name) {
      form.setName(name)
      editor.touch('name')
    },
    setEnabled(enabled) {
      form.setEnabled(enabled)
      editor.touch('enabled')
    },
    setField,
    uploadCertificate: (field) =>
      createUploadForm(parts, ({ certificate, publicKey }) => setField(field, certificate ?? publicKey)),
    setSecret(field, edit) {
      form.setSecret(field, edit)
      editor.touch(field)
    },
    take: (config) => form.take(config),
  }
}
