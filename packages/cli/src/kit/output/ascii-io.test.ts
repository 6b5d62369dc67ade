import { expect, test } from 'vitest'

import type { Io, TextOut } from '../io/io.ts'
import { asciiIo } from './ascii-io.ts'
import { formatJson } from './print.ts'

function outOf(isTTY: boolean) {
  const written: string[] = []
  const out: TextOut = { isTTY, columns: isTTY ? 80 : undefined, write: (text) => void written.push(text) }
  return { out, written }
}

const stdin: Io['stdin'] = {
  isTTY: true,
  readAll: () => Promise.resolve(new Uint8Array()),
  ask: (text) => Promise.resolve(text),
}

test('a terminal gets only ASCII, in JSON without a change of its values; a pipe gets what was written', async () => {
  const [terminal, pipe] = [outOf(true), outOf(false)]
  const io = asciiIo({ stdout: terminal.out, stderr: pipe.out, stdin, env: {}, cwd: '/', home: '/' } as Io)
  io.stdout.write('Zürich, a long na…\n')
  io.stderr.write('Zürich\n')
  expect([terminal.written, pipe.written]).toEqual([['Zurich, a long na~\n'], ['Zürich\n']])
  expect(await io.stdin.ask('“Zürich”?')).toBe('"Zurich"?')
  const json = formatJson({ name: 'Zürich 日本' }, io)
  expect(json).toMatch(/^[\0-\u007f]*$/)
  expect(JSON.parse(json)).toEqual({ name: 'Zürich 日本' })
})
