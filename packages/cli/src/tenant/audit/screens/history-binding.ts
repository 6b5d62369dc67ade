import type { App } from '../../../kit/terminal/app/app.ts'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'

type Shown = { readonly id: string; readonly name: string }

/** `H` on a list: the audit log of the object under the cursor. */
export function historyBinding(app: App, kind: string, current: () => Shown | undefined): Binding {
  return {
    id: `${kind}.history`,
    keys: ['H'],
    label: app.words.say('audit.history'),
    hint: false,
    refused: () => (current() === undefined ? 'There is nothing here.' : undefined),
    run() {
      const row = current()
      if (row !== undefined) app.go({ view: 'audit', target: { kind, id: row.id, name: row.name } })
    },
  }
}
