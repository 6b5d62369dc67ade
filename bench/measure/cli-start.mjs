import { spawnSync } from 'node:child_process'

import { result } from '../report.mjs'
import { emptyScript, portico } from '../support/paths.mjs'

const rounds = 40

const lines = [
  { name: 'portico --version', argv: ['--version'], target: 1.25 },
  { name: 'portico --help', argv: ['--help'], target: 1.45 },
  { name: 'portico whoami', argv: ['whoami'], target: 2.8 },
]

/** Starts of the command line against an empty script, in turns; each as its fastest run, which others disturb least. */
export async function measure({ demo }) {
  const { env } = await demo.start()
  const cases = [
    { name: 'node', script: [emptyScript] },
    ...lines.map((line) => ({ ...line, script: [portico, ...line.argv] })),
  ]
  const fastest = new Map()
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, script } of cases) {
      const begin = performance.now()
      const { status, stderr } = spawnSync(process.execPath, script, { env, stdio: ['ignore', 'pipe', 'pipe'] })
      const ms = performance.now() - begin
      if (status !== 0) throw new Error(`${name} ended with ${status}: ${String(stderr)}`)
      fastest.set(name, Math.min(ms, fastest.get(name) ?? Infinity))
    }
  }
  const baseline = fastest.get('node')
  return lines.map(({ name, target }) => result({ name, value: fastest.get(name), unit: 'ms', baseline, target }))
}
