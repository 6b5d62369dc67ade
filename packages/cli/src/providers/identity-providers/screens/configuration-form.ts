import {
  configFieldsOf,
  createIdentityProviderEditor,
  identityProviderNoun,
  type ConfigField,
  type IdentityProvider,
  type IdentityProviderEditor,
  type IdentityProviderType,
  type ProviderFormState,
} from '@portico/core'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { Saving } from '../../../kit/terminal/editing/saving.ts'
import { createFormCursor, type FormCursor } from '../../../kit/terminal/form/form-cursor.ts'
import { rememberCreated } from '../../../kit/terminal/list/noun-list-view.tsx'
import { providerRows } from './provider-rows.ts'
import { textFieldOf } from './text-field-of.ts'

export type ConfigurationForm = {
  readonly app: App
  readonly editor: IdentityProviderEditor
  readonly saving: Saving<ProviderFormState, IdentityProvider>
  /** `showsMore`: rarely needed fields are shown too. */
  readonly view: StoreApi<{ readonly showsMore: boolean }>
  readonly cursor: FormCursor
  /** The configuration field under the cursor. */
  configField(): ConfigField | undefined
  /** Moves to a field, even a hidden one. */
  show(field: string): void
}

/** The configuration of one provider: core's editor and the cursor position. */
export function createConfigurationForm(
  app: App,
  start: { readonly id: string } | { readonly type: IdentityProviderType },
): ConfigurationForm {
  const editor = createIdentityProviderEditor(app.core, { ...start, lock: () => app.tenantRefusal() })
  const view = createStore(() => ({ showsMore: false }))
  const cursor = createFormCursor({
    rows: () => providerRows(app, editor, view.getState()),
    editorOf: (id) => textFieldOf(app.words, editor, id),
    left: (id) => editor.visit(id),
  })
  // A new provider starts with its name field in edit mode.
  if ('type' in start) cursor.edit()
  const fieldNamed = (wanted: string | undefined) =>
    configFieldsOf(editor.getState().form.type).find(({ name }) => name === wanted)
  const show = (field: string) => {
    if (fieldNamed(field)?.common !== true && fieldNamed(field) !== undefined) view.setState({ showsMore: true })
    cursor.moveTo(field)
  }

  return {
    app,
    editor,
    saving: {
      app,
      editor,
      createQuestion: 'Add this identity provider?',
      createLabel: 'Add it',
      toList: () => app.replace({ view: 'identity-providers' }),
      // A provider cannot sign people in before it has a username format.
      created() {
        const { id } = editor.getState()
        rememberCreated(app, identityProviderNoun, id)
        if (id !== undefined) app.replace({ view: 'username-formats', id })
      },
      refused({ fields: [first] }) {
        if (first !== undefined) show(first)
      },
    },
    view,
    cursor,
    configField() {
      const row = cursor.current()
      return row?.kind === 'field' ? fieldNamed(row.id) : undefined
    },
    show,
  }
}
