import { result } from '../report.mjs'
import { cleanEnvironment } from '../support/environment.mjs'
import { startManyAccounts } from '../support/many-accounts.mjs'
import { emptyScript, portico } from '../support/paths.mjs'
import { msOfChildren, processorTime, underTimes } from '../support/processor-time.mjs'
import { openPty } from '../support/pty.mjs'

const rounds = 10
const keys = 90
const rowCounts = [100, 100_000]

/** The terminal UI in a pseudo terminal: its first frame against an empty script there, and what a key costs in a list. */
export async function measure({ demo }) {
  const { env } = await demo.start()
  let [first, floor] = [Infinity, Infinity]
  for (let round = 0; round < rounds; round += 1) {
    floor = Math.min(floor, await emptyRun(env))
    first = Math.min(first, await firstFrame(env))
  }
  const results = [result({ name: 'portico, first frame', value: first, unit: 'ms', baseline: floor, target: 4.4 })]
  const idle = processorTime([emptyScript], env, rounds)
  if (idle !== undefined) {
    const value = await processorOfFirstFrame(env)
    const name = 'portico, first frame and Ctrl-C, processor'
    results.push(result({ name, value, unit: 'ms', baseline: idle }))
  }
  for (const rows of rowCounts) {
    const { ms, bytes } = await keysInList(rows)
    results.push(
      result({ name: `terminal UI, list of ${rows}: a key`, value: ms, unit: 'ms' }),
      result({ name: `terminal UI, list of ${rows}: a frame`, value: bytes, unit: 'bytes' }),
    )
  }
  return results
}

async function emptyRun(env) {
  const begin = performance.now()
  const { exitCode } = await openPty([emptyScript], env).exited
  if (exitCode !== 0) throw new Error(`The empty script ended with ${exitCode}.`)
  return performance.now() - begin
}

async function firstFrame(env) {
  const begin = performance.now()
  const pty = openPty([portico], env)
  await pty.until((written) => written.includes('Environments'))
  const ms = performance.now() - begin
  await leave(pty)
  return ms
}

async function processorOfFirstFrame(env) {
  let sum = 0
  for (let round = 0; round < rounds; round += 1) {
    const pty = openPty(underTimes([portico]), env, 'sh')
    await pty.until((written) => written.includes('Environments'))
    await leave(pty)
    sum += msOfChildren(pty.written())
  }
  return sum / rounds
}

async function keysInList(rows) {
  const portal = await startManyAccounts(rows)
  const env = cleanEnvironment({ ...portal.env, TERM: 'xterm-256color' })
  const pty = openPty([portico, 'tui', '--env', 'Production'], env)
  await pty.until((written) => written.includes('account-000003'))
  // The list is read and drawn; only keys follow.
  await pty.quiet()
  const before = pty.written().length
  const begin = performance.now()
  pty.write('\u001b[B'.repeat(keys))
  await pty.until((written) => written.slice(before).includes(portal.nameOf(keys)))
  const ms = (performance.now() - begin) / keys
  await pty.quiet()
  // Keys that come fast share a frame; each frame begins as a synchronised update.
  const written = pty.written().slice(before)
  const bytes = written.length / (written.split('\u001b[?2026h').length - 1)
  await leave(pty)
  await portal.close()
  return { ms, bytes }
}

async function leave(pty) {
  pty.write('\u0003')
  const { exitCode } = await pty.exited
  if (exitCode !== 130) throw new Error(`The terminal UI ended with ${exitCode}: ${pty.written().slice(-400)}`)
}
