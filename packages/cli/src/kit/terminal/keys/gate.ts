import { StringDecoder } from 'node:string_decoder'

import { createKeyParser, type InputEvent } from './parse-keys.ts'
import type { MouseReport, TerminalReport } from './reports.ts'

/** How long an Esc waits for the rest of a sequence before it counts as a key. */
export const escapeWaitMs = 50

/** Turns of the event loop between two keys: React commits, runs its effects, and Ink has subscribed again. */
const turnsBetweenKeys = 4

/** The part of a terminal's stdin that the gate uses. */
export type KeySource = {
  setRawMode(raw: boolean): unknown
  on(event: 'data', listener: (chunk: Buffer | string) => void): unknown
  off(event: 'data', listener: (chunk: Buffer | string) => void): unknown
  on(event: 'end', listener: () => void): unknown
  off(event: 'end', listener: () => void): unknown
  resume(): unknown
  pause(): unknown
}

export type Step = () => void

export type Gate = {
  /** Takes the keyboard: raw mode on. */
  open(): void
  /** Releases it: raw mode off. Pending keys are kept for the next opening. */
  close(): void
  /** Resolves when all keys so far are handled and no task is pending. */
  idle(): Promise<void>
}

/**
 * The only reader of the keyboard. Delivers keys one at a time, and only while no task is pending: keys typed while a
 * screen loads wait for that screen. Ctrl-C and Ctrl-Z do not wait.
 */
export function createGate(options: {
  readonly source: KeySource
  /** Handles the event in steps; the event loop runs between steps. */
  readonly deliver: (event: InputEvent | MouseReport) => readonly Step[]
  /** The terminal answered what its background is. */
  readonly background?: (colour: string) => void
  /** Resolves immediately if no task is pending. */
  readonly settled: () => Promise<void>
  readonly interrupt: () => void
  readonly suspend: () => void
  /** Called when the terminal is closed. */
  readonly ended: () => void
}): Gate {
  const { source, deliver, settled } = options
  const parser = createKeyParser()
  const decoder = new StringDecoder('utf8')
  const queue: (InputEvent | MouseReport)[] = []
  let isOpen = false
  let pumping: Promise<void> | undefined
  let escape: NodeJS.Timeout | undefined

  const receive = (chunk: Buffer | string) => {
    clearTimeout(escape)
    take(parser.push(typeof chunk === 'string' ? chunk : decoder.write(chunk)))
    if (parser.isWaiting()) escape = setTimeout(() => take(parser.flush()), escapeWaitMs)
  }

  function take(events: readonly (InputEvent | TerminalReport)[]): void {
    for (const event of events) {
      if (event.kind === 'key' && event.key === 'ctrl-c') options.interrupt()
      else if (event.kind === 'key' && event.key === 'ctrl-z') options.suspend()
      else if (event.kind === 'background') options.background?.(event.colour)
      else queue.push(event)
    }
    pumping ??= pump().finally(() => (pumping = undefined))
  }

  async function pump(): Promise<void> {
    for (;;) {
      await turns(turnsBetweenKeys)
      await settled()
      const event = isOpen ? queue.shift() : undefined
      if (event === undefined) return
      for (const [index, step] of deliver(event).entries()) {
        if (index > 0) await turns(turnsBetweenKeys)
        step()
      }
    }
  }

  return {
    open() {
      if (isOpen) return
      isOpen = true
      source.setRawMode(true)
      source.on('data', receive)
      source.on('end', options.ended)
      source.resume()
      if (queue.length > 0) take([])
    },
    close() {
      if (!isOpen) return
      isOpen = false
      clearTimeout(escape)
      source.off('data', receive)
      source.off('end', options.ended)
      source.setRawMode(false)
      source.pause()
    },
    async idle() {
      while (pumping !== undefined) await pumping
      await settled()
    },
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
