import { EventEmitter } from 'node:events'

import { frameBegin, frameEnd } from './terminal-modes.ts'

/** The part of a terminal's stdout that is used here. */
export type ScreenTarget = {
  readonly columns?: number | undefined
  readonly rows?: number | undefined
  write(text: string, done?: () => void): boolean
}

/**
 * What Ink is given as stdout. Ink 6.8 writes a whole frame each time, or with `incrementalRendering` only its changed
 * lines, but one row too low where the frame ends in a newline, and clears the screen where it does not. So it writes
 * whole frames here, and this sends the lines that changed, each to its own row: nothing scrolls, nothing stays behind.
 */
export class Screen extends EventEmitter {
  readonly isTTY = true
  /** Set while Ink is taken down: what it would tidy up is tidied up by us. */
  isMuted = false
  readonly #target: ScreenTarget
  /** Screen readers get what Ink writes, as it is. */
  readonly #isLinear: boolean
  #shown: readonly string[] = []

  constructor(target: ScreenTarget, isLinear: boolean) {
    super()
    this.#target = target
    this.#isLinear = isLinear
  }

  get columns(): number {
    return this.#target.columns || 80
  }

  /** The rows there are, which only we ask for. */
  get realRows(): number {
    return this.#target.rows || 24
  }

  /** More than any frame has, so that Ink never believes to fill the screen, and never clears it. */
  get rows(): number {
    return this.#isLinear ? this.realRows : 10_000
  }

  /** The terminal was cleared: the next frame is sent whole. */
  forget(): void {
    this.#shown = []
  }

  write(text: string, done?: () => void): boolean {
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

/** The lines of a frame; undefined for what only switches a mode of the terminal. */
function frameOf(text: string): readonly string[] | undefined {
  if (onlyModes.test(text)) return undefined
  return text.replace(erased, '').replace(/\n$/, '').split('\n')
}
