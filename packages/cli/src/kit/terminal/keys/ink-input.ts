import { EventEmitter } from 'node:events'

/**
 * Ink's stdin: a keyboard that yields one key per read. The gate owns the real stream and its raw mode, because Ink
 * resubscribes its handlers after each render and loses keys that arrive in between.
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
