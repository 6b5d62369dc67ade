import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Installation } from './installation.ts'
import { cleanEnvironment, runProcess } from './run-process.ts'

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

type Options = {
  /** Gets its configuration. */
  readonly folder: string
  readonly providers: readonly object[]
  readonly port?: number
  /** Command words before it: another network. */
  readonly prefix?: readonly string[]
}

/** Starts the built simulator on a separate address: cookies ignore ports. */
export async function startSimulator(
  installation: Installation,
  { folder, providers, port = 0, prefix = [] }: Options,
): Promise<Simulator> {
  const file = join(folder, 'simulator.json')
  writeFileSync(file, JSON.stringify({ host: '127.0.0.2', port, control: true, providers }))
  const main = join(installation.root, 'packages', 'simulator', 'dist', 'main.js')
  const [program, ...args] = [...prefix, 'node', main, '--config', file]
  const child = spawn(program, args, {
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
      const curl = ['curl', '--silent', '--show-error', '--fail-with-body', '--request', method, '--data', '@-']
      const sent = [...prefix, ...curl, '--header', 'content-type: application/json', `${url}/control/${path}`]
      const { code, stdout, stderr } = await runProcess(sent, { input: JSON.stringify(body) })
      if (code !== 0) throw new Error(`${path} failed: ${stdout}${stderr}`)
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
