import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { runProcess } from './support/run-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

// The documentation as files, for another web server.

const installation = builtInstallation()
const folder = temporaryFolder()
afterAll(() => folder.remove())

const write = (out: string) => runProcess(['node', installation.server, 'docs', '--out', out], { cwd: folder.path })

test('portico-server docs writes pages that find each other, and what they load, below any path', async () => {
  const out = join(folder.path, 'site')
  const { code, stdout, stderr } = await write(out)
  expect([code, stderr]).toEqual([0, ''])
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' })
  expect(stdout).toContain(`wrote ${files.filter((name) => /\.\w+$/.test(name)).length} files`)
  const pages = files.filter((name) => name.endsWith('.html'))
  expect(pages.length).toBeGreaterThan(50)
  expect(files.filter((name) => /\.(?:br|gz)$/.test(name))).toEqual([])
  const broken: string[] = []
  for (const page of pages) {
    const html = readFileSync(join(out, page), 'utf8')
    for (const [, address = ''] of html.matchAll(/ (?:href|src|data-index)="([^"]*)"/g)) {
      if (/^(?:https?:|mailto:|data:)/.test(address)) continue
      const [path = '', anchor] = address.split('#')
      const file = path === '' ? join(out, page) : join(out, dirname(page), path)
      if (address.startsWith('/') || !existsSync(file)) broken.push(`${page}: ${address}`)
      else if (anchor !== undefined && !readFileSync(file, 'utf8').includes(` id="${anchor}"`))
        broken.push(`${page}: ${address}`)
    }
  }
  expect(broken).toEqual([])
  const index = files.find((name) => /^assets\/search-.*\.json$/.test(name)) ?? ''
  const [, found = ''] = /"address":"([^"#]*service-accounts[^"#]*)/.exec(readFileSync(join(out, index), 'utf8')) ?? []
  expect(existsSync(join(out, dirname(index), found)), found).toBe(true)
})

test('a folder that has files is left as it is', async () => {
  writeFileSync(join(folder.path, 'mine'), '')
  const { code, stderr } = await write(folder.path)
  expect(code).toBe(64)
  expect(stderr).toContain('is not empty. Choose another folder with --out.')
  expect(existsSync(join(folder.path, 'index.html'))).toBe(false)
})
