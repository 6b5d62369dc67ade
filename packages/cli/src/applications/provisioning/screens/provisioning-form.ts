import { createProvisioningEditor, listOf, provisioningBehindList, provisioningFields } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { commandText } from '../../../kit/terminal/app/command-text.ts'
import type { EnvironmentPlace } from '../../../kit/terminal/app/place.ts'
import type { View } from '../../../kit/terminal/app/view.ts'
import { questionDialog } from '../../../kit/terminal/dialogs/question-dialog.ts'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import { fieldsFormView } from '../../../kit/terminal/form/fields-form-view.ts'
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
  const isStored = () => editor.getState().stored?.config != null
  const unsaved = () => (!isStored() || editor.hasChanges() ? words.say('clients.saveFirst') : undefined)
  const refused = () => locked() ?? unsaved()
  const command = (verb: string) =>
    commandText(['provisioning', verb, '--env', environment.name, '--app', application.urn])
  const form = fieldsFormView(app, {
    name: 'provisioning',
    editor,
    fields: provisioningFields,
    rows: (rowOf) => provisioningRows(app, editor, rowOf),
    placeholders: { url: 'https://billing.example.com/scim/v2' },
    list: { view: 'applications', environmentId },
    locked,
    notFound: words.say('application.notFound'),
    crumbs: () => [environment.name, neutralise(application.label), words.say('provisioning.title')],
    command: () => (editor.hasChanges() ? editor.command() : command('show')),
    webPath: () =>
      `/portal/admin/environments/${encodeURIComponent(environmentId)}/applications/edit/${encodeURIComponent(application.id)}?tab=provisioning`,
    act(row) {
      if (row === 'behind') return { label: 'Open', refused: () => undefined, run: toBehind }
      return row === 'takeovers' ? { label: 'Open', refused: () => undefined, run: toTaken } : undefined
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
