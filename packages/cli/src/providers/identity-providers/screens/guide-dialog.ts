import { presetOf, typeNames, type IdentityProviderType } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import type { Dialog } from '../../../kit/terminal/app/view.ts'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'

/** The steps to take at the provider. */
export function guideLines(type: IdentityProviderType): readonly string[] {
  return presetOf(type).guide.flatMap(({ title, text }, at) => [`${at + 1}. ${title}`, `   ${text}`, ''])
}

/** The same before the provider is saved and has addresses. */
export function guideDialog(app: App, type: IdentityProviderType): Dialog {
  return textDialog(app, {
    title: `${app.words.say('guide.title')}: ${typeNames[type].name}`,
    lines: () => [...guideLines(type), app.words.say('guide.oursLater')],
  })
}
