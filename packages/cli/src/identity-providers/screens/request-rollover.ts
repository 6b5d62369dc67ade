import { createIdentityProviders } from '@portico/core'

import type { App } from '../../terminal/app/app.ts'
import { choiceDialog } from '../../terminal/dialogs/choice-dialog.tsx'

const steps = ['publish', 'activate', 'withdraw'] as const

/** The three steps of replacing our keys; each says what it does, and Esc does nothing. */
export function requestRollover(app: App, done: () => Promise<void>): void {
  const { words } = app
  const take = (step: (typeof steps)[number]) => async () => {
    app.closeDialog()
    if (!(await app.core.lazily(createIdentityProviders).rollKeys(step))) return
    app.say(words.say('keys.rolled'))
    await done()
  }
  app.openDialog(
    choiceDialog(app, {
      title: 'Replace our keys',
      lines: () => [
        words.say('keys.rollHint'),
        '',
        ...steps.map((step) => `${words.say(`keys.${step}`)}: ${words.say(`keys.${step}Message`)}`),
      ],
      choices: [
        { key: 'n', label: 'Not now', run: () => app.closeDialog() },
        ...steps.map((step) => ({ key: step.slice(0, 1), label: words.say(`keys.${step}`), run: take(step) })),
      ],
      cancel: () => app.closeDialog(),
    }),
  )
}
