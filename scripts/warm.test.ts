import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

const warm = resolve(import.meta.dirname, '..', 'packages', 'cli', 'build', 'warm.cjs')

/** A program that calls an endpoint of the server that it is configured for, and never ends by itself. */
const program = `
  const { readFileSync } = require('node:fs')
  const call = async ({ env }) => {
    const { profiles } = JSON.parse(readFileSync(env.XDG_CONFIG_HOME + '/portico/config.json', 'utf8'))
    await fetch(profiles.default.server + '/api/portal/admin/not-there?limit=5')
    await new Promise(() => setInterval(() => {}, 1000))
  }
  module.exports = { load: () => ({ main: call }) }`

test('a build ends with a sentence when the program calls an endpoint that its stub server lacks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-warm-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'main.cjs')
  writeFileSync(file, program)
  const { status, stderr } = spawnSync(process.execPath, [warm, file], { encoding: 'utf8', timeout: 20_000 })
  expect([status, stderr]).toEqual([
    1,
    'No answer for GET /api/portal/admin/not-there: add it to `answers` in build/warm.cjs.\n',
  ])
})
