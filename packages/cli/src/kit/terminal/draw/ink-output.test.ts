import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { expect, it, vi } from 'vitest'

import Output, { inkVersion } from '../../../../build/ink-output.mjs'

const inkFolder = dirname(createRequire(import.meta.url).resolve('ink'))
const { default: InkOutput } = (await import(pathToFileURL(join(inkFolder, 'output.js')).href)) as {
  default: typeof Output
}

const style = (code: number, end: number) => (text: string) => `\u001b[${code}m${text}\u001b[${end}m`
const [bold, dim, inverse, red] = [style(1, 22), style(2, 22), style(7, 27), style(31, 39)]
const texts = [
  'Portico › Bench › Production PROD READ-ONLY',
  `one ${bold('two')} ${red(`three ${inverse('four')} five`)} six   `,
  `${dim('dim')}${bold(dim('both'))}${red('red')}${red('red again')}`,
  'wide 日本語 and 👩‍👩‍👧 and e\u0301 and \u200b',
  red('日本 red'),
  `\u001b[38;5;12;1mmany at once\u001b[0m plain`,
  '┌──────┐\n│ two  │\n└──────┘',
  '   ',
  'name\u001b]0;owned\u0007 and\u001b[2J',
  '\u001b[1m\u001b[22m',
]
const transforms = [(line: string) => line, bold, inverse, (line: string) => red(dim(line))]

/** A deterministic random number generator. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

it('is made for the version of Ink that is installed', () => {
  const { version } = JSON.parse(readFileSync(join(inkFolder, '..', 'package.json'), 'utf8')) as { version: string }
  expect(version).toBe(inkVersion)
})

it('draws what Ink itself draws', () => {
  for (let seed = 0; seed < 300; seed += 1) compare(seed)
})

function compare(seed: number): void {
  const next = numbers(seed)
  const outputs = [InkOutput, Output].map((Kind) => new Kind({ width: 40, height: 8 }))
  for (let count = 0; count < 8; count += 1) {
    const kind = next(4)
    const clip = {
      ...(next(2) === 0 ? { x1: next(20), x2: 20 + next(20) } : {}),
      ...(next(2) === 0 ? { y1: next(4), y2: 4 + next(4) } : {}),
    }
    const transformers = [transforms[next(transforms.length)] ?? bold]
    const [x, y, text] = [next(44) - 2, next(10) - 1, texts[next(texts.length)] ?? '']
    for (const output of outputs) {
      if (kind === 0) output.clip(clip)
      else if (kind === 1) output.unclip()
      else output.write(x, y, text, { transformers })
    }
  }
  const [expected, drawn] = outputs.map((output) => output.get())
  expect(drawn, `frame ${seed}`).toEqual(expected)
}

it('takes no line of ASCII, box drawing and colours apart by graphemes', () => {
  const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
  const calls = (Kind: typeof Output) => {
    segment.mockClear()
    const output = new Kind({ width: 100, height: 30 })
    for (let row = 0; row < 30; row += 1)
      output.write(0, row, `${bold('Name')} │ ${red('status')} of ${row}`, { transformers: [inverse] })
    output.get()
    return segment.mock.calls.length
  }
  expect(calls(InkOutput)).toBeGreaterThanOrEqual(30)
  // Each colour once, however often it occurs.
  expect(calls(Output)).toBeLessThanOrEqual(6)
})
