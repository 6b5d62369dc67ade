import { createIdentityProviders, familyOf, type ImportedMetadata } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import { typedDialog } from '../../../kit/terminal/dialogs/typed-dialog.tsx'
import { changeLines } from '../../../kit/terminal/editing/change-lines.ts'
import type { ConfigurationForm } from './configuration-form.ts'
import { filled, phrase } from '../../../kit/phrases/phrase.ts'

type Source = { readonly url: string } | { readonly file: string }

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
        if (typed === '') return app.say(words.say('METADATA_SOURCE'))
        return take(model, /^https?:\/\//i.test(typed) ? { url: typed } : { file: typed }, undefined)
      },
    }),
  )
}

async function take(model: ConfigurationForm, source: Source, entityId: string | undefined): Promise<void> {
  const { app } = model
  const read = await readSource(model, source, entityId)
  if (read === undefined) return app.closeDialog()
  if ('problem' in read) return app.say(read.problem)
  if (read.config === null) return choose(model, source, read)
  model.editor.take(read.config)
  model.view.setState({ showsMore: true })
  tell(model, read)
}

async function readSource({ app, editor }: ConfigurationForm, source: Source, entityId: string | undefined) {
  const { type } = editor.getState().form
  const wanted = { type, ...(entityId === undefined ? {} : { entityId }) }
  const providers = app.core.lazily(createIdentityProviders)
  if ('url' in source) return providers.importMetadata({ ...wanted, ...source })
  try {
    return await providers.importFile(app.readChunks(source.file), wanted)
  } catch (reason) {
    return { problem: reason instanceof Error ? reason.message : String(reason) }
  }
}

/** Asks for one provider if the metadata describes several, such as a federation's. */
function choose(model: ConfigurationForm, source: Source, { entities, total, warnings }: ImportedMetadata): void {
  const { app } = model
  if (total === 0) return app.say(warnings.map(neutralise).join(' '))
  app.openDialog(
    pickDialog(app, {
      title: app.words.say('import.several', { count: total }),
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
