import {
  enterLinearSequence,
  enterSequence,
  leaveLinearSequence,
  leaveSequence,
  mouseOffSequence,
  mouseOnSequence,
} from './terminal-modes.ts'

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
  /** Takes clicks and the wheel. */
  readonly hasMouse: boolean
}): TerminalModes {
  const { write, isLinear, hasMouse } = options
  let entered = false
  return {
    enter() {
      if (entered) return
      entered = true
      write((isLinear ? enterLinearSequence : enterSequence) + (hasMouse ? mouseOnSequence : ''))
    },
    leave() {
      if (!entered) return
      entered = false
      write((hasMouse ? mouseOffSequence : '') + (isLinear ? leaveLinearSequence : leaveSequence))
    },
  }
}
