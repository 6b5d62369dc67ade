import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

import { cleanEnvironment } from './environment.mjs'

/** A process that answers every request with the same status, headers and bytes: node:http and nothing else. */
export async function startBareServer(answer) {
  const script = resolve(import.meta.dirname, 'bare-server-process.mjs')
  const child = spawn(process.execPath, [script], {
    env: cleanEnvironment({ ANSWER: JSON.stringify(answer) }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await new Promise((done, reject) => {
    child.stdout.once('data', (bytes) => done(String(bytes).trim()))
    child.once('exit', (code) => reject(new Error(`The bare server ended with ${code}.`)))
  })
  return { origin, close: () => child.kill('SIGTERM') }
}
