import { EventEmitter } from 'node:events'

import { asciiOf } from '../../output/ascii.ts'
import { frameBegin, frameEnd } from './terminal-modes.ts'

/** The subset of a terminal's stdout used here. */
export type ScreenTarget = {
  readonly columns?: number | undefined
  readonly rows?: number | undefined
  write(text: string, done?: () => void): boolean
}

/**
 * Ink's stdout. Ink 6.8 writes a whole frame each time, or with `incrementalRendering` only its changed
 * lines, but one row too low where the frame ends in a newline, and clears the screen where it does not. So it writes
 * whole frames here, and this sends the changed lines, each to its row: no scrolling and no stale lines.
 */
export class Screen extends EventEmitter {
  readonly isTTY = true
  /** Set while Ink is unmounted: we clean up instead of Ink. */
  isMuted = false
  readonly #target: ScreenTarget
  /** For screen readers: passes Ink's output through. */
  readonly #isLinear: boolean
  /** Where the terminal has no UTF-8, nothing else is sent. */
  readonly #isAscii: boolean
  #shown: readonly string[] = []

  constructor(target: ScreenTarget, isLinear: boolean, isAscii = false) {
    super()
    this.#isAscii = isAscii
    this.#target = target
    this.#isLinear = isLinear
  }

  get columns(): number {
    return this.#target.columns || 80
  }

  /** The actual rows, for our layout only. */
  get realRows(): number {
    return this.#target.rows || 24
  }

  /** More than any frame has, so that Ink never clears a screen that it thinks is full. */
  get rows(): number {
    return this.#isLinear ? this.realRows : 10_000
  }

  /** The terminal was cleared: the next frame is sent completely. */
  forget(): void {
    this.#shown = []
  }

  write(drawn: string, done?: () => void): boolean {
    const text = this.#isAscii ? asciiOf(drawn) : drawn
    if (this.#isLinear && !this.isMuted) return this.#target.write(text, done)
    const frame = this.isMuted ? undefined : frameOf(text)
    const changed = frame === undefined ? '' : this.#difference(frame)
    if (changed !== '') return this.#target.write(frameBegin + changed + frameEnd, done)
    done?.()
    return true
  }

  #difference(frame: readonly string[]): string {
    const before = this.#shown
    this.#shown = frame
    let text = ''
    for (let row = 0; row < Math.max(frame.length, before.length); row += 1) {
      const line = frame[row] ?? ''
      if (line !== before[row]) text += `\u001b[${row + 1};1H${line}\u001b[0m\u001b[K`
    }
    return text
  }
}

// Before a frame, Ink erases the lines of the last one, from the bottom up.
// oxlint-disable-next-line no-control-regex -- control sequences are what it looks for
const erased = /^(?:\u001b\[2K(?:\u001b\[1A)?)*(?:\u001b\[G)?/
// oxlint-disable-next-line no-control-regex -- control sequences are what it looks for
const onlyModes = /^(?:\u001b\[\?\d+[hl])*$/

/** The lines of a frame; undefined for output that only changes terminal modes. */
function frameOf(text: string): readonly string[] | undefined {
  if (onlyModes.test(text)) return undefined
  return text.replace(erased, '').replace(/\n$/, '').split('\n')
}
