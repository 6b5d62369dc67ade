import { expect, it } from 'vitest'

import { Screen } from './screen.ts'

function open() {
  const written: string[] = []
  const screen = new Screen({ columns: 20, rows: 5, write: (text) => written.push(text) > 0 }, false)
  return { screen, written }
}

it('a frame that differs in one line sends only that line to its row', () => {
  const { screen, written } = open()
  screen.write('one\ntwo\nthree\n')
  screen.write('\u001b[2K\u001b[1A\u001b[2K\u001b[1A\u001b[2K\u001b[1A\u001b[2K\u001b[Gone\nTWO\nthree\n')
  expect(written[1]).toBe('\u001b[?2026h\u001b[2;1HTWO\u001b[0m\u001b[K\u001b[?2026l')
})

it('the same frame again sends nothing; after a clear it is sent whole', () => {
  const { screen, written } = open()
  screen.write('one\ntwo\n')
  screen.write('one\ntwo\n')
  expect(written).toHaveLength(1)
  screen.forget()
  screen.write('one\ntwo\n')
  expect(written[1]).toBe(written[0])
})

it('a shorter frame leaves no row of a longer one', () => {
  const { screen, written } = open()
  screen.write('one\ntwo\n')
  screen.write('one\n')
  expect(written[1]).toContain('\u001b[2;1H\u001b[0m\u001b[K')
})

it('modes of the terminal are not for Ink to switch', () => {
  const { screen, written } = open()
  screen.write('\u001b[?25l')
  screen.write('\u001b[?2026h')
  screen.isMuted = true
  screen.write('anything')
  expect(written).toEqual([])
})

it('a terminal without UTF-8 gets only ASCII', () => {
  const written: string[] = []
  const screen = new Screen({ columns: 20, rows: 5, write: (text) => written.push(text) > 0 }, false, true)
  screen.write('Größe › “a…”\n')
  expect(written.join('')).toContain('Grose > "a~"')
  // oxlint-disable-next-line no-control-regex -- everything else is not ASCII
  expect(written.join('')).toMatch(/^[\0-\u007f]*$/)
})
