import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

import { readStaticFiles } from './static-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-pages-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('a page allows the style elements in it, each by its hash, and a script named like one nothing', () => {
  const css = ['p{margin:0}', '@layer kit{\n.a{color:red}}']
  const style = css.map((rules) => `<style>${rules}</style>`).join('')
  writeFileSync(join(folder, 'page.html'), `<!doctype html><head>${style}</head><body></body>`)
  writeFileSync(join(folder, 'text.js'), `'${style}'`)
  const files = readStaticFiles(folder)
  const sources = css.map((rules) => `'sha256-${createHash('sha256').update(rules).digest('base64')}'`)
  expect(files.get('/page.html')?.styles).toEqual(sources)
  expect(files.get('/text.js')?.styles).toEqual([])
})

it.each(['html', 'js', 'css', 'svg', 'txt'])('a text that ends in .%s names its encoding', (ending) => {
  writeFileSync(join(folder, `text.${ending}`), '')
  expect(readStaticFiles(folder).get(`/text.${ending}`)?.type).toMatch(/; charset=utf-8$/)
})
