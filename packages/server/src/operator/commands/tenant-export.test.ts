import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { findTestRoot } from '../../kit/database/testing/test-root.ts'
import type { Place } from '../../app/open.ts'
import { makePng } from '../../testing/make-png.ts'
import { runTenantImport } from './tenant.ts'
import { runTenantExport } from './tenant-export.ts'

let folder: string
let place: Place

beforeAll(async () => {
  folder = mkdtempSync(join(await findTestRoot(), 'portico-tenant-export-'))
  place = { dataDir: join(folder, 'data'), env: {}, log: pino({ level: 'silent' }) }
  mkdirSync(join(folder, 'first'))
  writeFileSync(join(folder, 'first', 'wiki.png'), makePng(64, 64))
  const file = `
tenant: { slug: acme, name: Acme }
environments: [{ slug: production, name: Production, type: PROD }]
applications: [{ slug: wiki, label: Wiki, icon: { file: wiki.png } }]
`
  writeFileSync(join(folder, 'first', 'acme.yaml'), file)
  // Images are beside the file, wherever the command is run.
  await runTenantImport(place, join(folder, 'first', 'acme.yaml'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('writes a file with its images beside it, which import reads', async () => {
  const out = join(folder, 'out')
  mkdirSync(out)
  const { unwritten } = await runTenantExport(place, 'acme', join(out, 'acme.yaml'))
  expect(unwritten).toEqual([])
  expect(readdirSync(out).toSorted()).toEqual(['acme-app-wiki.png', 'acme.yaml'])
  expect(readFileSync(join(out, 'acme.yaml'), 'utf8')).toContain('file: acme-app-wiki.png')
  expect(await runTenantImport(place, join(out, 'acme.yaml'))).toMatchObject({ slug: 'acme', created: false })
})

it('without a file returns the text, and names the images that it did not write', async () => {
  const { text, unwritten } = await runTenantExport(place, 'acme', undefined)
  expect(text).toMatch(/^# Made by portico-server tenant export/)
  expect(unwritten).toEqual(['acme-app-wiki.png'])
})

it('names the command that lists tenants where there is none of this name', async () => {
  await expect(runTenantExport(place, 'nothere', undefined)).rejects.toThrow(/no tenant "nothere"/)
})
