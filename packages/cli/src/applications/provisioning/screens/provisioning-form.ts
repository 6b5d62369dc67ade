import {
  createProvisioningEditor,
  listOf,
  provisioningBehindList,
  provisioningRemovals,
  type FieldsForm,
  type Provisioning,
  type ProvisioningEditor,
  type ProvisioningValues,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { EnvironmentPlace } from '../../../kit/terminal/app/place.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import { questionDialog } from '../../../kit/terminal/dialogs/question-dialog.ts'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import { guardOf } from '../../../kit/terminal/editing/save-editor.ts'
import type { Saving } from '../../../kit/terminal/editing/saving.ts'
import { createLine } from '../../../kit/terminal/fields/line.ts'
import { editorFormView } from '../../../kit/terminal/form/editor-form-view.ts'
import { createFormCursor } from '../../../kit/terminal/form/form-cursor.ts'
import type { RowEditor } from '../../../kit/terminal/form/form-row.ts'
import { provisioningRows } from './provisioning-rows.ts'

type Place = Extract<EnvironmentPlace, { view: 'provisioning' }>

/** How people and groups are sent to an application in an environment: the portal's tab Provisioning. */
export function provisioningForm(app: App, { environmentId, app: named }: Place): View {
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
  const editor = createProvisioningEditor(core, { environment, application }, { lock: locked })
  const cursor = createFormCursor({
    rows: () => provisioningRows(app, editor),
    editorOf: (row) => lineOf(editor, row),
    left: (row) => editor.visit(row),
  })
  const toList = () => app.replace({ view: 'applications', environmentId })
  const saving: Saving<FieldsForm<ProvisioningValues>, Provisioning> = {
    app,
    editor,
    toList,
    refused({ fields: [first] }) {
      if (first !== undefined) cursor.moveTo(first)
    },
  }
  const unguard = core.leaveBlocker.guard(guardOf(saving))
  const isStored = () => editor.getState().stored?.config != null
  const unsaved = () => (!isStored() || editor.hasChanges() ? words.say('clients.saveFirst') : undefined)
  const refused = () => locked() ?? unsaved()
  const command = (verb: string) =>
    commandText(['provisioning', verb, '--env', environment.name, '--app', application.urn])
  const form = editorFormView(app, {
    name: 'provisioning',
    saving,
    cursor,
    locked,
    unguard,
    notFound: words.say('application.notFound'),
    crumbs: () => [environment.name, neutralise(application.label), words.say('provisioning.title')],
    command: () => (editor.hasChanges() ? editor.command() : command('show')),
    webPath: () =>
      `/portal/admin/environments/${encodeURIComponent(environmentId)}/applications/edit/${encodeURIComponent(application.id)}?tab=provisioning`,
    edit: () => {
      const row = cursor.current()?.id
      const { sendGroups, anyEmail, enabled } = editor.getState().form.values
      if (row === 'sendGroups') return { label: 'Switch', run: () => editor.set({ sendGroups: !sendGroups }) }
      if (row === 'anyEmail') return { label: 'Switch', run: () => editor.set({ anyEmail: !anyEmail }) }
      if (row === 'enabled') return { label: 'Switch', run: () => editor.set({ enabled: !enabled }) }
      if (row === 'behind') return { label: 'Open', refused: () => undefined, run: toBehind }
      if (row === 'takeovers') return { label: 'Open', refused: () => undefined, run: toTaken }
      if (row === 'removal') return { label: 'Edit', run: () => chooseRemoval(app, editor) }
      if (isText(row)) return { label: 'Edit', run: () => void cursor.edit() }
      return { label: 'Edit', refused: () => words.text('This is only shown.'), run: () => undefined }
    },
    bindings: () => [
      {
        id: 'provisioning.test',
        keys: ['t'],
        label: words.say('provisioning.test'),
        refused: () => locked() ?? editor.testRefusal(),
        run: test,
      },
      ...(isStored()
        ? [
            { id: 'provisioning.behind', keys: ['b'], label: words.say('provisioning.behind'), run: toBehind },
            { id: 'provisioning.taken', keys: ['x'], label: words.say('provisioning.takeovers'), run: toTaken },
            {
              id: 'provisioning.retry',
              keys: ['r'],
              label: words.say('provisioning.retry'),
              refused: () => refused() ?? editor.retryRefusal(),
              run: retry,
            },
            {
              id: 'provisioning.resend',
              keys: ['a'],
              label: words.say('provisioning.resend'),
              refused: () => refused() ?? editor.resendRefusal(),
              run: askToResend,
            },
            { id: 'provisioning.stop', keys: ['d'], label: words.say('provisioning.stop'), refused, run: askToStop },
          ]
        : []),
    ],
    back: {
      id: 'form.back',
      keys: ['esc'],
      label: 'Back',
      run: () => (editor.hasChanges() ? app.go({ view: 'applications', environmentId }) : toList()),
    },
  })
  return { ...form, refresh: () => editor.refreshQuietly() }

  function toBehind() {
    return app.go({ view: 'provisioning-behind', environmentId, app: named })
  }

  function toTaken() {
    return app.go({ view: 'provisioning-taken', environmentId, app: named })
  }

  async function test(): Promise<void> {
    const tested = await editor.test()
    if (tested === undefined) return
    app.openDialog(
      textDialog(app, { title: words.say('provisioning.test'), lines: () => [neutralise(tested.sentence)] }),
    )
  }

  async function retry(): Promise<void> {
    if (await editor.retry()) await listOf(core, provisioningBehindList).refreshQuietly()
  }

  async function resend(): Promise<void> {
    if (await editor.resend()) await listOf(core, provisioningBehindList).refreshQuietly()
  }

  function askToResend(): void {
    ask('resend', words.say('provisioning.resendAsk', place()), resend)
  }

  function askToStop(): void {
    ask('stop', words.say('provisioning.stopAsk', place()), () => editor.stop())
  }

  function place() {
    return { application: neutralise(application.label), environment: environment.name }
  }

  function ask(action: 'resend' | 'stop', question: string, run: () => Promise<unknown>): void {
    const label = words.say(`provisioning.${action}`)
    app.openDialog(questionDialog(app, { title: label, lines: () => [question], action: label, run }))
  }
}

const isText = (row: string | undefined): row is 'url' | 'bearerToken' => row === 'url' || row === 'bearerToken'

function lineOf(editor: ProvisioningEditor, row: string): RowEditor | undefined {
  if (!isText(row)) return undefined
  const changed = (text: string) => editor.set({ [row]: text })
  const line = createLine({ value: editor.getState().form.values[row], changed })
  const isUrl = row === 'url'
  return { kind: 'line', line, mask: !isUrl, placeholder: isUrl ? 'https://billing.example.com/scim/v2' : '' }
}

function chooseRemoval(app: App, editor: ProvisioningEditor): void {
  const { words } = app
  const present = editor.getState().form.values.removal
  app.openDialog(
    pickDialog(app, {
      title: words.say('provisioning.removal'),
      action: 'Take it',
      items: provisioningRemovals.map((one) => ({
        id: one,
        label: words.say(`provisioning.removal.${one}`),
        note: one === present ? words.text('(as it is now)') : undefined,
      })),
      pick: ([value]) => {
        app.closeDialog()
        const removal = provisioningRemovals.find((one) => one === value)
        if (removal !== undefined) editor.set({ removal })
      },
    }),
  )
}
