import { identityProviderNoun } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { providerTabs } from '../../identity-providers/screens/provider-tabs.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { changeLines } from '../../../kit/terminal/editing/change-lines.ts'
import { guardOf } from '../../../kit/terminal/editing/save-editor.ts'
import { formBody } from '../../../kit/terminal/form/form-body.tsx'
import { createFormFinder } from '../../../kit/terminal/form/form-finder.ts'
import { formTarget } from '../../../kit/terminal/form/form-target.ts'
import { spokenRows } from '../../../kit/terminal/form/spoken-rows.ts'
import { formatsBindings } from './formats-bindings.ts'
import { createFormatsForm, type FormatsForm } from './formats-form.ts'

/** The username formats tab of a provider. Guarded by core's leave blocker while it is on screen. */
export function usernameFormatsView(app: App, id: string): View {
  const { core } = app
  const form = createFormatsForm(app, id)
  const { editor, cursor } = form
  const finder = createFormFinder(app.words, cursor)
  const stores = [editor, form.provider, cursor, finder, core.feedback]
  const unguard = core.leaveBlocker.guard(guardOf(form.saving))
  const instead = () => sentenceOf(form)
  const name = () => {
    const { name: known } = form.provider.getState()
    return known === undefined ? identityProviderNoun.label : neutralise(known)
  }
  return {
    Body: formBody({
      cursor,
      finder,
      stores,
      instead,
      tabs: () => providerTabs(app.words, true, 'username-formats'),
    }),
    crumbs: () => [app.words.text(identityProviderNoun.labelPlural), name(), app.words.say('idp.formats')],
    command: () => commandOf(form),
    webPath: () => `/portal/admin/global-settings/identity-providers/${encodeURIComponent(id)}/username-formats`,
    open: async () => {
      if (!editor.hasChanges()) return form.load()
      app.say('There are changes that are not saved: save or discard them first.')
    },
    close: unguard,
    changes: () => changeLines(editor),
    filter: finder.filter,
    watched: stores,
    target: (line) => (instead() === undefined ? formTarget(app, cursor, true, line) : undefined),
    spoken: () => {
      const sentence = instead()
      return sentence === undefined ? spokenRows(cursor, app.words) : [sentence]
    },
    layer: {
      name: 'username formats',
      isModal: false,
      bindings: () => [...finder.bindings(), ...formatsBindings(form)],
    },
  }
}

function sentenceOf({ app, editor }: FormatsForm): string | undefined {
  const { status } = editor.getState()
  if (status === 'ready') return undefined
  if (status === 'loading') return app.words.say('banner.loading')
  return app.words.say(status === 'not-found' ? 'idp.notFound' : 'error.notLoaded.title')
}

/** The equivalent command: list without changes, else set. */
function commandOf({ editor, provider, id }: FormatsForm): string {
  if (editor.hasChanges()) return editor.command()
  return commandText(['username-format', 'list', '--idp', provider.getState().name ?? id])
}
