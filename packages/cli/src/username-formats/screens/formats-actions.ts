import {
  formatChangesOf,
  formatOf,
  formatText,
  type FormatKind,
  type FormatsFormState,
  type Words,
} from '@portico/core'

import { neutralise } from '../../output/neutralise.ts'
import { textDialog } from '../../terminal/dialogs/text-dialog.tsx'
import { typedDialog } from '../../terminal/dialogs/typed-dialog.tsx'
import type { FormatsModel } from './formats-model.ts'
import { addWords, formatRowId } from './formats-rows.ts'

/** Asks for domains, several if one likes, separated by commas or spaces; what is wrong is said and stays typed. */
export function requestFormat(model: FormatsModel, kind: FormatKind): void {
  const { app, form, cursor } = model
  const { words } = app
  const hint = words.say(kind === 'suffixes' ? 'formats.suffixesHint' : 'formats.prefixesHint')
  app.openDialog(
    typedDialog(app, {
      title: words.say(addWords[kind]),
      lines: [hint, 'Several are separated by commas.'],
      label: words.say(kind),
      action: words.say('formats.add'),
      run: (typed) => {
        const parts = typed.split(/[\s,]+/).filter(Boolean)
        for (const part of parts.length === 0 ? [''] : parts) {
          const errorID = form.add(kind, part)
          const value = formatOf(kind, part)
          if (errorID !== undefined) return app.say(words.find(errorID, { value: formatText(kind, value) }) ?? errorID)
          cursor.moveTo(formatRowId(kind, value))
        }
        app.closeDialog()
      },
    }),
  )
}

/** What a save would change, a line each under the name of the list. */
export function formatChangeLines(state: FormatsFormState, words: Words): string[] {
  return formatChangesOf(state)
    .flatMap(({ kind, removed, added }) => [
      words.say(kind),
      ...removed.map((value) => `- ${formatText(kind, value)}`),
      ...added.map((value) => `+ ${formatText(kind, value)}`),
    ])
    .map(neutralise)
}

/** Shows what would be saved; Enter saves it. */
export function requestFormatsSave(model: FormatsModel): void {
  const { app, form } = model
  if (!model.isDirty()) return app.say(app.words.say('form.unchanged'))
  app.openDialog(
    textDialog(app, {
      title: 'Save these changes?',
      lines: () => formatChangeLines(form.getState(), app.words),
      confirm: {
        id: 'form.save-now',
        keys: ['enter', 's'],
        label: 'Save',
        run: async () => {
          app.closeDialog()
          if (await model.persist()) return
          if (app.core.feedback.getState().expected?.errorID === 'STALE') await readAgain(model)
        },
      },
    }),
  )
}

/** Somebody else saved meanwhile: what was added and removed here stays, on top of theirs. */
async function readAgain(model: FormatsModel): Promise<void> {
  await model.readAgain()
  model.app.say(model.app.words.say('stale.done'))
}
