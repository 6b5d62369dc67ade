import { describe, expect, it } from 'vitest'

import { cleanPaste, createKeyParser, type InputEvent } from './parse-keys.ts'
import type { TerminalReport } from './reports.ts'

type Event = InputEvent | TerminalReport

const names = (events: readonly Event[]) => events.map((event) => (event.kind === 'key' ? event.key : event))

/** All events of the chunks, after a flush. */
function read(...chunks: readonly string[]): readonly Event[] {
  const parser = createKeyParser()
  return [...chunks.flatMap((chunk) => parser.push(chunk)), ...parser.flush()]
}

describe('keys', () => {
  it.each<[string, readonly string[]]>([
    ['abc', ['a', 'b', 'c']],
    ['\u001b[A\u001b[B\u001b[C\u001b[D', ['up', 'down', 'right', 'left']],
    ['\u001bOA\u001bOB', ['up', 'down']],
    ['\u001b[H\u001b[F\u001b[1~\u001b[4~', ['home', 'end', 'home', 'end']],
    ['\u001b[5~\u001b[6~\u001b[3~', ['pageup', 'pagedown', 'delete']],
    ['\u001b[Z\t', ['shift-tab', 'tab']],
    ['\r\n', ['enter', 'enter']],
    ['\u007f\b', ['backspace', 'backspace']],
    ['\u0013\u0000', ['ctrl-s', 'ctrl-space']],
    ['\u001b', ['esc']],
    ['\u001b\u001b', ['esc', 'esc']],
    ['\u001bj\u001bé\u001b7', ['alt-j', 'alt-é', 'alt-7']],
    ['\u001b\u007f\u001bO', ['alt-backspace', 'alt-O']],
    ['\u001b:\u001b\r', ['esc', ':', 'esc', 'enter']],
    ['\u001b[1;5D\u001b[1;5C\u001bOd', ['ctrl-left', 'ctrl-right', 'ctrl-left']],
    ['\u001b[27uj', ['esc', 'j']],
    ['\u001b\u001b[A', ['esc', 'up']],
    ['ä漢😀', ['ä', '漢', '😀']],
    ['a b', ['a', ' ', 'b']],
  ])('%j is read as %j', (text, keys) => {
    expect(names(read(text))).toEqual(keys)
  })

  it('a sequence of a key we do not know types nothing', () => {
    expect(read('\u001b[1;5A\u001b[?1;2c\u001b[I')).toEqual([])
  })

  it('a sequence cut anywhere is the key it would be whole', () => {
    const whole = 'x\u001b[5~\u001bOB\u001b[200~two\nlines\u001b[201~y'
    for (let cut = 1; cut < whole.length; cut += 1)
      expect(names(read(whole.slice(0, cut), whole.slice(cut)))).toEqual(names(read(whole)))
  })

  it('an Esc waits for the rest of a sequence until it is flushed', () => {
    const parser = createKeyParser()
    expect(parser.push('\u001b')).toEqual([])
    expect(parser.isWaiting()).toBe(true)
    expect(names(parser.flush())).toEqual(['esc'])
    expect(parser.isWaiting()).toBe(false)
  })
})

describe('what the terminal sends by itself', () => {
  const at = (action: string, column: number, row: number) => ({ kind: 'mouse', action, column, row })

  it.each<[string, readonly unknown[]]>([
    ['\u001b[<0;10;5M\u001b[<0;10;5m', [at('press', 9, 4)]],
    ['\u001b[<64;1;1M\u001b[<65;1;1M', [at('wheel-up', 0, 0), at('wheel-down', 0, 0)]],
    ['\u001b[<16;300;200M', [at('press', 299, 199)]],
    ['\u001b[<1;10;5M\u001b[<2;10;5M\u001b[<32;10;5M\u001b[<35;9;5M', []],
    ['\u001b[M !!x', ['x']],
    ['\u001b]11;rgb:1e1e/1e1e/1e1e\u0007y', [{ kind: 'background', colour: 'rgb:1e1e/1e1e/1e1e' }, 'y']],
    ['\u001b]11;rgb:ff/ff/ff\u001b\\y', [{ kind: 'background', colour: 'rgb:ff/ff/ff' }, 'y']],
    ['\u001b]52;c;YQ==\u0007\u001b]4;1;rgb:0/0/0\u001b\\', []],
    ['\u001b]', ['esc', ']']],
  ])('%j is %j, and no part of it is typed', (text, expected) => {
    expect(names(read(text))).toEqual(expected)
  })

  it('a report cut anywhere, however late its rest comes, types nothing', () => {
    for (const whole of ['\u001b[<64;101;55M', '\u001b]11;rgb:0000/0000/0000\u001b\\', '\u001b]11;rgb:0/0/0\u0007'])
      for (let cut = 3; cut < whole.length; cut += 1) {
        const parser = createKeyParser()
        const late = [...parser.push(whole.slice(0, cut)), ...parser.flush()]
        expect(names([...late, ...parser.push(`${whole.slice(cut)}z`)]), `cut at ${cut}`).toEqual([...read(whole), 'z'])
      }
  })
})

describe('pastes', () => {
  it('a paste is one event, whatever keys it contains', () => {
    expect(read('\u001b[200~q:quit\r\u0003\u001b[201~')).toEqual([{ kind: 'paste', text: 'q:quit\n' }])
  })

  it.each([
    ['one\r\ntwo\rthree\n', 'one\ntwo\nthree\n'],
    ['a\u001b[31mb\u0007\u009bc', 'a[31mbc'],
    ['tab\there', 'tab\there'],
  ])('%j becomes %j', (text, cleaned) => {
    expect(cleanPaste(text)).toBe(cleaned)
  })
})

it.each([
  ['\u001bOP', 'f1'],
  ['\u001bOQ', 'f2'],
  ['\u001b[12~', 'f2'],
  ['\u001b[[B', 'f2'],
  ['\u001b[15~', 'f5'],
  ['\u001b[24~', 'f12'],
])('%j is a function key', (sequence, key) => {
  expect(createKeyParser().push(sequence)).toEqual([{ kind: 'key', key, sequence }])
})
