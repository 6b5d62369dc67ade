import type { InputEvent } from '../keys/parse-keys.ts'
import type { Step } from '../keys/gate.ts'
import type { Binding } from './binding.ts'

/** Something typed into. undefined: the event is none of its business. */
export type Field = {
  readonly type: (event: InputEvent, feed: (sequence: string) => void) => readonly Step[] | undefined
}

/** What takes keys: a dialog, a prompt, a view, the shell. Layers are asked from the top of the stack down. */
export type Layer = {
  readonly name: string
  /** Nothing below gets a key: Tab under an open dialog does nothing (Ink's own focus would move). */
  readonly isModal: boolean
  readonly bindings: () => readonly Binding[]
  /** The text field that has the cursor, where there is one: it comes before the bindings. */
  readonly field?: (() => Field | undefined) | undefined
  /** Keys that Ink's own component on screen handles. */
  readonly widgetKeys?: readonly string[] | undefined
}
