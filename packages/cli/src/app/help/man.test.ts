import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { openTerminal, type Terminal } from '../../testing/terminal.ts'

let terminal: Terminal
beforeEach(() => {
  terminal = openTerminal()
})
afterEach(() => terminal.remove())

test('the manual has a page for every command, made of what --help says', async () => {
  const { code, stderr } = await terminal.run(['help', '--man', 'man1'])
  expect(code).toBe(0)
  const folder = join(terminal.folder, 'man1')
  const pages = readdirSync(folder)
  expect(stderr).toContain(`${pages.length} pages`)
  expect(pages).toEqual(expect.arrayContaining(['portico.1', 'portico-service-account-create.1', 'portico-tui.1']))
  expect(pages.filter((name) => name.includes('__'))).toEqual([])
  const page = readFileSync(join(folder, 'portico-service-account-create.1'), 'utf8')
  expect(page).toContain('.B \\-\\-key1 <key>')
  for (const name of pages)
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n'))
      expect(line).not.toMatch(/^'|^\.(?!TH |SH |TP$|B |nf$|fi$)/)
})
