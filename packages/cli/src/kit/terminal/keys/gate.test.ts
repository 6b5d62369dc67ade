import { EventEmitter } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { createGate, escapeWaitMs, type KeySource } from './gate.ts'

class Keyboard extends EventEmitter {
  raw = false
  setRawMode(raw: boolean) {
    this.raw = raw
  }
  resume() {}
  pause() {}
}

function open(settled: () => Promise<void> = () => Promise.resolve()) {
  const keyboard = new Keyboard()
  const delivered: string[] = []
  const calls: string[] = []
  const gate = createGate({
    source: keyboard as unknown as KeySource,
    deliver: (event) => [
      () =>
        delivered.push(
          event.kind === 'key' ? event.key : event.kind === 'paste' ? `paste:${event.text}` : event.action,
        ),
    ],
    background: (colour) => calls.push(colour),
    settled,
    interrupt: () => calls.push('interrupt'),
    suspend: () => calls.push('suspend'),
    ended: () => calls.push('ended'),
  })
  gate.open()
  return { keyboard, gate, delivered, calls, type: (text: string) => keyboard.emit('data', Buffer.from(text)) }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the gate', () => {
  it('delivers keys of one chunk one at a time, with turns of the event loop between them', async () => {
    const { gate, delivered, type } = open()
    type('abc')
    expect(delivered).toEqual([])
    const seen: number[] = []
    for (let turn = 0; turn < 20; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      seen.push(delivered.length)
    }
    await gate.idle()
    expect(delivered).toEqual(['a', 'b', 'c'])
    // Each count was stable for several turns: never two keys in one turn.
    for (const count of [1, 2]) expect(seen.filter((one) => one === count).length).toBeGreaterThanOrEqual(4)
  })

  it('a character cut in two between chunks arrives whole', async () => {
    const { gate, delivered, keyboard } = open()
    const bytes = Buffer.from('漢')
    keyboard.emit('data', bytes.subarray(0, 1))
    keyboard.emit('data', bytes.subarray(1))
    await gate.idle()
    expect(delivered).toEqual(['漢'])
  })

  it('keys wait while something is under way, but Ctrl-C and Ctrl-Z do not', async () => {
    let finish: () => void = () => undefined
    const under = new Promise<void>((resolve) => (finish = resolve))
    const { gate, delivered, calls, type } = open(() => under)
    type('ab\u001a\u0003')
    expect(calls).toEqual(['suspend', 'interrupt'])
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(delivered).toEqual([])
    finish()
    await gate.idle()
    expect(delivered).toEqual(['a', 'b'])
  })

  it('believes an Esc after it waited for the rest of a sequence, and no sooner', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { gate, delivered, type } = open()
    type('\u001b')
    vi.advanceTimersByTime(escapeWaitMs - 1)
    await gate.idle()
    expect(delivered).toEqual([])
    type('[B')
    await gate.idle()
    expect(delivered).toEqual(['down'])
    type('\u001b')
    vi.advanceTimersByTime(escapeWaitMs)
    await gate.idle()
    expect(delivered).toEqual(['down', 'esc'])
  })

  it('a click waits like a key, and the answer about the background does not', async () => {
    let finish: () => void = () => undefined
    const under = new Promise<void>((resolve) => (finish = resolve))
    const { gate, delivered, calls, type } = open(() => under)
    type('a\u001b[<0;1;1M\u001b]11;rgb:00/00/00\u0007')
    expect(calls).toEqual(['rgb:00/00/00'])
    finish()
    await gate.idle()
    expect(delivered).toEqual(['a', 'press'])
  })

  it('gives the keyboard back, and tells when the terminal is gone', () => {
    const { gate, keyboard, calls } = open()
    expect(keyboard.raw).toBe(true)
    keyboard.emit('end')
    expect(calls).toEqual(['ended'])
    gate.close()
    expect(keyboard.raw).toBe(false)
    expect(keyboard.listenerCount('data')).toBe(0)
  })
})
