import { spawn } from 'node:child_process'

import type { Installation } from './installation.ts'
import { cleanEnvironment, type Finished } from './run-process.ts'
import type { Shell } from './shell.ts'
import { until } from './until.ts'

export type WaitingCommand = {
  /** The match of a pattern in stderr so far; waits for it. */
  said(pattern: RegExp): Promise<string>
  readonly finished: Promise<Finished>
  signal(signal: NodeJS.Signals): void
  kill(): void
}

/** Starts `portico` in a shell's home and leaves it running, as one that waits for a person. */
export function startWaiting(
  installation: Installation,
  shell: Shell,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): WaitingCommand {
  const { home } = shell
  const folders = {
    HOME: home,
    XDG_CONFIG_HOME: `${home}/config`,
    XDG_STATE_HOME: `${home}/state`,
    XDG_CACHE_HOME: `${home}/cache`,
  }
  const child = spawn('node', [installation.portico, ...args], {
    cwd: home,
    env: { ...cleanEnvironment(), ...folders, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return {
    said: (pattern) => until(`portico says ${String(pattern)}`, () => pattern.exec(stderr)?.[1]),
    finished: new Promise((resolve) =>
      child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr })),
    ),
    signal: (signal) => void child.kill(signal),
    kill: () => void child.kill('SIGKILL'),
  }
}
