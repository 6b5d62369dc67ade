import type { PreviewedName } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import type { ConfigurationForm } from './configuration-form.ts'

/** What the transforms in the form make of the names last seen in sign-ins. */
export async function requestPreview({ app, editor }: ConfigurationForm): Promise<void> {
  const { preview } = editor
  await preview.run()
  const { names = [], problem } = preview.getState()
  const shown = names.length === 0 ? [app.words.say('transforms.noNames')] : names.map((name) => lineOf(app, name))
  app.openDialog(
    textDialog(app, {
      title: app.words.say('transforms.preview'),
      lines: () => (problem === undefined ? shown : [problem]).map(neutralise),
    }),
  )
}

function lineOf({ words }: App, { kind, before, after, mapped, sameAs }: PreviewedName): string {
  const became =
    after === null
      ? words.say('transforms.goes', { before })
      : words.say(after === before ? 'transforms.unchanged' : 'transforms.becomes', { before, after })
  const same =
    sameAs === null
      ? []
      : [words.say(kind === 'username' ? 'transforms.sameUsername' : 'transforms.sameGroup', { other: sameAs })]
  return [became, ...(mapped ? [words.say('transforms.mapped')] : []), ...same].join(' · ')
}
