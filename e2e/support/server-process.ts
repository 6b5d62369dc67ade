import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'

import { inject } from 'vitest'

import type {} from './global-setup.ts'
import { builtInstallation, type Installation } from './installation.ts'
import { cleanEnvironment } from './run-process.ts'

export type ServerProcess = {
  /** From its line `ready URL`. */
  readonly url: string
  readonly pid: number
  readonly dataDir: string
  readonly startMs: number
  /** Everything said on stdout and stderr so far. */
  output(): string
  signal(signal: NodeJS.Signals): void
  readonly exited: Promise<Ended>
  /** SIGTERM, and the end of it. */
  stop(): Promise<Ended>
}

export type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

export type ServerOptions = {
  readonly dataDir: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Command words before the program: another Node.js, another user. */
  readonly prefix?: readonly string[]
  readonly cwd?: string
  readonly readyMaxMs?: number
}

/**
 * The demo in a new data directory, copied from one in which it has started before: a first start makes a database, keys and tenants,
 * which takes most of its time. All demos of a run have the same keys and ids; see `startDemoIn` for one that differs.
 */
export async function startDemo(installation: Installation, options: ServerOptions): Promise<ServerProcess> {
  const { dataDir } = options
  const prepared = inject('preparedDemo')
  if (!existsSync(prepared)) await prepareDemo(prepared)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (readdirSync(dataDir).length > 0) throw new Error(`${dataDir} is used already: start it with startDemoIn.`)
  // Keeps the owner: PostgreSQL may run as another user.
  execFileSync('cp', ['-a', `${prepared}/.`, dataDir])
  return startDemoIn(installation, options)
}

/** Two workers may do this at the same time, each in its own folder: the first to finish provides the copy. */
async function prepareDemo(prepared: string): Promise<void> {
  const dataDir = mkdtempSync(`${prepared}-`)
  const demo = await startDemoIn(builtInstallation(), { dataDir })
  const { code } = await demo.stop()
  if (code !== 0) throw new Error(`The demo ended with ${code}.\n${demo.output()}`)
  try {
    renameSync(dataDir, prepared)
  } catch (error) {
    if (!existsSync(prepared)) throw error
  }
}

/** Starts `portico-server demo` in a new or a used data directory, its simulator on a separate address: cookies ignore ports. */
export function startDemoIn(installation: Installation, options: ServerOptions): Promise<ServerProcess> {
  const args = ['demo', '--port', '0', '--simulator-port', '0', '--simulator-host', '127.0.0.2']
  return startServer(installation, { ...options, args: [...args, ...(options.args ?? [])] })
}

/** Starts `portico-server` and waits for its line `ready URL`. Rejects with what it said when it ends before that. */
export async function startServer(installation: Installation, options: ServerOptions): Promise<ServerProcess> {
  const { dataDir, args = [], env = {}, prefix = ['node'], cwd, readyMaxMs = 150_000 } = options
  const [program = '', ...before] = prefix
  const began = performance.now()
  const child = spawn(program, [...before, installation.server, ...args, '--data', dataDir], {
    cwd: cwd ?? installation.root,
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = new Promise<Ended>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })))
  const ready = new Promise<string>((resolve) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /^ready (http\S+)$/m.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      child.kill('SIGTERM')
      reject(new Error(`The server was not ready within ${readyMaxMs} ms.\n${output}`))
    }, readyMaxMs)
  })
  const failed = exited.then(({ code }) => {
    throw new StartFailure(code, output)
  })
  failed.catch(() => {})
  const url = await Promise.race([ready, failed, late]).finally(() => clearTimeout(timer))
  const process = {
    url,
    pid: child.pid ?? 0,
    dataDir,
    startMs: performance.now() - began,
    output: () => output,
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    exited,
    stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
  return process
}

/** A server that ended before it was ready: its exit code, and what it said. */
export class StartFailure extends Error {
  readonly code: number | null
  readonly output: string
  constructor(code: number | null, output: string) {
    super(`The server did not start (exit ${code}).\n${output}`)
    this.code = code
    this.output = output
  }
}

export type Automation = {
  readonly server: string
  readonly tenant: string
  readonly environment: string
  readonly serviceAccountId: string
  readonly keyFile: string
}

export type Person = {
  /** Type of the identity provider. */
  readonly type: string
  readonly username: string
  readonly password: string
  readonly tenant: string
  readonly role: string
}

export function readAutomation(dataDir: string): Automation {
  return JSON.parse(readFileSync(join(dataDir, 'demo', 'automation.json'), 'utf8')) as Automation
}

export function readPeople(dataDir: string): Person[] {
  return JSON.parse(readFileSync(join(dataDir, 'demo', 'people.json'), 'utf8')) as Person[]
}
