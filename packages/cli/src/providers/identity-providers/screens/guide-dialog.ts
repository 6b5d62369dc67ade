import {
  createIdentityProviders,
  presetOf,
  typeNames,
  type IdentityProviderType,
  type OurMetadata,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'
import type { ConfigurationForm } from './configuration-form.ts'

/** The steps to take at the provider. */
export function guideLines(type: IdentityProviderType): readonly string[] {
  return presetOf(type).guide.flatMap(({ title, text }, at) => [`${at + 1}. ${title}`, `   ${text}`, ''])
}

/** Our values for one provider: those common to all, then its own. */
export function ourValuesFor({ values, providers }: OurMetadata, id: string | undefined): OurMetadata['values'] {
  const own = providers.find((one) => one.id === id)?.values ?? []
  return [...values.filter(({ name }) => !own.some((one) => one.name === name)), ...own]
}

/** Steps and addresses for a provider that is not saved yet: it gets them when it is created. */
export async function requestGuide({ app, editor }: ConfigurationForm): Promise<void> {
  const { type } = editor.getState().form
  const creation = editor.creationKey()
  const metadata = await app.core.lazily(createIdentityProviders).ourMetadata({ type, creation })
  if (metadata === undefined) return
  const values = ourValuesFor(metadata, metadata.providers[0]?.id)
  app.openDialog(
    textDialog(app, {
      title: `${app.words.say('guide.title')}: ${typeNames[type].name}`,
      lines: () => [
        app.words.say('guide.ours'),
        ...values.flatMap(({ label, value }) => [`  ${label}`, `    ${value}`]).map(neutralise),
        '',
        ...guideLines(type),
      ],
      more: [{ id: 'values.copy', keys: ['c'], label: 'Copy a value', run: () => chooseValueToCopy(app, values) }],
    }),
  )
}

export function chooseValueToCopy(app: App, values: OurMetadata['values']): void {
  app.openDialog(
    pickDialog(app, {
      title: app.words.say('guide.ours'),
      action: 'Copy it',
      items: values.map(({ name, label, value }) => ({ id: name, label: `${label}:`, note: neutralise(value) })),
      pick: ([name]) => {
        app.closeDialog()
        const chosen = values.find((one) => one.name === name)
        if (chosen === undefined) return
        app.copy(chosen.value)
        app.say(app.words.say('tui.copied', { what: chosen.value }))
      },
    }),
  )
}
