import { createIdentityProviders } from '@portico/core'

import type { App } from '../../../kit/terminal/app/app.ts'
import { pickDialog } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import { textDialog } from '../../../kit/terminal/dialogs/text-dialog.tsx'

const steps = ['publish', 'activate', 'withdraw'] as const
type Step = (typeof steps)[number]

/** One of the three rollover steps. Each explains itself first, because providers may reject us afterwards. */
export function requestRollover(app: App, done: () => Promise<void>): void {
  const { words } = app
  app.openDialog(
    pickDialog(app, {
      title: 'Replace our keys',
      action: 'Read what it does',
      items: steps.map((step) => ({
        id: step,
        label: words.say(`keys.${step}`),
        help: words.say(`keys.${step}Message`),
      })),
      pick: ([chosen]) => {
        const step = steps.find((one) => one === chosen)
        if (step !== undefined) confirm(app, step, done)
      },
    }),
  )
}

function confirm(app: App, step: Step, done: () => Promise<void>): void {
  const { words } = app
  app.openDialog(
    textDialog(app, {
      title: `${words.say(`keys.${step}`)}?`,
      lines: () => [words.say(`keys.${step}Message`), '', words.say('keys.rollHint')],
      confirm: {
        id: 'keys.roll',
        keys: ['enter'],
        label: 'Do it',
        run: async () => {
          app.closeDialog()
          if (!(await app.core.lazily(createIdentityProviders).rollKeys(step))) return
          app.say(words.say('keys.rolled'))
          await done()
        },
      },
    }),
  )
}
