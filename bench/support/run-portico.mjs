import { spawn } from 'node:child_process'

import { portico } from './paths.mjs'

/** Runs one command line to its end; rejects with its output if it fails, because a crash would look fast. */
export function runPortico(argv, env, input) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [portico, ...argv], { env, stdio: ['pipe', 'pipe', 'pipe'] })
    const said = { stdout: '', stderr: '' }
    child.stdout.on('data', (bytes) => (said.stdout += bytes))
    child.stderr.on('data', (bytes) => (said.stderr += bytes))
    child.stdin.end(input ?? '')
    child.once('close', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`portico ${argv.join(' ')} ended with ${code}: ${said.stderr}`)),
    )
  })
}
