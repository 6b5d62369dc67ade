import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Installation } from './installation.ts'
import { runProcess } from './run-process.ts'
import type { ServerProcess } from './server-process.ts'

/** Registers the demo's Billing in Production with a client secret, as an operator does. */
export async function registerClient(
  { server }: Installation,
  { dataDir }: ServerProcess,
): Promise<{ readonly id: string; readonly secret: string }> {
  const file = join(dataDir, 'billing.secret')
  const flags = ['--env', 'production', '--redirect-uri', 'https://billing.example/callback', '--secret-file', file]
  const args = ['app', 'register', 'acme', 'billing', ...flags, '--data', dataDir]
  const { code, stdout, stderr } = await runProcess(['node', server, ...args])
  const id = /client id +(\S+)/.exec(stdout)?.[1]
  if (code !== 0 || id === undefined) throw new Error(`The client was not registered (${code}).\n${stdout}${stderr}`)
  return { id, secret: readFileSync(file, 'utf8').trim() }
}
