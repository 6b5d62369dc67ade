import { addableApplications, canSave, createServiceAccounts, fileBytesMax, formViolations } from '@portico/core'

import { neutralise } from '../../output/neutralise.ts'
import { pickDialog } from '../../terminal/dialogs/pick-dialog.tsx'
import { textDialog } from '../../terminal/dialogs/text-dialog.tsx'
import { typedDialog } from '../../terminal/dialogs/typed-dialog.tsx'
import { changeLines } from './changes.ts'
import { deleteAccountDialog } from './delete-accounts.ts'
import type { FormModel, KeySlot } from './form-model.ts'
import { keyFromFile } from './key-from-file.ts'

/** Shows what would be saved; Enter saves it. What cannot be saved is said instead, with every broken rule on its field. */
export function requestSave(model: FormModel): void {
  const { app, form, view } = model
  const state = form.getState()
  if (!canSave(state)) {
    view.setState({ showsAll: true })
    const [broken] = formViolations(state)
    return app.say(
      broken === undefined ? app.words.say('form.unchanged') : (app.words.find(broken.errorID) ?? broken.errorID),
    )
  }
  const isNew = view.getState().id === undefined
  app.openDialog(
    textDialog(app, {
      title: isNew ? 'Create this service account?' : 'Save these changes?',
      lines: () => changeLines(state, app.words),
      confirm: {
        id: 'form.save-now',
        keys: ['enter', 's'],
        label: isNew ? 'Create' : 'Save',
        run: async () => {
          app.closeDialog()
          if (await model.persist()) return isNew ? leaveToList(model) : undefined
          if (isStale(model)) offerReadAgain(model)
        },
      },
    }),
  )
}

function isStale({ app }: FormModel): boolean {
  return app.core.feedback.getState().expected?.errorID === 'STALE'
}

/** Somebody else saved meanwhile: what was typed stays, on top of the newer version. */
function offerReadAgain(model: FormModel): void {
  const { app } = model
  app.openDialog(
    textDialog(app, {
      title: app.words.say('stale.title'),
      lines: () => [app.words.say('stale.message')],
      confirm: {
        id: 'form.read-again',
        keys: ['enter', 'r'],
        label: app.words.say('stale.read'),
        run: async () => {
          app.closeDialog()
          await model.readAgain()
          app.say(app.words.say('stale.done'))
        },
      },
    }),
  )
}

/** Spec section 4: after create and after delete, to the list. */
export function leaveToList({ app, environmentId }: FormModel): void {
  app.replace({ view: 'service-accounts', environmentId })
}

export function requestDelete(model: FormModel): void {
  const { app, environmentId, view, form } = model
  const { id } = view.getState()
  const { list } = app.core.lazily(createServiceAccounts)
  const account = list.getState().rows?.find((one) => one.id === id)
  if (id === undefined) return
  const named = account ?? { id, name: form.getState().fetched.values.name, urn: '', createdAt: '', updatedAt: '' }
  app.openDialog(
    deleteAccountDialog(app, environmentId, named, () => {
      model.discard()
      leaveToList(model)
    }),
  )
}

/** The dropdown of applications that are not in the grid yet; the one that is picked brings its roles. */
export function requestApplication(model: FormModel): void {
  const { app, form, environmentId } = model
  const choices = addableApplications(app.core.applications.getState().applications, form.getState().dependencies)
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
        form.addApplication(chosen)
        const at = model.items().findIndex((item) => item.kind === 'application' && item.row.appId === id)
        model.view.setState({ cursor: at })
        await app.core.lazily(createServiceAccounts).fetchRoles(environmentId, chosen.id)
      },
    }),
  )
}

/** The multi-select of roles, where the application has some that may be given. */
export async function requestRoles(model: FormModel, appId: string): Promise<void> {
  const { app, form, environmentId } = model
  const serviceAccounts = app.core.lazily(createServiceAccounts)
  const row = form.getState().dependencies.find((one) => one.appId === appId)
  if (row === undefined) return
  if (serviceAccounts.getState().roles[appId] === undefined) await serviceAccounts.fetchRoles(environmentId, appId)
  const known = serviceAccounts.getState().roles[appId]
  if (known === undefined) return
  if (known.readonly) return app.say(`The roles of ${row.label} are read-only.`)
  if (known.roles.length === 0) return app.say(`${row.label} has no roles: it is granted as a whole.`)
  const held = form.getState().dependencies.filter((one) => one.appId === appId && one.name !== '')
  app.openDialog(
    pickDialog(app, {
      title: neutralise(app.words.say('dependency.rolesOf', { name: row.label })),
      action: 'Take these',
      items: known.roles.map((role) => ({ id: role.name, label: role.label, note: role.name })),
      several: { ticked: held.map((one) => one.name) },
      pick: (names) => {
        app.closeDialog()
        form.setRoles(appId, names)
      },
    }),
  )
}

export function requestKeyFile(model: FormModel, slot: KeySlot): void {
  const { app, keys } = model
  app.openDialog(
    typedDialog(app, {
      title: app.words.say('key.uploadTo', { key: app.words.say(`field.${slot}`) }),
      lines: [app.words.say('upload.help', { max: fileBytesMax })],
      label: app.words.say('field.file'),
      action: 'Read it',
      run: async (path) => {
        const read = await keyFromFile(app, path)
        if (!read.ok) return app.say(read.message)
        keys[slot].set(read.publicKey)
        app.closeDialog()
      },
    }),
  )
}
