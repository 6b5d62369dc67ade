import { formatOf, formatText, type FormatKind } from '@portico/core'

import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import type { FormatsForm } from './formats-form.ts'
import { addWords, formatRowId, hintWords } from './formats-rows.ts'

/** Asks for one or more domains, separated by commas or spaces; on violations the text stays and the reason is shown. */
export function requestFormat({ app, editor, cursor }: FormatsForm, kind: FormatKind): void {
  const { words } = app
  const hint = words.say(hintWords[kind])
  app.openDialog(
    typedDialog(app, {
      title: words.say(addWords[kind]),
      lines: [hint, 'Several are separated by commas.'],
      label: words.say(kind),
      action: words.say('formats.add'),
      run: (typed) => {
        const parts = typed.split(/[\s,]+/).filter(Boolean)
        for (const part of parts.length === 0 ? [''] : parts) {
          const errorID = editor.add(kind, part)
          const value = formatOf(kind, part)
          if (errorID !== undefined) return app.say(words.find(errorID, { value: formatText(kind, value) }) ?? errorID)
          cursor.moveTo(formatRowId(kind, value))
        }
        app.closeDialog()
      },
    }),
  )
}
