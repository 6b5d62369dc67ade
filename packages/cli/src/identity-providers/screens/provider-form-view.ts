import {
  identityProviderNoun,
  providerChanged,
  providerCommandOf,
  typeNames,
  type IdentityProviderType,
} from '@portico/core'

import { neutralise } from '../../output/neutralise.ts'
import type { App } from '../../terminal/app/app.ts'
import { commandText } from '../../terminal/app/command-text.ts'
import type { View } from '../../terminal/app/view.ts'
import { formBody } from '../../terminal/form/form-body.tsx'
import { createFormFinder } from '../../terminal/form/form-finder.ts'
import { spokenRows } from '../../terminal/form/spoken-rows.ts'
import { providerBindings } from './provider-bindings.ts'
import { providerChangeLines } from './provider-changes.ts'
import { createProviderModel, type ProviderModel } from './provider-model.ts'
import { providerTabs } from './provider-tabs.ts'

/** Add and configure: one form, guarded by core's leave blocker while it is on screen. */
export function providerFormView(app: App, start: { id: string } | { type: IdentityProviderType }): View {
  const { core } = app
  const model = createProviderModel(app, start)
  const finder = createFormFinder(model.cursor, () => model.view.setState({ showsMore: true }))
  const stores = [model.view, model.cursor, finder, core.feedback]
  const unguard = core.leaveBlocker.guard({
    hasChanges: () => model.isDirty(),
    save: () => model.persist(),
    discard: () => model.discard(),
  })
  const instead = () => sentenceOf(model)
  return {
    Body: formBody({
      cursor: model.cursor,
      finder,
      stores,
      instead,
      tabs: () => providerTabs(app.words, 'id' in start, 'configuration'),
    }),
    crumbs: () => [identityProviderNoun.labelPlural, titleOf(model, start)],
    command: () => commandOf(model),
    webPath: () => webPathOf(model),
    open: async () => {
      if (model.isDirty()) return app.say('There are changes that are not saved: save or discard them first.')
      await model.load()
    },
    close: unguard,
    changes: () => changesOf(model),
    filter: finder.filter,
    watched: stores,
    spoken: () => {
      const sentence = instead()
      return sentence === undefined ? spokenRows(model.cursor) : [sentence]
    },
    layer: {
      name: 'identity provider',
      isModal: false,
      field: () => model.cursor.field(),
      bindings: () => [...(model.cursor.field() === undefined ? finder.bindings() : []), ...providerBindings(model)],
    },
  }
}

function sentenceOf({ app, view }: ProviderModel): string | undefined {
  const { status } = view.getState()
  if (status === 'ready') return undefined
  if (status === 'loading') return app.words.say('banner.loading')
  return app.words.say(status === 'not-found' ? 'idp.notFound' : 'error.notLoaded.title')
}

function titleOf(model: ProviderModel, start: { id: string } | { type: IdentityProviderType }): string {
  const { provider } = model.view.getState()
  if (provider !== undefined) return `${neutralise(provider.name)} (${typeNames[provider.type].name})`
  const { words } = model.app
  return 'type' in start ? words.say('idp.newTitle', { type: typeNames[start.type].name }) : identityProviderNoun.label
}

function changesOf(model: ProviderModel): readonly string[] {
  const state = model.form()?.getState()
  return state === undefined ? [] : providerChangeLines(state)
}

/** What is on screen as a command: get while nothing changed, else the create or update that does the same. */
function commandOf(model: ProviderModel): string {
  const { provider } = model.view.getState()
  const state = model.form()?.getState()
  if (state === undefined) return commandText(['idp', 'list'])
  if (provider !== undefined && !providerChanged(state)) return commandText(['idp', 'get', provider.name])
  return providerCommandOf(state, provider?.id)
}

function webPathOf(model: ProviderModel): string {
  const { provider } = model.view.getState()
  const base = '/portal/admin/global-settings/identity-providers'
  return provider === undefined
    ? `${base}/create?type=${model.type()}`
    : `${base}/${encodeURIComponent(provider.id)}/configuration`
}
