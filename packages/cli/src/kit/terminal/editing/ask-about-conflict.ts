import type { Editor } from '@portico/core'

import type { App } from '../app/app.ts'
import { choiceDialog } from '../dialogs/choice-dialog.tsx'
import { textDialog } from '../dialogs/text-dialog.tsx'
import type { Saving } from './saving.ts'

/** Asks what to do after another person changed or deleted the edited object. `save` saves it as a new one. */
export function askAboutConflict<Form, Stored>(saving: Saving<Form, Stored>, save: () => Promise<void>): void {
  const { conflict } = saving.editor.getState()
  if (conflict === 'stale') askToReadAgain(saving, save)
  if (conflict === 'gone') askWhatBecomesOfIt(saving, save)
}

/** Keeps what was typed, on top of the newer version. */
function askToReadAgain<Form, Stored>(saving: Saving<Form, Stored>, save: () => Promise<void>): void {
  const { app, editor } = saving
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
          if (await editor.readAgain()) app.say(noteOf(app, editor))
          else askAboutConflict(saving, save)
        },
      },
      cancelled: () => editor.dismissConflict(),
    }),
  )
}

function askWhatBecomesOfIt<Form, Stored>(saving: Saving<Form, Stored>, save: () => Promise<void>): void {
  const { app, editor, toList } = saving
  const create = {
    key: 'c',
    label: app.words.say('gone.create'),
    run: async () => {
      app.closeDialog()
      editor.becomeNew()
      await save()
    },
  }
  const leave = {
    key: 'l',
    label: app.words.say('gone.toList'),
    run: () => {
      app.closeDialog()
      editor.discard()
      toList()
    },
  }
  app.openDialog(
    choiceDialog(app, {
      title: app.words.say('gone.title'),
      lines: () => [app.words.say(editor.canBecomeNew ? 'gone.message' : 'gone.partMessage')],
      choices: editor.canBecomeNew ? [create, leave] : [leave],
      cancel: () => {
        app.closeDialog()
        editor.dismissConflict()
      },
    }),
  )
}

function noteOf<Form, Stored>(app: App, editor: Editor<Form, Stored>): string | undefined {
  const { note } = editor.getState()
  return note && app.words.say(note)
}
