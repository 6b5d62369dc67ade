import type { App } from '../app/app.ts'
import type { Dialog } from '../app/view.ts'
import { pickDialog } from '../dialogs/pick-dialog.tsx'
import { keyText, type Binding } from '../focus/binding.ts'
import { reachableBindings } from '../focus/reachable.ts'

/** All keys of this screen, to search and to run. One that cannot be used now says why. */
export function keyList(app: App, shell: readonly Binding[]): Dialog {
  const shellLayer = { name: 'shell', isModal: false, bindings: () => shell }
  const bindings = reachableBindings([app.state.getState().view.layer, shellLayer])
  return pickDialog(app, {
    title: 'Keys',
    action: 'Run',
    items: bindings.map((binding) => {
      const refused = binding.refused?.()
      return {
        id: binding.id,
        label: `${binding.keys.map(keyText).join(' ').padEnd(12)} ${binding.label}`,
        note: refused === undefined ? undefined : `(${refused})`,
        refused,
      }
    }),
    pick: ([id]) => {
      app.closeDialog()
      const binding = bindings.find((one) => one.id === id)
      if (binding !== undefined) app.run(binding)
    },
  })
}
