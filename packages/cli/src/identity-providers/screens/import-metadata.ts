import { createIdentityProviders, familyOf, metadataLengthMax, type ImportedMetadata } from '@portico/core'

import { neutralise } from '../../output/neutralise.ts'
import { pickDialog } from '../../terminal/dialogs/pick-dialog.tsx'
import { textDialog } from '../../terminal/dialogs/text-dialog.tsx'
import { typedDialog } from '../../terminal/dialogs/typed-dialog.tsx'
import { providerChangeLines } from './provider-changes.ts'
import type { ProviderModel } from './provider-model.ts'

type Source = { readonly url: string } | { readonly document: string }

/** Reads what the provider publishes about itself, by address or from a file, into the form. Nothing is saved yet. */
export function requestImport(model: ProviderModel): void {
  const { app } = model
  const { words } = app
  const isSaml = familyOf(model.type()) === 'saml'
  app.openDialog(
    typedDialog(app, {
      title: words.say('import.title'),
      lines: [words.say(isSaml ? 'import.hintSaml' : 'import.hintOidc'), 'Nothing is saved yet.'],
      label: `${words.say('import.url')} or file`,
      action: words.say('import.read'),
      run: async (typed) => {
        const source = await sourceOf(model, typed)
        if ('complaint' in source) return app.say(source.complaint)
        return take(model, source, undefined)
      },
    }),
  )
}

async function sourceOf({ app }: ProviderModel, typed: string): Promise<Source | { readonly complaint: string }> {
  if (typed === '') return { complaint: app.words.say('METADATA_SOURCE') }
  if (/^https?:\/\//i.test(typed)) return { url: typed }
  try {
    const bytes = await app.readFile(typed, metadataLengthMax)
    if (bytes.byteLength > metadataLengthMax)
      return { complaint: app.words.say('import.tooLarge', { max: metadataLengthMax }) }
    return { document: new TextDecoder().decode(bytes) }
  } catch (reason) {
    return { complaint: reason instanceof Error ? reason.message : String(reason) }
  }
}

async function take(model: ProviderModel, source: Source, entityId: string | undefined): Promise<void> {
  const { app } = model
  const form = model.form()
  const body = { type: model.type(), ...source, ...(entityId === undefined ? {} : { entityId }) }
  const read = await app.core.lazily(createIdentityProviders).importMetadata(body)
  if (read === undefined || form === undefined) return app.closeDialog()
  if ('complaint' in read) return app.say(read.complaint)
  if (read.config === null) return choose(model, source, read)
  form.take(read.config)
  model.view.setState({ showsMore: true })
  tell(model, read)
}

/** Several providers in one document, a federation's for instance: one of them is meant. */
function choose(model: ProviderModel, source: Source, { entities }: ImportedMetadata): void {
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

/** What came in, and what there is to know about it. */
function tell(model: ProviderModel, { warnings }: ImportedMetadata): void {
  const { app } = model
  const state = model.form()?.getState()
  const changes = state === undefined ? [] : providerChangeLines(state)
  app.openDialog(
    textDialog(app, {
      title: 'Filled in, not saved yet',
      lines: () => [
        ...warnings.map((warning) => `! ${neutralise(warning)}`),
        ...(warnings.length === 0 ? [] : ['']),
        ...(changes.length === 0 ? ['Everything it says was here already.'] : changes),
      ],
    }),
  )
}
