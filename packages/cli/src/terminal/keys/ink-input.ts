import { EventEmitter } from 'node:events'

/**
 * What Ink is given as stdin: a keyboard that yields one key a read. The real stream, and its raw mode, belong to the
 * gate, because Ink subscribes its handlers anew after each render and loses what arrives in between.
 */
export class InkInput extends EventEmitter {
  readonly isTTY = true
  #next: string | null = null

  feed(sequence: string): void {
    this.#next = sequence
    this.emit('readable')
  }

  read(): string | null {
    const next = this.#next
    this.#next = null
    return next
  }

  setRawMode(): this {
    return this
  }

  setEncoding(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}
