import {
  brandingNoun,
  createBrandingEditor,
  type BrandingValues,
  type FieldsForm,
  type TenantBranding,
} from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { choiceDialog } from '../../../kit/terminal/dialogs/choice-dialog.tsx'
import { guardOf } from '../../../kit/terminal/editing/save-editor.ts'
import type { Saving } from '../../../kit/terminal/editing/saving.ts'
import { createLine } from '../../../kit/terminal/fields/line.ts'
import { editorFormView } from '../../../kit/terminal/form/editor-form-view.ts'
import { createFormCursor } from '../../../kit/terminal/form/form-cursor.ts'
import type { RowEditor } from '../../../kit/terminal/form/form-row.ts'
import { brandingRows, fieldOfRow } from './branding-rows.ts'

/** Name, colours and privacy link of the tenant. Its logo is shown by its hash, and changed in the portal or the shell. */
export function brandingView(app: App): View {
  const { words, core } = app
  const editor = createBrandingEditor(core, { lock: () => app.tenantRefusal() })
  const cursor = createFormCursor({
    rows: () => brandingRows(app, editor),
    editorOf: (row) => lineOf(row),
    left: (row) => editor.visit(row),
  })
  const saving: Saving<FieldsForm<BrandingValues>, TenantBranding> = {
    app,
    editor,
    toList: () => app.go({ view: 'overview' }),
    refused({ fields: [first] }) {
      if (first !== undefined) cursor.moveTo(first)
    },
  }
  const address = () => {
    const { signInPath = null } = editor.getState().stored ?? {}
    return signInPath === null ? undefined : app.origin + signInPath
  }
  const isSet = () => {
    const { name, primaryColor, accentColor, privacyPolicyUrl, logo } = editor.getState().stored ?? {}
    return Boolean(name ?? primaryColor ?? accentColor ?? privacyPolicyUrl ?? logo)
  }

  return editorFormView(app, {
    name: 'branding',
    saving,
    cursor,
    unguard: core.leaveBlocker.guard(guardOf(saving)),
    crumbs: () => [words.text(brandingNoun.labelPlural)],
    command: () => (editor.hasChanges() ? editor.command() : commandText(['branding', 'show'])),
    webPath: () => '/portal/admin/branding',
    edit: () => {
      const field = fieldOfRow(cursor.current()?.id)
      return {
        label: 'Edit',
        refused: () => (field === undefined ? 'This is not changed in this form.' : app.tenantRefusal()),
        run: () => void cursor.edit(),
      }
    },
    bindings: () => [
      {
        id: 'branding.copy-address',
        keys: ['c'],
        label: words.say('branding.signInCopy'),
        refused: () => (address() === undefined ? words.say('branding.signInNone') : undefined),
        run: () => {
          const text = address() ?? ''
          app.copy(text)
          app.say(words.say('tui.copied', { what: text }))
        },
      },
      {
        id: 'branding.reset',
        keys: ['d'],
        label: words.say('branding.reset'),
        refused: () => app.tenantRefusal() ?? (isSet() ? undefined : 'There is no branding to remove.'),
        run: askToReset,
      },
    ],
    back: { id: 'form.back', keys: ['esc'], label: 'Back', run: () => app.move('back') },
  })

  function lineOf(row: string): RowEditor | undefined {
    const field = fieldOfRow(row)
    if (field === undefined) return undefined
    const isColour = field === 'primaryColor' || field === 'accentColor'
    const line = createLine({
      value: editor.getState().form.values[field],
      changed: (text) => editor.set({ [field]: text }),
    })
    return { kind: 'line', line, mask: false, placeholder: isColour ? '#rrggbb' : '' }
  }

  function askToReset(): void {
    app.openDialog(
      choiceDialog(app, {
        title: words.say('branding.reset'),
        lines: () => [words.say('branding.resetQuestion'), words.say('branding.resetForGood')],
        choices: [
          { key: 'c', label: words.say('form.cancel'), run: () => app.closeDialog() },
          {
            key: 'r',
            label: words.say('branding.reset'),
            run: async () => {
              app.closeDialog()
              // What was typed belongs to what is removed.
              editor.discard()
              await editor.reset(undefined)
            },
          },
        ],
        cancel: () => app.closeDialog(),
      }),
    )
  }
}
