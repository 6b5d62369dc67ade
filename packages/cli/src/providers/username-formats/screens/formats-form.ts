import {
  createIdentityProviders,
  createUsernameFormatsEditor,
  domainKinds,
  type FormatKind,
  type UsernameFormats,
  type FormatsFormState,
  type UsernameFormatsEditor,
} from '@portico/core'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { Saving } from '../../../kit/terminal/editing/saving.ts'
import { createFormCursor, type FormCursor } from '../../../kit/terminal/form/form-cursor.ts'
import { formatRowId, formatRows } from './formats-rows.ts'

type NamedProvider = { readonly name: string | undefined; readonly primary: boolean }

export type FormatsForm = {
  readonly app: App
  readonly id: string
  readonly editor: UsernameFormatsEditor
  /** The provider of the formats; undefined while loading. */
  readonly provider: StoreApi<NamedProvider>
  readonly cursor: FormCursor
  readonly saving: Saving<FormatsFormState, UsernameFormats>
  /** The format under the cursor. */
  current(): { readonly kind: FormatKind; readonly value: string } | undefined
  load(): Promise<void>
}

/** The username formats of one provider: core's editor and the cursor position. */
export function createFormatsForm(app: App, id: string): FormatsForm {
  const provider = createStore<NamedProvider>(() => ({ name: undefined, primary: false }))
  const editor = createUsernameFormatsEditor(app.core, {
    id,
    isPrimary: () => provider.getState().primary,
    lock: () => app.tenantRefusal(),
  })
  const cursor = createFormCursor({ rows: () => formatRows(app, editor), editorOf: () => undefined })
  return {
    app,
    id,
    editor,
    provider,
    cursor,
    saving: {
      app,
      editor,
      toList: () => app.replace({ view: 'identity-providers' }),
      failed() {
        const [first] = editor.named()
        if (first !== undefined) cursor.moveTo(formatRowId(first.kind, first.value))
      },
    },
    current() {
      const rowId = cursor.current()?.id
      const { form } = editor.getState()
      for (const kind of domainKinds)
        for (const value of form[kind]) if (formatRowId(kind, value) === rowId) return { kind, value }
      return undefined
    },
    async load() {
      const providers = app.core.lazily(createIdentityProviders)
      const [opened] = await Promise.all([providers.open(id), editor.load()])
      if (opened !== undefined && opened !== 'not-found') {
        const { name, primary } = opened.provider
        provider.setState({ name, primary })
      }
    },
  }
}
