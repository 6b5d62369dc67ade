import type { Step } from '../keys/gate.ts'
import type { InputEvent } from '../keys/parse-keys.ts'
import type { Binding } from './binding.ts'
import type { Layer } from './layer.ts'

export type DispatchPorts = {
  /** The currently open layers, topmost first. */
  readonly layers: () => readonly Layer[]
  /** Gives a key to Ink's component on screen. */
  readonly feed: (sequence: string) => void
  readonly run: (binding: Binding) => void
  /** A key that neither the screen nor the shell binds. */
  readonly unbound: (key: string) => void
}

/** Handles an event: types into the field with the cursor, runs a binding, or passes it to Ink's component. */
export function dispatch(event: InputEvent, ports: DispatchPorts): readonly Step[] {
  for (const layer of ports.layers()) {
    const typed = layer.field?.()?.type(event, ports.feed)
    if (typed !== undefined) return typed
    if (event.kind === 'key') {
      const binding = layer.bindings().find(({ keys }) => keys.includes(event.key))
      if (binding !== undefined) return [() => ports.run(binding)]
      if (layer.widgetKeys?.includes(event.key)) return [() => ports.feed(event.sequence)]
    }
    if (layer.isModal) return []
  }
  return event.kind === 'key' ? [() => ports.unbound(event.key)] : []
}
