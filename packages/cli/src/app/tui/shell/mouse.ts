import type { App } from '../../../kit/terminal/app/app.ts'
import type { Binding } from '../../../kit/terminal/focus/binding.ts'
import type { Step } from '../../../kit/terminal/keys/gate.ts'
import type { MouseReport } from '../../../kit/terminal/keys/reports.ts'
import type { Layers } from './layers.ts'
import { goToEntry, shownEntries, sidebarLines } from './sidebar.ts'

/** Lines that one notch of the wheel moves. */
const wheelLines = 3

export type MousePorts = {
  readonly app: App
  readonly layers: Layers
  /** Gives a key to Ink's component on screen. */
  readonly feed: (sequence: string) => void
}

/**
 * Handles a click or the wheel in front of everything that is drawn. The wheel moves as the arrow keys do; a click moves
 * the cursor, and where the cursor stands already it is Enter; on a column name it sorts. While something is typed, the mouse does nothing.
 */
export function mouseSteps(event: MouseReport, ports: MousePorts): readonly Step[] {
  const { app } = ports
  if (app.state.getState().prompt !== undefined && ports.layers.dialog() === undefined) return []
  return event.action === 'press' ? click(event, ports) : wheel(event.action === 'wheel-up' ? 'up' : 'down', ports)
}

function wheel(key: 'up' | 'down', { app, layers, feed }: MousePorts): readonly Step[] {
  const layer = layers.all()[0]
  const dialog = layers.dialog()
  if (layer === undefined || (dialog === undefined && layer.field?.() !== undefined)) return []
  if (layer.widgetKeys?.includes(key) === true) return [() => feed(key === 'up' ? '\u001b[A' : '\u001b[B')]
  const step = () => {
    const binding = bound(layers, key)
    if (binding !== undefined && binding.refused?.() === undefined) app.work.run(binding.run)
  }
  return Array.from({ length: wheelLines }, () => step)
}

function click({ row, column }: MouseReport, { app, layers }: MousePorts): readonly Step[] {
  const layout = app.layout()
  const line = row - layout.contentTop
  if (line < 0 || line >= layout.contentHeight) return []
  const dialog = layers.dialog()
  if (dialog === undefined && column < layout.contentLeft) {
    const { at } = sidebarLines(app)[line] ?? {}
    const entry = at === undefined ? undefined : shownEntries(app)[at]
    return entry === undefined ? [] : [() => app.work.run(() => goToEntry(app, entry))]
  }
  if (column < layout.contentLeft) return []
  const { view } = app.state.getState()
  if (dialog === undefined && view.layer.field?.() !== undefined) return []
  const target =
    dialog === undefined ? view.target?.(line, column - layout.contentLeft) : dialog.target?.(line - layout.dialogTop)
  if (target === undefined) return []
  return [
    () => {
      app.state.setState({ focus: 'view' })
      if (!target.isCurrent) return app.work.run(target.select)
      const binding = bound(layers, 'enter')
      if (binding !== undefined) app.run(binding)
    },
  ]
}

function bound(layers: Layers, key: string): Binding | undefined {
  return layers
    .all()[0]
    ?.bindings()
    .find(({ keys }) => keys.includes(key))
}
