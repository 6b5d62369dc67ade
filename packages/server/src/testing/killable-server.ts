import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

import { rolldown } from 'rolldown'

import { createBrowser, testBaseUrl, type Browser } from './test-server.ts'

/** A real server process on an existing database, to be killed or stopped. */
export type KillableServer = {
  /** The same person in this process: the cookies are those of `browser`, and changes of them are not taken over. */
  as(browser: Browser): Browser
  /** Its own address, which is not the one in its settings. */
  readonly url: string
  /** SIGKILL, and the end of the process. */
  kill(): Promise<void>
  /** SIGTERM, and the end of the process after its last request. */
  stop(): Promise<void>
}

type StartOptions = { readonly revertEveryMs?: number; readonly more?: Readonly<Record<string, string>> }

export type KillableServers = {
  /**
   * Waits until it serves. `revertEveryMs`: how often it looks for changes whose time to confirm is over; `more`: variables
   * only of this process.
   */
  start(options?: StartOptions): Promise<KillableServer>
  remove(): Promise<void>
}

const never = 2 ** 31 - 1

/**
 * Bundles the server once, because Node 20 does not run TypeScript; with its packages, because one file starts in half the
 * time. `env`: its database and secret key.
 */
export async function killableServers(env: Readonly<Record<string, string>>): Promise<KillableServers> {
  // Below the package, so that node_modules is found from there.
  const dist = join(import.meta.dirname, '../../dist')
  await mkdir(dist, { recursive: true })
  const folder = await mkdtemp(join(dist, 'killable-'))
  const pages = join(folder, 'pages')
  await mkdir(pages)
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'killable-main.ts'),
    platform: 'node',
    external: ['pg-native'],
    logLevel: 'silent',
  })
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'server.mjs' })

  const running = new Set<ChildProcess>()
  async function start({ revertEveryMs = never, more = {} }: StartOptions = {}): Promise<KillableServer> {
    const args = [join(folder, 'server.mjs'), join(folder, 'data'), pages, String(revertEveryMs)]
    const child = spawn(process.execPath, args, {
      env: { ...process.env, PORTICO_BASE_URL: testBaseUrl, PORTICO_ALLOW_LOOPBACK_PROVIDERS: '1', ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    const ended = once(child, 'exit').finally(() => running.delete(child))
    const said = text(child.stderr)
    const failed = ended.then(async () => {
      throw new Error(`The server ended before it was ready: ${await said}`)
    })
    const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), failed])) as [string]
    failed.catch(() => {})
    const url = line.replace(/^ready /, '')
    const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
      child.kill(signal)
      await ended
    }
    return {
      url,
      as: (browser) => {
        const same = createBrowser({ fetch: (request) => forward(request, url) }, testBaseUrl)
        for (const [name, value] of browser.cookies) same.cookies.set(name, value)
        return same
      },
      kill: () => end('SIGKILL'),
      stop: () => end('SIGTERM'),
    }
  }
  async function remove(): Promise<void> {
    // Those that a failed test left.
    for (const child of running) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
  return { start, remove }
}

/** The server's own address is another than the one in its settings, as behind a proxy. */
async function forward(request: Request, to: string): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const body = request.method === 'GET' ? undefined : await request.arrayBuffer()
  return fetch(to + pathname + search, {
    method: request.method,
    headers: request.headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  })
}
