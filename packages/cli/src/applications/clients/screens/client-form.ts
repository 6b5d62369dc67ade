import {
  clientFields,
  createClientEditor,
  isPrivateKey,
  type ApplicationSignIn,
  type ClientEditor,
  type ClientField,
  type ClientValues,
  type FieldsForm,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { EnvironmentPlace } from '../../../kit/terminal/app/place.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import { guardOf, requestSave } from '../../../kit/terminal/editing/save-editor.ts'
import type { Saving } from '../../../kit/terminal/editing/saving.ts'
import { createArea } from '../../../kit/terminal/fields/area.ts'
import { createLine } from '../../../kit/terminal/fields/line.ts'
import { editorFormView } from '../../../kit/terminal/form/editor-form-view.ts'
import { createFormCursor } from '../../../kit/terminal/form/form-cursor.ts'
import type { RowEditor } from '../../../kit/terminal/form/form-row.ts'
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
  const cursor = createFormCursor({
    rows: () => clientRows(app, editor),
    editorOf: (row) => textFieldOf(app, editor, row),
    left: (row) => editor.visit(row),
  })
  const toList = () => app.replace({ view: 'applications', environmentId })
  const saving: Saving<FieldsForm<ClientValues>, ApplicationSignIn> = {
    app,
    editor,
    toList,
    refused({ fields: [first] }) {
      if (first !== undefined) cursor.moveTo(first)
    },
  }
  const unguard = core.leaveBlocker.guard(guardOf(saving))
  const protocol = () => editor.getState().form.values.protocol
  const our = () => ourValuesOf(app, editor).find(({ id }) => id === cursor.current()?.id)
  const command = (verb: string) => commandText(['app', 'sign-in', verb, '--env', environment.name, application.urn])
  return editorFormView(app, {
    name: 'single sign-on',
    saving,
    cursor,
    locked,
    unguard,
    notFound: words.say('application.notFound'),
    crumbs: () => [environment.name, neutralise(application.label), words.say('clients.title')],
    command: () => (editor.hasChanges() ? editor.command() : command('get')),
    webPath: () =>
      `/portal/admin/environments/${encodeURIComponent(environmentId)}/applications/edit/${encodeURIComponent(application.id)}?tab=sign-in`,
    edit: () => {
      const value = our()
      if (value !== undefined)
        return {
          label: words.text('Copy'),
          // What is copied changes nothing.
          refused: () => undefined,
          run: () => {
            app.copy(value.value)
            app.say(words.say('tui.copied', { what: value.label }))
          },
        }
      if (cursor.current()?.id === 'secret')
        return { label: secretLabel(), refused: secretRefused, run: () => askForClientSecret(app, editor) }
      const field = fieldAt()
      if (field?.kind === 'switch') return { label: 'Switch', run: () => turn(field) }
      return { label: 'Edit', run: () => (field?.kind === 'choice' ? choose(app, editor, field) : void cursor.edit()) }
    },
    bindings: () => [
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
    back: {
      id: 'form.back',
      keys: ['esc'],
      label: 'Back',
      run: () => (editor.hasChanges() ? app.go({ view: 'applications', environmentId }) : toList()),
    },
  })

  function fieldAt(): ClientField | undefined {
    return clientFields.find(({ name }) => name === cursor.current()?.id)
  }

  function turn({ name }: ClientField): void {
    editor.set({ [name]: editor.getState().form.values[name] === 'on' ? '' : 'on' })
  }

  function secretLabel(): string {
    const { stored } = editor.getState()
    return words.say(stored?.secretMadeAt == null ? 'clients.secretMake' : 'clients.secretReplace')
  }

  function secretRefused(): string | undefined {
    return locked() ?? secretRefusal(app, editor)
  }
}

/** The text field of a row; undefined for choices, switches and values to copy. */
function textFieldOf(app: App, editor: ClientEditor, row: string): RowEditor | undefined {
  const field = clientFields.find(({ name }) => name === row)
  if (field === undefined || field.kind === 'choice' || field.kind === 'switch') return undefined
  const value = editor.getState().form.values[field.name]
  const changed = (text: string) => editor.set({ [field.name]: text })
  if (field.kind === 'line')
    return { kind: 'line', line: createLine({ value, changed }), mask: false, placeholder: 'https://' }
  const note = app.words.find(`clients.hint.${field.name}`) ?? ''
  return { kind: 'area', area: createArea({ value, changed }), mask: isPrivateKey(value), note }
}

function choose(app: App, editor: ClientEditor, { name, ...field }: ClientField): void {
  const { words } = app
  const present = editor.getState().form.values[name]
  app.openDialog(
    pickDialog(app, {
      title: words.say(`clients.${name}`),
      action: 'Take it',
      items: ('choices' in field ? field.choices : []).map((one) => ({
        id: one,
        label: words.find(`clients.${name}.${one}`) ?? one,
        note: one === present ? words.text('(as it is now)') : undefined,
      })),
      pick: ([value]) => {
        app.closeDialog()
        if (value !== undefined) editor.set({ [name]: value })
      },
    }),
  )
}
