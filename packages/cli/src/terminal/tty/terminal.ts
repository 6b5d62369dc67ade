import { enterLinearSequence, enterSequence, leaveLinearSequence, leaveSequence } from './terminal-modes.ts'

export type TerminalModes = {
  enter(): void
  /** Safe to call twice and from an `exit` handler, because it writes synchronously. */
  leave(): void
}

/** Sets the terminal's modes while drawing and restores them otherwise. */
export function createTerminalModes(options: {
  /** Writes synchronously. */
  readonly write: (text: string) => void
  readonly isLinear: boolean
}): TerminalModes {
  const { write, isLinear } = options
  let entered = false
  return {
    enter() {
      if (entered) return
      entered = true
      write(isLinear ? enterLinearSequence : enterSequence)
    },
    leave() {
      if (!entered) return
      entered = false
      write(isLinear ? leaveLinearSequence : leaveSequence)
    },
  }
}
