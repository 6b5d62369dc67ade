import { describe, expect, it } from 'vitest'

import { clipboardSequence } from './terminal-modes.ts'

const text = 'portico service-account get Größe'
const plain = `\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`

describe('a copy reaches the clipboard of the terminal', () => {
  it('by OSC 52, also over SSH', () => expect(clipboardSequence(text, { SSH_TTY: '/dev/pts/1' })).toBe(plain))

  it('in tmux plainly and wrapped, as its settings allow one or the other', () => {
    const sent = clipboardSequence(text, { TMUX: '/tmp/tmux-1000/default,1,0' })
    expect(sent.startsWith(plain)).toBe(true)
    expect(sent.slice(plain.length)).toBe(`\u001bPtmux;\u001b${plain}\u001b\\`)
  })

  it('in screen in parts that it does not drop', () => {
    const long = 'x'.repeat(1000)
    const parts = clipboardSequence(long, { STY: '1.pts-0.host' }).split('\u001b\\').slice(0, -1)
    expect(parts.every((part) => part.startsWith('\u001bP') && part.length < 768)).toBe(true)
    expect(parts.map((part) => part.slice(2)).join('')).toBe(clipboardSequence(long, {}))
  })
})
