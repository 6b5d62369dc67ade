import { createIdentityProviders, decodeFile, familyOf, metadataLengthMax, type ImportedMetadata } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import { changeLines } from '../../../kit/terminal/editing/change-lines.ts'
import type { ConfigurationForm } from './configuration-form.ts'
import { filled, phrase } from '../../../kit/phrases/phrase.ts'

type Source = { readonly url: string } | { readonly document: string }

/** Reads the provider's metadata, by address or from a file, into the form without saving. */
export function requestImport(model: ConfigurationForm): void {
  const { app } = model
  const { words } = app
  const isSaml = familyOf(model.editor.getState().form.type) === 'saml'
  app.openDialog(
    typedDialog(app, {
      title: words.say('import.title'),
      lines: [words.say(isSaml ? 'import.hintSaml' : 'import.hintOidc'), words.text('Nothing is saved yet.')],
      label: filled(phrase`${words.say('import.url')} or file`, words.text),
      action: words.say('import.read'),
      run: async (typed) => {
        const source = await sourceOf(model, typed)
        if ('problem' in source) return app.say(source.problem)
        return take(model, source, undefined)
      },
    }),
  )
}

async function sourceOf({ app }: ConfigurationForm, typed: string): Promise<Source | { readonly problem: string }> {
  if (typed === '') return { problem: app.words.say('METADATA_SOURCE') }
  if (/^https?:\/\//i.test(typed)) return { url: typed }
  try {
    const bytes = await app.readFile(typed, metadataLengthMax)
    if (bytes.byteLength > metadataLengthMax)
      return { problem: app.words.say('import.tooLarge', { max: metadataLengthMax }) }
    const decoded = decodeFile(bytes)
    return 'text' in decoded ? { document: decoded.text } : { problem: app.words.say('FILE_ENCODING') }
  } catch (reason) {
    return { problem: reason instanceof Error ? reason.message : String(reason) }
  }
}

async function take(model: ConfigurationForm, source: Source, entityId: string | undefined): Promise<void> {
  const { app } = model
  const { type } = model.editor.getState().form
  const body = { type, ...source, ...(entityId === undefined ? {} : { entityId }) }
  const read = await app.core.lazily(createIdentityProviders).importMetadata(body)
  if (read === undefined) return app.closeDialog()
  if ('problem' in read) return app.say(read.problem)
  if (read.config === null) return choose(model, source, read)
  model.editor.take(read.config)
  model.view.setState({ showsMore: true })
  tell(model, read)
}

/** Asks for one provider if the metadata describes several, such as a federation's. */
function choose(model: ConfigurationForm, source: Source, { entities }: ImportedMetadata): void {
  const { app } = model
  app.openDialog(
    pickDialog(app, {
      title: app.words.say('import.several', { count: entities.length }),
      action: app.words.say('import.take'),
      items: entities.map(({ entityId, name }) => ({
        id: entityId,
        label: neutralise(name ?? entityId),
        note: name === null ? undefined : neutralise(entityId),
      })),
      pick: ([entityId]) => take(model, source, entityId),
    }),
  )
}

/** The imported values and warnings. */
function tell(model: ConfigurationForm, { warnings }: ImportedMetadata): void {
  const { app } = model
  const changes = changeLines(model.editor)
  app.openDialog(
    textDialog(app, {
      title: 'Filled in, not saved yet',
      lines: () => [
        ...warnings.map((warning) => `! ${neutralise(warning)}`),
        ...(warnings.length === 0 ? [] : ['']),
        ...(changes.length === 0 ? [app.words.text('Everything it says was here already.')] : changes),
      ],
    }),
  )
}
