import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { killHard, processesNaming } from './support/processes.ts'
import { runProcess } from './support/run-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { wholeRound } from './support/whole-round.ts'

const folder = temporaryFolder()
afterAll(() => {
  for (const { pid } of processesNaming(folder.path)) killHard(pid)
  folder.remove()
})

/** Versions of the runtime that the built product must start on; the first that the registry has is taken. */
const runtimes = [
  { name: 'the newest LTS', versions: ['26', '24'] },
  { name: 'the oldest supported', versions: ['20.19.0'] },
] as const

test.each(runtimes)('the built product runs on $name', async ({ versions }) => {
  const runtime = await fetchRuntime(versions)
  if (runtime === undefined) {
    const sentence = `NOT TESTED HERE: Node.js ${versions.join(' or ')} could not be fetched from the registry.`
    if (process.env['CI']) throw new Error(sentence)
    console.error(`\n${'!'.repeat(sentence.length)}\n${sentence}\n${'!'.repeat(sentence.length)}\n`)
    return
  }
  const home = join(folder.path, runtime.version)
  mkdirSync(home, { mode: 0o700 })
  const { startMs } = await wholeRound(builtInstallation(), { home, prefix: [runtime.program] })
  console.log(`Node.js ${runtime.version}: first start ${Math.round(startMs)} ms`)
})

/** The program of the first version that can be had, with the version it says itself. */
async function fetchRuntime(versions: readonly string[]): Promise<{ program: string; version: string } | undefined> {
  for (const version of versions) {
    const script = 'console.log(JSON.stringify({ program: process.execPath, version: process.version }))'
    const fetched = await runProcess(['npx', '--yes', '--package', `node@${version}`, '--', 'node', '-e', script], {
      cwd: folder.path,
      timeoutMs: 100_000,
    }).catch(() => undefined)
    if (fetched?.code !== 0) continue
    const found = JSON.parse(fetched.stdout) as { program: string; version: string }
    expect(found.version.startsWith(`v${version}`)).toBe(true)
    return found
  }
  return undefined
}
