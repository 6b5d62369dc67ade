import { formatsChanged, identityProviderNoun } from '@portico/core'

import { neutralise } from '../../output/neutralise.ts'
import { providerTabs } from '../../identity-providers/screens/provider-tabs.ts'
import type { App } from '../../terminal/app/app.ts'
import { commandText } from '../../terminal/app/command-text.ts'
import type { View } from '../../terminal/app/view.ts'
import { formBody } from '../../terminal/form/form-body.tsx'
import { createFormFinder } from '../../terminal/form/form-finder.ts'
import { spokenRows } from '../../terminal/form/spoken-rows.ts'
import { formatChangeLines } from './formats-actions.ts'
import { formatsBindings } from './formats-bindings.ts'
import { createFormatsModel, type FormatsModel } from './formats-model.ts'

/** The other part of a provider: whose people it signs in. Guarded by core's leave blocker while it is on screen. */
export function usernameFormatsView(app: App, id: string): View {
  const { core } = app
  const model = createFormatsModel(app, id)
  const finder = createFormFinder(model.cursor)
  const stores = [model.view, model.form, model.cursor, finder]
  const unguard = core.leaveBlocker.guard({
    hasChanges: () => model.isDirty(),
    save: () => model.persist(),
    discard: () => model.discard(),
  })
  const instead = () => sentenceOf(model)
  const name = () => {
    const { provider } = model.view.getState()
    return provider === undefined ? identityProviderNoun.label : neutralise(provider.name)
  }
  return {
    Body: formBody({
      cursor: model.cursor,
      finder,
      stores,
      instead,
      tabs: () => providerTabs(app.words, true, 'username-formats'),
    }),
    crumbs: () => [identityProviderNoun.labelPlural, name(), app.words.say('idp.formats')],
    command: () => commandOf(model),
    webPath: () => `/portal/admin/global-settings/identity-providers/${encodeURIComponent(id)}/username-formats`,
    open: async () => {
      if (!model.isDirty()) return model.load()
      app.say('There are changes that are not saved: save or discard them first.')
    },
    close: unguard,
    changes: () => formatChangeLines(model.form.getState(), app.words),
    filter: finder.filter,
    watched: stores,
    spoken: () => {
      const sentence = instead()
      return sentence === undefined ? spokenRows(model.cursor) : [sentence]
    },
    layer: {
      name: 'username formats',
      isModal: false,
      bindings: () => [...finder.bindings(), ...formatsBindings(model)],
    },
  }
}

function sentenceOf({ app, view }: FormatsModel): string | undefined {
  const { status } = view.getState()
  if (status === 'ready') return undefined
  if (status === 'loading') return app.words.say('banner.loading')
  return app.words.say(status === 'not-found' ? 'idp.notFound' : 'error.notLoaded.title')
}

/** What is on screen as a command: list while nothing changed, else the set that does the same. */
function commandOf({ form, view, id }: FormatsModel): string {
  const idp = view.getState().provider?.name ?? id
  const state = form.getState()
  if (!formatsChanged(state)) return commandText(['username-format', 'list', '--idp', idp])
  const { suffixes, prefixes } = state
  const lists = ['--email', suffixes.join(','), '--windows', prefixes.join(',')]
  return commandText(['username-format', 'set', '--idp', idp, ...lists])
}
