import { canSaveProvider } from '@portico/core'

import { textDialog } from '../../terminal/dialogs/text-dialog.tsx'
import { providerChangeLines } from './provider-changes.ts'
import type { ProviderModel } from './provider-model.ts'

/** Shows what would be saved; Enter saves it. What cannot be saved is said instead, with every broken rule on its field. */
export function requestSave(model: ProviderModel): void {
  const { app, view } = model
  const form = model.form()
  if (form === undefined) return
  const state = form.getState()
  if (!canSaveProvider(state)) {
    app.say(model.saveRefusal())
    return model.showBroken()
  }
  const isNew = view.getState().provider === undefined
  app.openDialog(
    textDialog(app, {
      title: isNew ? 'Add this identity provider?' : 'Save these changes?',
      lines: () => providerChangeLines(form.getState()),
      confirm: {
        id: 'form.save-now',
        keys: ['enter', 's'],
        label: isNew ? 'Add it' : 'Save',
        run: async () => {
          app.closeDialog()
          if (await model.persist()) return isNew ? goOn(model) : undefined
          if (app.core.feedback.getState().expected?.errorID === 'STALE') offerReadAgain(model)
        },
      },
    }),
  )
}

/** A provider signs nobody in before it has a username format. */
function goOn({ app, view }: ProviderModel): void {
  const { provider } = view.getState()
  if (provider !== undefined) app.replace({ view: 'username-formats', id: provider.id })
}

/** Somebody else saved meanwhile: what was typed stays, on top of the newer version. */
function offerReadAgain(model: ProviderModel): void {
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
