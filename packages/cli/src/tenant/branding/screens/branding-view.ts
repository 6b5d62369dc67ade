import { brandingFields, brandingNoun, createBrandingEditor } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { choiceDialog } from '../../../kit/terminal/dialogs/choice-dialog.tsx'
import { fieldsFormView } from '../../../kit/terminal/form/fields-form-view.ts'
import { brandingRows } from './branding-rows.ts'

/** Name, colours and privacy link of the tenant. Its logo is shown by its hash, and changed in the portal or the shell. */
export function brandingView(app: App): View {
  const { words, core } = app
  const editor = createBrandingEditor(core, { lock: () => app.tenantRefusal() })
  const address = () => {
    const { signInPath = null } = editor.getState().stored ?? {}
    return signInPath === null ? undefined : app.origin + signInPath
  }
  const isSet = () => {
    const { name, primaryColor, accentColor, privacyPolicyUrl, logo } = editor.getState().stored ?? {}
    return Boolean(name ?? primaryColor ?? accentColor ?? privacyPolicyUrl ?? logo)
  }

  return fieldsFormView(app, {
    name: 'branding',
    editor,
    fields: brandingFields,
    rows: (rowOf) => brandingRows(app, editor, rowOf),
    placeholders: { primaryColor: '#rrggbb', accentColor: '#rrggbb' },
    list: { view: 'overview' },
    crumbs: () => [words.text(brandingNoun.labelPlural)],
    command: () => (editor.hasChanges() ? editor.command() : commandText(['branding', 'show'])),
    webPath: () => '/portal/admin/branding',
    act: () => ({
      label: 'Edit',
      refused: () => words.text('This is not changed in this form.'),
      run: () => undefined,
    }),
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
    back: () => app.move('back'),
  })

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
