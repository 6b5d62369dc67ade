import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

import { build } from 'rolldown'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { ListenError, startSimulator } from './index.ts'
import { ada, clientSecret, keepLog, simulatorConfig } from './testing/fixture.ts'

let folder: string
let main: string
let config: string

beforeAll(async () => {
  // Below the package, so that node_modules is found from there.
  const dist = join(import.meta.dirname, '../dist')
  await mkdir(dist, { recursive: true })
  folder = await mkdtemp(join(dist, 'test-'))
  main = join(folder, 'main.js')
  config = join(folder, 'config.json')
  await build({
    input: join(import.meta.dirname, 'main.ts'),
    platform: 'node',
    external: /^[a-z@](?!:)/,
    output: { file: main, format: 'esm' },
    logLevel: 'warn',
  })
  await writeFile(config, JSON.stringify(simulatorConfig()))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const firstLine = async (child: ChildProcess) => String((await once(createInterface(child.stdout!), 'line'))[0])

async function outcome(child: ChildProcess) {
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'exit')])
  return { stdout, stderr, code: code as number | null }
}

/** Waits until no process listens at the address. */
async function silent(url: string): Promise<void> {
  await vi.waitFor(() => expect(fetch(url)).rejects.toThrow('fetch failed'), { timeout: 30_000, interval: 50 })
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'prints one ready line, logs to stderr, ends with 0 on %s',
  async (signal) => {
    const child = spawn(process.execPath, [main, '--config', config])
    const ended = outcome(child)
    const ready = await firstLine(child)
    expect(ready).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+$/)
    expect((await fetch(ready.slice('ready '.length))).status).toBe(200)
    child.kill(signal)
    const { code, stdout, stderr } = await ended
    expect(code).toBe(0)
    expect(stdout).toBe(`${ready}\n`)
    const lines = stderr.trim().split('\n')
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty('level')
    for (const secret of [ada.password, clientSecret]) expect(stderr).not.toContain(secret)
  },
)

test('reads the configuration from standard input', async () => {
  const child = spawn(process.execPath, [main, '--config', '-'])
  const ended = outcome(child)
  child.stdin.end(JSON.stringify(simulatorConfig()))
  expect(await firstLine(child)).toMatch(/^ready /)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})

test.each(['ipc', 'ignore'] as const)('dies with a parent killed by SIGKILL (fd 3: %s)', async (channel) => {
  // The parent between us: starts the simulator, passes its output on, and is killed without warning.
  const parentScript = `
    const { spawn } = require('node:child_process')
    spawn(process.execPath, ${JSON.stringify([main, '--config', config])}, { stdio: ['ignore', 'inherit', 'ignore', '${channel}'] })
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['-e', parentScript], { stdio: ['ignore', 'pipe', 'ignore'] })
  const url = (await firstLine(parent)).slice('ready '.length)
  expect((await fetch(url)).status).toBe(200)
  parent.kill('SIGKILL')
  await silent(url)
})

test('a taken port is one clear sentence, from the process and in process', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const address = holder.address()
  const port = typeof address === 'object' ? address!.port : 0
  const taken = join(folder, 'taken.json')
  await writeFile(taken, JSON.stringify(simulatorConfig({ port })))
  const { code, stdout, stderr } = await outcome(spawn(process.execPath, [main, '--config', taken]))
  const sentence = `Port ${port} of 127.0.0.1 is taken (EADDRINUSE). Choose another port.`
  expect(code).toBe(1)
  expect(stdout).toBe('')
  expect(stderr.trim().split('\n').at(-1)).toBe(sentence)
  await expect(startSimulator(simulatorConfig({ port }), keepLog())).rejects.toThrow(new ListenError(sentence))
  holder.close()
})

test.each([
  ['no configuration', [], 'Name a configuration'],
  ['an unknown flag', ['--port', '1'], "Unknown option '--port'"],
  ['a file that is not there', ['--config', 'nowhere.json'], 'cannot be read'],
])('%s ends with 1 and a sentence', async (_case, flags, sentence) => {
  const { code, stdout, stderr } = await outcome(spawn(process.execPath, [main, ...flags]))
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain(sentence)
})

test('a wrong configuration ends with 1 and names the place', async () => {
  const wrong = join(folder, 'wrong.json')
  await writeFile(wrong, JSON.stringify({ providers: [{ id: 'x' }] }))
  const { code, stderr } = await outcome(spawn(process.execPath, [main, '--config', wrong]))
  expect(code).toBe(1)
  expect(stderr).toContain('providers[0].name: is missing.')
})
