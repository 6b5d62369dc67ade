import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { rolldown, type OutputOptions, type RolldownOptions } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { makeKeyPair, writeOwn } from './testing/keys.ts'
import { listenLoopback } from './testing/loopback.ts'

// The real bundle of these sources, started as bin/portico starts it, through a link and from elsewhere.
const here = resolve(import.meta.dirname, '..')
let folder: string
let bin: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portico-bundle-'))
  const { default: config } = (await import(join(here, 'rolldown.config.mjs'))) as { default: RolldownOptions }
  const { output, ...input } = config
  const bundle = await rolldown({ ...input, cwd: here })
  await bundle.write({ ...(output as OutputOptions), dir: join(folder, 'dist') })
  await bundle.close()
  const start = `require(${JSON.stringify(join(folder, 'dist/main.cjs'))}).main(process, '0.0.0')\n`
  writeFileSync(join(folder, 'start.cjs'), start)
  bin = join(folder, 'linked.cjs')
  symlinkSync(join(folder, 'start.cjs'), bin)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(argv: readonly string[], env: Record<string, string> = {}) {
  return spawn(process.execPath, [bin, ...argv], { cwd: tmpdir(), env: { HOME: folder, ...env } })
}

type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

function ended(child: ReturnType<typeof run>): Promise<Ended> {
  const text = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk: Buffer) => (text.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text.stderr += chunk.toString()))
  return new Promise((done) => child.on('close', (code) => done({ code, ...text })))
}

test('help is there from any folder', async () => {
  expect(await ended(run(['--help']))).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('Usage') as string,
  })
})

test('a missing server is exit 69 in a process of its own', async () => {
  const gone = await listenLoopback(() => undefined)
  await gone.close()
  const keyFile = writeOwn(folder, 'gone.pem', makeKeyPair().privatePem)
  const argv = ['login', '--server', gone.origin, '--service-account', 'x', '--key-file', keyFile]
  expect((await ended(run(argv))).code).toBe(69)
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends a waiting command with %i', async (signal, code) => {
  let asked = () => undefined as void
  const wasAsked = new Promise<void>((done) => (asked = done))
  const silent = await listenLoopback(() => asked())
  const keyFile = writeOwn(folder, `${signal}.pem`, makeKeyPair().privatePem)
  const child = run(['whoami'], {
    PORTICO_SERVER: silent.origin,
    PORTICO_SERVICE_ACCOUNT: 'x',
    PORTICO_KEY_FILE: keyFile,
  })
  const end = ended(child)
  await wasAsked
  child.kill(signal)
  expect((await end).code).toBe(code)
  await silent.close()
})

test('processes that write settings at the same time all get their word in', async () => {
  const names = Array.from({ length: 16 }, (_, at) => `p${at}`)
  const set = (name: string) => ended(run(['config', 'set', 'server', 'https://a.example', '--profile', name]))
  expect((await Promise.all(names.map(set))).map(({ code }) => code)).toEqual(names.map(() => 0))
  const { profiles } = JSON.parse(readFileSync(join(folder, '.config/portico/config.json'), 'utf8')) as {
    profiles: object
  }
  expect(Object.keys(profiles).toSorted()).toEqual(names.toSorted())
})

test('a reader that stops early is no error', async () => {
  const child = run(['config', 'list', '-o', 'yaml'])
  child.stdout.destroy()
  expect(await ended(child)).toMatchObject({ code: 0, stderr: '' })
})

describe('the chunks', () => {
  const chunk = (name: string) => readFileSync(join(folder, 'dist', name), 'utf8')

  test('that --help loads hold neither the HTTP client nor the runs', () => {
    const main = chunk('main.cjs')
    const loadedAtOnce = main.matchAll(/^(?:const|let|var)? ?.*= require\("\.\/(.*)"\);$/gm)
    expect([...loadedAtOnce].map(([, name]) => name)).toEqual(['rolldown-runtime.cjs'])
    expect(main).not.toContain('node_modules/undici/')
    expect(main).not.toContain('node_modules/valibot/')
  })

  test('hold no React, no Ink, and need no node_modules', () => {
    const names = readdirSync(join(folder, 'dist')).filter((name) => name.endsWith('.cjs'))
    for (const name of names) {
      const text = chunk(name)
      expect(text).not.toMatch(/node_modules\/(?:ink|react|react-reconciler|yoga-layout)\//)
      // After a backtick it is text: ajv can print programs.
      const outside = [...text.matchAll(/[^`\w]require\("([^"]+)"\)/g)].map(([, id]) => id ?? '')
      expect(outside.filter((id) => !isBuiltin(id) && !/^(?:node:|\.\/)/.test(id))).toEqual([])
    }
  })
})
