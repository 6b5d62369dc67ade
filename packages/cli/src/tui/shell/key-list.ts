import { padEnd, widthOf } from '../../output/width.ts'
import type { App } from '../../terminal/app/app.ts'
import type { Dialog } from '../../terminal/app/view.ts'
import { pickDialog, type PickItem } from '../../terminal/dialogs/pick-dialog.tsx'
import { keyText, type Binding } from '../../terminal/focus/binding.ts'
import { reachableBindings } from '../../terminal/focus/reachable.ts'

/** All keys of this screen, to search and run: enabled ones first; disabled ones show the reason. */
export function keyList(app: App, shell: readonly Binding[]): Dialog {
  const shellLayer = { name: 'shell', isModal: false, bindings: () => shell }
  const reachable = reachableBindings([app.state.getState().view.layer, shellLayer])
  const isRefused = (binding: Binding) => binding.refused?.() !== undefined
  const bindings = [...reachable.filter((one) => !isRefused(one)), ...reachable.filter(isRefused)]
  const keysOf = ({ keys }: Binding) => keys.map(keyText).join(' ')
  const keyCells = Math.max(0, ...bindings.map((binding) => widthOf(keysOf(binding))))
  return pickDialog(app, {
    title: 'Keys',
    action: 'Run',
    items: [
      ...bindings.map((binding) => {
        const refused = binding.refused?.()
        return {
          id: binding.id,
          label: `${padEnd(keysOf(binding), keyCells)}  ${binding.label}`,
          help: refused,
          refused,
        }
      }),
      ...(app.hasMouse === true ? mouseItems(keyCells) : []),
    ],
    pick: ([id]) => {
      app.closeDialog()
      const binding = bindings.find((one) => one.id === id)
      if (binding !== undefined) app.run(binding)
    },
  })
}

/** What the mouse does, to read: nothing of it can be run by a key. */
function mouseItems(keyCells: number): readonly PickItem[] {
  const refused = 'This is done with the mouse. portico config set mouse false leaves it to the terminal.'
  return [
    ['Click', 'Go to that row; on the row with the cursor: Enter; on a column name: sort'],
    ['Wheel', 'Up and down'],
    ['Shift-drag', 'Select text, as without the mouse'],
  ].map(([key = '', label = '']) => ({
    id: `mouse.${key}`,
    label: `${padEnd(key, keyCells)}  ${label}`,
    help: refused,
    refused,
  }))
}
