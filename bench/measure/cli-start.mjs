import { spawnSync } from 'node:child_process'

import { result } from '../report.mjs'
import { emptyScript, portico } from '../support/paths.mjs'
import { processorTime } from '../support/processor-time.mjs'

const rounds = 40

const lines = [
  { name: 'portico --version', argv: ['--version'], target: 1.15 },
  { name: 'portico --help', argv: ['--help'], target: 1.35 },
  { name: 'portico whoami', argv: ['whoami'], target: 3.1 },
]

/**
 * Starts of the command line compared with an empty script, alternating; the fastest run of each, which other programs
 * disturb least. The mean processor time of all runs is reported too: it is steadier on a busy machine.
 */
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
  const floor = processorTime([emptyScript], env, rounds)
  return cases.slice(1).flatMap(({ name, script, target }) => [
    result({ name, value: fastest.get(name), unit: 'ms', baseline, target }),
    ...(floor === undefined
      ? []
      : [
          result({
            name: `${name}, processor`,
            value: processorTime(script, env, rounds),
            unit: 'ms',
            baseline: floor,
          }),
        ]),
  ])
}
