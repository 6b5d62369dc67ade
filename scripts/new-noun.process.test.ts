import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { migrations } from '../packages/server/src/kit/database/migrations/index.ts'

const root = resolve(import.meta.dirname, '..')
const nextMigration = String(Object.keys(migrations).length + 1).padStart(4, '0')
const tables = 'packages/server/src/kit/database/generated-tables.test.ts'
let copy = ''

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'portico-noun-'))
  copySources()
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('a new noun type-checks in core, server, cli and web, with its sentences', async ({ signal }) => {
  const written = await run(signal, 'scripts/new-noun.mjs', 'tenant/help-page', '--lists')
  expect(written).toContain('packages/core/src/tenant/help-pages/editor.ts')
  expect(written).toContain(`migrations/${nextMigration}-help-pages.ts`)
  await run(signal, 'node_modules/vitest/vitest.mjs', 'run', tables, '--update')
  await run(signal, 'node_modules/typescript/bin/tsc', '-b', 'packages/server', 'packages/cli', 'packages/web')
}, 900_000)

test('an existing noun is not overwritten', async ({ signal }) => {
  await expect(run(signal, 'scripts/new-noun.mjs', 'providers/username-format')).rejects.toThrow('exists already')
})

/** Runs a program in a separate process group, and kills all of it when the test times out: on Node.js 20 tsc has a child. */
async function run(signal: AbortSignal, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: copy, detached: true })
  const kill = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')
  signal.addEventListener('abort', kill)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  signal.removeEventListener('abort', kill)
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}\n${output}`)
  return output
}

/** What the script writes to and tsc reads, with the packages that are installed here, and the few tests that this takes. */
function copySources(): void {
  const server = 'packages/server/src'
  const tests = [tables, `${server}/testing/lists.test.ts`, `${server}/applications/launcher/launcher.test.ts`]
  const left = /\/(?:dist|types|types-test|node_modules)$|\.test\.tsx?$|\.tsbuildinfo$/
  for (const name of ['tsconfig.base.json', 'package.json', 'vitest.config.ts'])
    cpSync(join(root, name), join(copy, name))
  for (const name of ['scripts', 'packages', 'e2e'])
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !left.test(path) || tests.some((one) => path.endsWith(one)),
    })
  mkdirSync(join(copy, 'node_modules/@portico'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@portico' && name !== '.cache')
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const name of readdirSync(join(copy, 'packages')))
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules/@portico', name))
}
