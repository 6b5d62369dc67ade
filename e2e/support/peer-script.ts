import { spawn } from 'node:child_process'

import { cleanEnvironment } from './run-process.ts'

/** Runs the set-up script of a peer to its end; what it starts goes on in a separate session. Rejects with what it said. */
export function runScript(script: string, verb: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const child = spawn('bash', [script, verb], {
    env: { ...cleanEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 || verb === 'stop' ? resolve() : reject(new Error(`${script} ${verb} ended with ${code}.\n${output}`)),
    )
  })
}
