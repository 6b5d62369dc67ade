import { describe, expect, it } from 'vitest'

import { wrapLines } from '../page/page-line.ts'
import { matchesIn } from './matches.ts'
import { rangesOf } from './ranges.ts'

describe('places in a text', () => {
  it.each([
    ['Certificate and certificate', 'CERT', ['Cert', 'cert']],
    ['Émile et émile', 'emile', ['Émile', 'émile']],
    ['e\u0301tude', 'etude', ['e\u0301tude']],
    ['ﬁle', 'fil', ['ﬁl']],
    ['aaaa', 'aa', ['aa', 'aa']],
    ['🔑 key', 'key', ['key']],
    ['anything', '', []],
    ['any thing', '  ', []],
    ['anything', 'nothing', []],
  ])('%j holds %j', (text, wanted, found) => {
    expect(rangesOf(text, wanted).map(({ start, end }) => text.slice(start, end))).toEqual(found)
  })
})

describe('places among the lines of a window', () => {
  const found = (texts: readonly string[], width: number, wanted: string) => {
    const lines = texts.map((text) => ({ text }))
    const wrapped = wrapLines(lines, width)
    return matchesIn(lines, wrapped, wanted).map((parts) =>
      parts.map(({ line, start, end }) => `${line}:${wrapped[line]?.text.slice(start, end)}`),
    )
  }

  it('what was broken over lines is one match with a part in each', () => {
    expect(found(['  one two three'], 9, 'two three')).toEqual([['0:two', '1:three']])
    expect(found(['SHA-256 abcdefghijklmnop'], 10, 'defghijklmn')).toEqual([['1:defghij', '2:klmn']])
  })

  it('is counted by place, whatever the width', () => {
    for (const width of [8, 20, 200])
      expect(found(['key 1: key', '    other', '    the key'], width, 'key')).toHaveLength(3)
  })
})
