import { closest, type Noun } from '@portico/core'

import type { App } from '../app/app.ts'
import { inSentence } from '../app/in-sentence.ts'
import type { Dialog } from '../app/view.ts'
import { typedDialog } from '../dialogs/typed-dialog.tsx'
import type { Column } from './list-sort.ts'

/** Asks for the columns of a list, in their order; they are kept in the profile with the order of the rows. */
export function columnsDialog<Row>(
  app: App,
  list: {
    readonly noun: Pick<Noun, 'plural' | 'labelPlural'>
    readonly choosable: readonly Column<Row>[]
    readonly shown: readonly Column<Row>[]
    /** The order of the rows now; '' for the usual one. */
    readonly sort: string
  },
): Dialog {
  const { noun, choosable, shown, sort } = list
  const { words } = app
  const names = choosable.map(({ name }) => name)
  return typedDialog(app, {
    title: words.say('tui.columnsOf', { name: inSentence(noun.labelPlural, words) }),
    lines: [words.say('tui.columnsHelp'), '', names.join(', ')],
    label: 'Columns',
    action: 'Keep',
    start: shown.map(({ name }) => name).join(', '),
    run(typed) {
      const fields = typed.split(/[\s,]+/).filter((name) => name !== '')
      const unknown = fields.find((name) => !names.includes(name))
      if (unknown !== undefined) {
        const guess = closest(unknown, names)
        const said = guess === undefined ? 'tui.unknownColumn' : 'tui.noColumn'
        return app.say(words.say(said, { name: unknown, guess: guess ?? '' }))
      }
      app.closeDialog()
      return app.changeOwn((own) => {
        const columns = new Map(own.columns)
        if (fields.length === 0) columns.delete(noun.plural)
        else columns.set(noun.plural, { fields: [...new Set(fields)], sort })
        return { columns }
      })
    },
  })
}
