import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Installation } from './installation.ts'
import { cleanEnvironment } from './run-process.ts'

/** Simulated providers of other companies without a demo: what their administrators can do, and where they answer. */
export type Simulator = {
  /** Without a slash at the end. */
  readonly url: string
  /** Variables that let a server reach them. */
  readonly env: Readonly<Record<string, string>>
  /** Sends JSON to `/control/{path}` (`packages/simulator/src/control/routes.ts`). */
  control(method: 'POST' | 'PUT', path: string, body: unknown): Promise<void>
  stop(): Promise<void>
}

/** Starts the built simulator on a separate address: cookies ignore ports. `folder` gets its configuration. */
export async function startSimulator(
  installation: Installation,
  { folder, providers }: { readonly folder: string; readonly providers: readonly object[] },
): Promise<Simulator> {
  const file = join(folder, 'simulator.json')
  writeFileSync(file, JSON.stringify({ host: '127.0.0.2', port: 0, control: true, providers }))
  const main = join(installation.root, 'packages', 'simulator', 'dist', 'main.js')
  const child = spawn('node', [main, '--config', file], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const found = /^ready (http\S+?)\/?$/m.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    void exited.then(() => reject(new Error(`The simulator did not start.\n${output}`)))
  })
  return {
    url,
    env: {
      PORTICO_ALLOW_LOOPBACK_PROVIDERS: '1',
      PORTICO_AZURE_AUTHORITY_URL: `${url}/azure`,
      PORTICO_GRAPH_URL: `${url}/graph`,
    },
    async control(method, path, body) {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${url}/control/${path}`, { method, headers, body: JSON.stringify(body) })
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
