import type { InputEvent } from '../keys/parse-keys.ts'
import type { Step } from '../keys/gate.ts'
import type { Binding } from './binding.ts'

/** A text input. undefined: the event is not handled. */
export type Field = {
  readonly type: (event: InputEvent, feed: (sequence: string) => void) => readonly Step[] | undefined
}

/** A receiver of keys: a dialog, a prompt, a view, the shell. Keys go from the top of the stack down. */
export type Layer = {
  readonly name: string
  /** Blocks keys for lower layers: Tab under an open dialog does nothing (Ink's focus would move). */
  readonly isModal: boolean
  readonly bindings: () => readonly Binding[]
  /** The text field with the cursor, if any; it takes precedence over the bindings. */
  readonly field?: (() => Field | undefined) | undefined
  /** Keys that Ink's own component on screen handles. */
  readonly widgetKeys?: readonly string[] | undefined
}
