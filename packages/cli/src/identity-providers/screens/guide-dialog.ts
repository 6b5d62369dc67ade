import { presetOf, typeNames, type IdentityProviderType } from '@portico/core'

import type { App } from '../../terminal/app/app.ts'
import type { Dialog } from '../../terminal/app/view.ts'
import { textDialog } from '../../terminal/dialogs/text-dialog.tsx'

/** What to do at the provider's side, step by step. */
export function guideLines(type: IdentityProviderType): readonly string[] {
  return presetOf(type).guide.flatMap(({ title, text }, at) => [`${at + 1}. ${title}`, `   ${text}`, ''])
}

/** The same before the provider is saved, when there is no address of ours to give it yet. */
export function guideDialog(app: App, type: IdentityProviderType): Dialog {
  return textDialog(app, {
    title: `${app.words.say('guide.title')}: ${typeNames[type].name}`,
    lines: () => [...guideLines(type), app.words.say('guide.oursLater')],
  })
}
