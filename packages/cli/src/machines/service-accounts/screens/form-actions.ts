import {
  addableApplications,
  applicationList,
  createServiceAccounts,
  fileBytesMax,
  keyFileName,
  listOf,
  makeKeyPair,
  newKeyBits,
  type KeySlot,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import { uploadDialog } from '../../../kit/terminal/dialogs/upload-dialog.ts'
import { askAboutConflict } from '../../../kit/terminal/editing/ask-about-conflict.ts'
import { saveNow } from '../../../kit/terminal/editing/save-editor.ts'
import type { AccountForm } from './account-form.ts'
import { deleteAccountDialog } from './delete-accounts.ts'

export function requestDelete(model: AccountForm): void {
  const { app, editor, saving } = model
  const { id, form } = editor.getState()
  if (id === undefined) return
  app.openDialog(
    deleteAccountDialog(app, form.fetched.values.name, async () => {
      if (await editor.remove()) model.toList()
      else askAboutConflict(saving, () => saveNow(saving))
    }),
  )
}

/** The dropdown of applications that are not in the grid yet; picking one loads its roles. */
export function requestApplication(model: AccountForm): void {
  const { app, editor } = model
  const { dependencies } = editor.getState().form
  const choices = addableApplications(listOf(app.core, applicationList).getState().held ?? [], dependencies)
  if (choices.length === 0) return app.say(app.words.say('dependency.allAdded'))
  app.openDialog(
    pickDialog(app, {
      title: app.words.say('dependency.add'),
      action: 'Add',
      items: choices.map(({ id, label, urn }) => ({ id, label, note: urn })),
      pick: async ([id]) => {
        app.closeDialog()
        const chosen = choices.find((one) => one.id === id)
        if (chosen === undefined) return
        await editor.addApplication(chosen)
        const at = model.items().findIndex((item) => item.kind === 'application' && item.row.appId === id)
        model.view.setState({ cursor: at })
      },
    }),
  )
}

/** The multi-select of roles, if the application has visible ones. */
export async function requestRoles(model: AccountForm, appId: string): Promise<void> {
  const { app, editor } = model
  const serviceAccounts = app.core.lazily(createServiceAccounts)
  const { dependencies } = editor.getState().form
  const row = dependencies.find((one) => one.appId === appId)
  if (row === undefined) return
  if (serviceAccounts.getState().roles[appId] === undefined)
    await serviceAccounts.fetchRoles(editor.environmentId, appId)
  const known = serviceAccounts.getState().roles[appId]
  if (known === undefined) return
  if (known.readonly) return app.say(app.words.say('tui.readonlyRoles', { name: row.label }))
  if (known.roles.length === 0) return app.say(app.words.say('tui.noRoles', { name: row.label }))
  const held = dependencies.filter((one) => one.appId === appId && one.name !== '')
  app.openDialog(
    pickDialog(app, {
      title: neutralise(app.words.say('dependency.rolesOf', { name: row.label })),
      action: 'Take these',
      items: known.roles.map((role) => ({ id: role.name, label: role.label, note: role.name })),
      several: { ticked: held.map((one) => one.name) },
      pick: (names) => {
        app.closeDialog()
        editor.setRoles(appId, names)
      },
    }),
  )
}

/** Why no other key pair is made for a key: the last one is not saved, and its file would be left without a public key. */
export function unsavedKeyRefusal({ app, editor, made }: AccountForm, slot: KeySlot): string | undefined {
  const last = made.get(slot)
  const { values, fetched } = editor.getState().form
  const isUnsaved = last !== undefined && values[slot] === last.publicKey && fetched.values[slot] !== last.publicKey
  return isUnsaved ? app.words.say('key.madeUnsaved', { path: last.path }) : undefined
}

/** A new key pair: the private key into a file of this machine, the public key into the form. */
export function requestNewKey({ app, editor, made }: AccountForm, slot: KeySlot): void {
  const { words } = app
  app.openDialog(
    typedDialog(app, {
      title: words.say('key.makeTitle', { key: words.say(`field.${slot}`) }),
      lines: [words.say('key.makeHelp', { bits: newKeyBits })],
      label: words.say('field.file'),
      action: words.say('key.make'),
      start: keyFileName(editor.getState().form.values.name),
      async run(file) {
        if (file === '') return app.say(words.say('FILE_REQUIRED'))
        const pair = await makeKeyPair(globalThis.crypto)
        try {
          const path = app.writeFile(file, pair.privateKey)
          editor.takeKey(slot, pair.publicKey)
          made.set(slot, { path, publicKey: editor.getState().form.values[slot] })
          app.closeDialog()
          app.say(words.say('key.madeFile', { path }))
        } catch (reason) {
          app.say(reason instanceof Error ? reason.message : String(reason))
        }
      },
    }),
  )
}

export function requestKeyFile({ app, editor }: AccountForm, slot: KeySlot): void {
  app.openDialog(
    uploadDialog(app, {
      title: app.words.say('key.uploadTo', { key: app.words.say(`field.${slot}`) }),
      help: app.words.say('upload.help', { max: fileBytesMax }),
      upload: editor.uploadKey(slot),
    }),
  )
}
