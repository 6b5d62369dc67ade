import { describe, expect, it } from 'vitest'

import { createKeyParser } from '../keys/parse-keys.ts'
import { createArea } from './area.ts'
import { createLine } from './line.ts'
import type { Field } from '../focus/layer.ts'

/** Types into a field like the gate; returns what the drawn component received. */
function type(field: Field, text: string): string {
  let fed = ''
  const parser = createKeyParser()
  for (const event of [...parser.push(text), ...parser.flush()])
    if (event.kind === 'key' || event.kind === 'paste')
      for (const step of field.type(event, (sequence) => (fed += sequence)) ?? []) step()
  return fed
}

const left = '\u001b[D'
const right = '\u001b[C'

describe('a line', () => {
  it.each([
    ['a b c', 'a b c'],
    [`abc${left}${left}X`, 'aXbc'],
    [`abc${left.repeat(9)}X`, 'Xabc'],
    [`abc${right.repeat(3)}X`, 'abcX'],
    ['abc\u001b[HX\u001b[FY', 'XabcY'],
    ['abc\u007f\u007fd', 'ad'],
    ['a😀\u007fb', 'ab'],
    ['one two\u0017three', 'one three'],
    ['one\u0015two', 'two'],
    ['a\u001b[200~ pasted\ntext \u001b[201~b', 'apasted textb'],
    [`ab${left}\u001b[3~`, 'a'],
    [`abc${left}${left}\u001b[3~X`, 'aXc'],
    ['one two-three\u001bb\u001bbX', 'one Xtwo-three'],
    ['one two\u001b[H\u001bfX', 'oneX two'],
    ['one two\u001b[H\u001bd\u001bdX', 'X'],
    ['one two-three\u001b\u007fX', 'one two-X'],
    ['one two-three\u001b[1;5DX', 'one two-Xthree'],
    ['one\u001b[1;5DX\u001b[1;5CY', 'XoneY'],
    ['one two three\u001bb\u0017X', 'one Xthree'],
    ['größer 漢字\u001bb\u001bbX', 'Xgrößer 漢字'],
    ['one\u001bz\u001b9', 'one'],
  ])('%j typed gives %j', (typed, value) => {
    const line = createLine()
    type(line, typed)
    expect(line.getState().value).toBe(value)
  })

  it('the component is never fed a key that would lead its cursor out of the text', () => {
    expect(type(createLine({ value: '' }), left + right)).toBe('')
    expect(type(createLine({ value: 'a' }), right)).toBe('')
    expect(type(createLine({ value: 'a' }), left + left)).toBe(left)
  })

  it('ignores events that are not text', () => {
    const line = createLine()
    for (const sequence of ['\r', '\t', '\u001b', '\u001b[A', '\u0013']) {
      const parser = createKeyParser()
      const [event] = [...parser.push(sequence), ...parser.flush()]
      expect(event?.kind === 'key' && line.type(event, () => undefined)).toBeUndefined()
    }
  })
})

describe('an area', () => {
  it.each([
    ['a\rb', 'a\nb'],
    ['ab\rcd\u001b[AX', 'abX\ncd'],
    ['abc\rd\u001b[A\u001b[HX', 'Xabc\nd'],
    ['a\u001b[200~1\r\n2\u001b[201~', 'a1\n2'],
    ['ab\u007f\u007f\u007f', ''],
    ['a\r\u007fb', 'ab'],
    ['one two\rthree\u001bb\u001bbX', 'one Xtwo\nthree'],
    ['one two\u001b[H\u001bf\u001bdX', 'oneX'],
    ['one two-three\u0017X\u001b\u007fY', 'one Y'],
  ])('%j typed gives %j', (typed, value) => {
    let told = ''
    const area = createArea({ value: '', changed: (text) => (told = text) })
    type(area, typed)
    expect(area.getState().value).toBe(value)
    expect(told).toBe(value)
  })
})
