import { spawnSync } from 'node:child_process'

// POSIX: `times` prints the times of the shell itself, then those of its children, as 0m0.031s.
const script = `at=0
while [ $at -lt "$ROUNDS" ]; do "$@" >/dev/null || exit 1; at=$((at + 1)); done
times`

/**
 * Processor time (user and system) of one run of Node with these arguments in ms, as the mean of `rounds`; rejects a run
 * that fails. undefined where there is no POSIX shell.
 */
export function processorTime(argv, env, rounds) {
  if (process.platform === 'win32') return undefined
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script, 'sh', process.execPath, ...argv], {
    env: { ...env, ROUNDS: String(rounds) },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${argv.join(' ')} failed: ${stderr}`)
  return msOfChildren(stdout) / rounds
}

/** Node in a shell that prints its processor time at the end, for a pseudo terminal. */
export const underTimes = (argv) => ['-c', '"$@"; code=$?; times; exit $code', 'sh', process.execPath, ...argv]

/** From what `times` printed last. */
export function msOfChildren(text) {
  const found = [...text.matchAll(/(\d+)m(\d+(?:\.\d+)?)s/g)].slice(-2)
  if (found.length < 2) throw new Error(`The shell printed no times: ${text.slice(-200)}`)
  return found.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000, 0)
}
