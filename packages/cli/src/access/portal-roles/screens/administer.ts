import {
  createPortalRoleEditor,
  createPrimarySwitch,
  listOf,
  providerGroupList,
  rehearsalParts,
  sayGrace,
  securityAdminRole,
  type Group,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { choiceDialog } from '../../../kit/terminal/dialogs/choice-dialog.tsx'
import { questionDialog } from '../../../kit/terminal/dialogs/question-dialog.ts'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import { changeLines } from '../../../kit/terminal/editing/change-lines.ts'
import { saveNow, tellRefusal } from '../../../kit/terminal/editing/save-editor.ts'

/**
 * Gives the Security Admin role to a group of the primary provider, or takes it, after showing the change; for a group of
 * another provider, begins the switch to it (spec section 4).
 */
export async function administer(app: App, idp: string, group: Group): Promise<void> {
  const editor = createPortalRoleEditor(app.core, { id: securityAdminRole })
  await editor.load()
  const { status, form } = editor.getState()
  if (status !== 'ready') return
  if (form.fetched.idp !== idp) return beginSwitch(app, idp, group)
  const without = form.groups.filter(({ id }) => id !== group.id)
  editor.replace(without.length < form.groups.length ? without : [...form.groups, group])
  const save = async () => {
    const outcome = await editor.save()
    if (outcome.ok) await listOf(app.core, providerGroupList).refreshQuietly()
    return outcome
  }
  const saving = { app, editor: { ...editor, save }, toList: () => app.closeDialog() }
  if (editor.saveRefusal() !== undefined) return tellRefusal(saving)
  app.openDialog(
    questionDialog(app, {
      title: app.words.text('Save these changes?'),
      lines: () => changeLines(editor).map(neutralise),
      action: app.words.text('Save'),
      run: () => saveNow(saving),
    }),
  )
}

async function beginSwitch(app: App, idp: string, group: Group): Promise<void> {
  const { words, core } = app
  const store = core.lazily(createPrimarySwitch)
  await store.open()
  store.chooseProvider(idp)
  store.chooseGroup(group)
  app.openDialog(
    typedDialog(app, {
      title: words.say('idpSwitch.graceLabel'),
      lines: [words.say('idpSwitch.graceHint')],
      label: words.say('idpSwitch.graceLabel'),
      action: words.say('idpSwitch.rehearse'),
      start: store.getState().grace,
      run: async (typed) => {
        store.typeGrace(typed)
        if (await store.rehearse()) return askToStart(app)
        const { problems } = store.getState()
        if (problems.grace === undefined) app.closeDialog()
        else app.say(words.say(problems.grace))
      },
    }),
  )
}

/** What the switch would change, and whether to start it. */
function askToStart(app: App): void {
  const { words, core } = app
  const store = core.lazily(createPrimarySwitch)
  const { rehearsal } = store.getState()
  if (rehearsal === undefined) return
  const { idpName, groupName } = rehearsal
  const seconds = store.graceSecs() ?? 0
  const cancel = () => {
    store.cancel()
    app.closeDialog()
  }
  app.closeDialog()
  app.openDialog(
    choiceDialog(app, {
      title: words.say('idpSwitch.confirmTitle', { idpName: neutralise(idpName) }),
      lines: () =>
        [
          words.say('idpSwitch.confirm', { groupName, idpName, seconds, grace: sayGrace(seconds, words) }),
          '',
          ...rehearsalParts(rehearsal, words).flatMap(({ title, lines }) => [title, ...lines.map((one) => `  ${one}`)]),
        ].map(neutralise),
      choices: [
        { key: 'c', label: words.say('form.cancel'), run: cancel },
        {
          key: 's',
          label: words.say('idpSwitch.start'),
          run: async () => {
            app.closeDialog()
            if (await store.confirm()) app.go({ view: 'portal-roles' })
          },
        },
      ],
      cancel,
    }),
  )
}
