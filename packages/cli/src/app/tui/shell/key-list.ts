import type { Words } from '@portico/core'

import { padEnd, widthOf } from '../../../kit/output/width.ts'
import type { App } from '../../../kit/terminal/app/app.ts'
import type { Dialog } from '../../../kit/terminal/app/view.ts'
import { pickDialog, type PickItem } from '../../../kit/terminal/dialogs/pick-dialog.tsx'
import { keyText, type Binding } from '../../../kit/terminal/focus/binding.ts'
import { reachableBindings } from '../../../kit/terminal/focus/reachable.ts'

/** All keys of this screen, to search and run: enabled ones first; disabled ones show the reason. */
export function keyList(app: App, shell: readonly Binding[]): Dialog {
  const { words } = app
  const shellLayer = { name: 'shell', isModal: false, bindings: () => shell }
  const reachable = reachableBindings([app.state.getState().view.layer, shellLayer])
  const isRefused = (binding: Binding) => binding.refused?.() !== undefined
  const bindings = [...reachable.filter((one) => !isRefused(one)), ...reachable.filter(isRefused)]
  const keysOf = ({ keys }: Binding) => keys.map(keyText).join(' ')
  const keyCells = Math.max(0, ...bindings.map((binding) => widthOf(keysOf(binding))))
  return pickDialog(app, {
    title: words.say('tui.keys'),
    action: 'Run',
    items: [
      ...bindings.map((binding) => {
        const reason = binding.refused?.()
        const refused = reason && words.text(reason)
        return {
          id: binding.id,
          label: `${padEnd(keysOf(binding), keyCells)}  ${words.text(binding.label)}`,
          help: refused,
          refused,
        }
      }),
      ...(app.hasMouse === true ? mouseItems(keyCells, words) : []),
    ],
    pick: ([id]) => {
      app.closeDialog()
      const binding = bindings.find((one) => one.id === id)
      if (binding !== undefined) app.run(binding)
    },
  })
}

/** What the mouse does, only to read: a key cannot run it. */
function mouseItems(keyCells: number, words: Words): readonly PickItem[] {
  const refused = words.text('This is done with the mouse. portico config set mouse false leaves it to the terminal.')
  return [
    ['Click', 'Go to that row; on the row with the cursor: Enter; on a column name: sort'],
    ['Wheel', 'Up and down'],
    ['Shift-drag', 'Select text, as without the mouse'],
  ].map(([key = '', label = '']) => ({
    id: `mouse.${key}`,
    label: `${padEnd(words.text(key), keyCells)}  ${words.text(label)}`,
    help: refused,
    refused,
  }))
}
