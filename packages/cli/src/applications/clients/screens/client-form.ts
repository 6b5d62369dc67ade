import { clientFields, createClientEditor, editedClientField } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { EnvironmentPlace } from '../../../kit/terminal/app/place.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { requestSave } from '../../../kit/terminal/editing/save-editor.ts'
import { fieldsFormView } from '../../../kit/terminal/form/fields-form-view.ts'
import { askForClientSecret, secretRefusal } from './client-secret.ts'
import { clientRows, ourValuesOf } from './client-rows.ts'
import { requestMetadata } from './client-metadata.ts'

type Place = Extract<EnvironmentPlace, { view: 'client' }>

/** How an application signs people in in an environment: the portal's tab Single sign-on. */
export function clientForm(app: App, { environmentId, app: named }: Place): View {
  const { words, core } = app
  const here = () => app.environment(environmentId)
  const environment = {
    id: environmentId,
    get name() {
      return here()?.name ?? environmentId
    },
    get readonly() {
      return here()?.readonly ?? false
    },
  }
  const application = { ...named, urn: named.urn ?? named.id }
  const locked = () => app.writeRefusal(environmentId)
  const editor = createClientEditor(core, { environment, application }, { lock: locked })
  const protocol = () => editor.getState().form.values.protocol
  const command = (verb: string) => commandText(['app', 'sign-in', verb, '--env', environment.name, application.urn])
  return fieldsFormView(app, {
    name: 'single sign-on',
    editor,
    fields: clientFields.map(editedClientField),
    rows: (rowOf) => clientRows(app, editor, rowOf),
    placeholders: Object.fromEntries(clientFields.map(({ name }) => [name, 'https://'])),
    list: { view: 'applications', environmentId },
    locked,
    notFound: words.say('application.notFound'),
    crumbs: () => [environment.name, neutralise(application.label), words.say('clients.title')],
    command: () => (editor.hasChanges() ? editor.command() : command('get')),
    webPath: () =>
      `/portal/admin/environments/${encodeURIComponent(environmentId)}/applications/edit/${encodeURIComponent(application.id)}?tab=sign-in`,
    act(row) {
      if (row === 'secret')
        return { label: secretLabel(), refused: secretRefused, run: () => askForClientSecret(app, editor) }
      const our = ourValuesOf(app, editor).find(({ id }) => id === row)
      if (our === undefined) return undefined
      return {
        label: words.text('Copy'),
        // What is copied changes nothing.
        refused: () => undefined,
        run: () => {
          app.copy(our.value)
          app.say(words.say('tui.copied', { what: our.label }))
        },
      }
    },
    bindings: ({ cursor, saving }) => [
      ...(protocol() === 'saml'
        ? [
            {
              id: 'client.metadata',
              keys: ['m'],
              label: words.say('clients.metadata'),
              refused: locked,
              run: () => requestMetadata(app, editor),
            },
          ]
        : []),
      ...(protocol() === 'openid'
        ? [
            {
              id: 'client.secret',
              keys: ['r'],
              label: secretLabel(),
              refused: secretRefused,
              run: () => askForClientSecret(app, editor),
            },
          ]
        : []),
      ...(editor.getState().stored?.config == null
        ? []
        : [
            {
              id: 'client.remove',
              keys: ['d'],
              label: words.say('clients.remove'),
              refused: locked,
              run: () => {
                editor.set({ protocol: 'none' })
                cursor.moveTo('protocol')
                requestSave(saving)
              },
            },
          ]),
    ],
  })

  function secretLabel(): string {
    const { stored } = editor.getState()
    return words.say(stored?.secretMadeAt == null ? 'clients.secretMake' : 'clients.secretReplace')
  }

  function secretRefused(): string | undefined {
    return locked() ?? secretRefusal(app, editor)
  }
}
