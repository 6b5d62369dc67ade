import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { rolldown } from 'rolldown'

/** A process that holds the embedded PostgreSQL of a directory, as a server does. */
export interface HolderProcess {
  readonly child: ChildProcess
  /** How to connect as the owner; throws the failure of the process. */
  ready(): Promise<pg.ClientConfig>
  /** What it logged so far. */
  readonly logged: readonly string[]
  stop(): Promise<void>
  kill(): Promise<void>
}

/** Bundles embedded-holder.ts into `folder`, because Node 20 does not run TypeScript. Returns the program's path. */
export async function buildHolder(folder: string): Promise<string> {
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'embedded-holder.ts'),
    platform: 'node',
    external: ['pg-native'],
    logLevel: 'silent',
  })
  const file = join(folder, 'embedded-holder.mjs')
  await bundle.write({ file, format: 'esm' })
  return file
}

export interface HolderSettings {
  readonly program: string
  readonly dataDir: string
  readonly native: string
  readonly systemFolder?: string
  readonly uid?: number
  readonly path?: string
}

export function startHolder({ program, dataDir, native, systemFolder = '', uid, path }: HolderSettings): HolderProcess {
  const identity = uid === undefined ? {} : { uid, gid: uid }
  const env = { PATH: path ?? process.env['PATH'] }
  const child = spawn(process.execPath, [program, dataDir, native, systemFolder], {
    ...identity,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
  })
  const logged: string[] = []
  const ready = readReport(child, logged)
  ready.catch(() => {})
  const exited = once(child, 'exit')
  return {
    child,
    logged,
    ready: () => ready,
    stop: async () => {
      child.stdin.write('stop\n')
      await exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

function readReport(child: ChildProcess, logged: string[]): Promise<pg.ClientConfig> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) return reject(new Error('The process has no output.'))
    const lines = createInterface(child.stdout)
    lines.on('line', (line) => {
      const report = JSON.parse(line) as { ready?: pg.ClientConfig; failed?: string; log?: string }
      if (report.log !== undefined) logged.push(report.log)
      if (report.ready !== undefined) resolve(report.ready)
      if (report.failed !== undefined) reject(new Error(report.failed))
    })
    lines.on('close', () => reject(new Error('The process ended without output.')))
  })
}
