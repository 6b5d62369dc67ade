import { decodeFile, metadataTextMax, type ClientEditor, type MetadataSource } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import { changeLines } from '../../../kit/terminal/editing/change-lines.ts'

/** Fills the form from the application's SAML metadata, at an address or in a file of this computer. */
export function requestMetadata(app: App, editor: ClientEditor): void {
  const { words } = app
  app.openDialog(
    typedDialog(app, {
      title: words.say('clients.metadata'),
      lines: [words.say('clients.metadataHelp')],
      label: words.say('clients.metadataSource'),
      action: words.say('clients.metadataRead'),
      async run(typed) {
        const source = await sourceOf(app, typed)
        if (typeof source === 'string') return app.say(source)
        const read = await editor.readMetadata(source)
        if ('problem' in read) return app.say(read.problem)
        tell(app, editor, read.warnings)
      },
    }),
  )
}

/** A sentence: why it cannot be read. */
async function sourceOf({ words, readFile }: App, typed: string): Promise<MetadataSource | string> {
  if (typed === '') return words.say('METADATA_SOURCE')
  if (/^https?:\/\//i.test(typed)) return { url: typed }
  try {
    const bytes = await readFile(typed, metadataTextMax)
    if (bytes.byteLength > metadataTextMax) return words.say('TOO_LONG')
    const decoded = decodeFile(bytes)
    return 'text' in decoded ? { document: decoded.text } : words.say('FILE_ENCODING')
  } catch (reason) {
    return reason instanceof Error ? reason.message : String(reason)
  }
}

function tell(app: App, editor: ClientEditor, warnings: readonly string[]): void {
  const { words } = app
  const changes = changeLines(editor)
  app.openDialog(
    textDialog(app, {
      title: 'Filled in, not saved yet',
      lines: () => [
        ...warnings.map((warning) => `! ${neutralise(warning)}`),
        ...(warnings.length === 0 ? [] : ['']),
        ...(changes.length === 0 ? [words.text('Everything it says was here already.')] : changes),
      ],
    }),
  )
}
