import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { rolldown, type OutputChunk, type OutputOptions, type RolldownOptions } from 'rolldown'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { keyPair, writeOwn } from './testing/keys.ts'
import { listenLoopback } from './testing/loopback.ts'
import { openPortalServer, type PortalServer, type SignedInTerminal } from './testing/portal-server.ts'
import { openPty } from './app/tui/testing/pty.ts'

// The real bundle of these sources, started like bin/portico, through a link and from another folder.
const here = resolve(import.meta.dirname, '..')
let folder: string
let bin: string
let chunks: readonly OutputChunk[]
let server: PortalServer
const robot = keyPair(0)

beforeAll(async () => {
  server = await openPortalServer()
  folder = mkdtempSync(join(tmpdir(), 'portico-bundle-'))
  const { default: config } = (await import(join(here, 'rolldown.config.mjs'))) as { default: RolldownOptions }
  const { output, ...input } = config
  const bundle = await rolldown({ ...input, cwd: here })
  const written = await bundle.write({ ...(output as OutputOptions), dir: join(folder, 'dist') })
  chunks = written.output.filter((file): file is OutputChunk => file.type === 'chunk')
  await bundle.close()
  const start = `require(${JSON.stringify(join(folder, 'dist/main.cjs'))}).main(process)\n`
  writeFileSync(join(folder, 'start.cjs'), start)
  bin = join(folder, 'linked.cjs')
  symlinkSync(join(folder, 'start.cjs'), bin)
})
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A tenant, a service account that administers it, and the file with its key. */
async function openTenant(): Promise<SignedInTerminal & { readonly keyFile: string }> {
  const at = await server.open(robot)
  onTestFinished(() => at.close())
  return Object.assign(at, { keyFile: join(at.terminal.folder, 'robot.pem') })
}

function run(argv: readonly string[], env: Record<string, string> = {}, script = bin) {
  return spawn(process.execPath, [script, ...argv], { cwd: tmpdir(), env: { HOME: folder, ...env } })
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

test('--version is that of package.json, and opens no stream', async () => {
  const script = join(here, '../../bin/portico')
  const { version } = JSON.parse(readFileSync(join(here, '../../package.json'), 'utf8')) as { version: string }
  const preload = join(folder, 'no-stream.cjs')
  writeFileSync(preload, "Object.defineProperty(process, 'stdout', { get() { throw new Error('opened') } })\n")
  const child = spawn(process.execPath, ['--require', preload, script, '--version'])
  expect(await ended(child as ReturnType<typeof run>)).toEqual({ code: 0, stderr: '', stdout: `${version}\n` })
})

test('--help is what commander prints, from a text of the build and with no chunk', async () => {
  const preload = join(folder, 'no-script.cjs')
  writeFileSync(preload, "require('node:vm').Script = class { constructor() { throw new Error('compiled') } }\n")
  const printed = await ended(run(['--help'], { NODE_OPTIONS: `--require ${preload}` }))
  expect(printed).toMatchObject({ code: 0, stderr: '' })
  expect(await ended(run(['-h'], { NODE_OPTIONS: `--require ${preload}` }))).toEqual(printed)
  // With more than one argument, commander prints the help.
  const parsed = await ended(run(['--accessible', '--help']))
  expect(printed).toEqual(parsed)
})

test('a missing server is exit 69 in a separate process', async () => {
  const gone = await listenLoopback(() => undefined)
  await gone.close()
  const keyFile = writeOwn(folder, 'gone.pem', keyPair(0).privatePem)
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
  const keyFile = writeOwn(folder, `${signal}.pem`, keyPair(0).privatePem)
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

test('a reader that stops early is not an error', async () => {
  const child = run(['config', 'list', '-o', 'yaml'])
  child.stdout.destroy()
  expect(await ended(child)).toMatchObject({ code: 0, stderr: '' })
})

test('all of a long answer reaches a reader that is slow', async () => {
  const at = await openTenant()
  const environments = Array.from({ length: 20_000 }, (_, n) => ({
    id: `e${n}`,
    name: `Environment ${n}`,
    type: 'TEST',
    urn: `urn:e${n}`,
    readonly: false,
  }))
  at.before = ({ path }) => (path.endsWith('/admin/environments') ? { status: 200, body: { environments } } : undefined)
  const child = run(['env', 'list', '--json', 'id,urn'], {
    ...at.env,
    PORTICO_KEY_FILE: at.keyFile,
  })
  // Read once the pipe is full, while the process still holds the rest.
  child.stdout.pause()
  await new Promise((done) => child.stdout.once('readable', done))
  expect(JSON.parse((await ended(child)).stdout)).toHaveLength(environments.length)
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a bulk run that %s stops says what it made, and its last line goes on', async (signal, code) => {
  const at = await openTenant()
  const names = Array.from({ length: 60 }, (_, n) => `account ${n}`)
  const key = writeOwn(at.terminal.folder, 'public.pem', keyPair(1).publicPem)
  const file = writeOwn(
    at.terminal.folder,
    'my accounts.csv',
    `name,key1\n${names.map((name) => `${name},@${key}\n`).join('')}`,
  )
  const env = { ...at.env, PORTICO_KEY_FILE: at.keyFile }
  const argv = ['sa', 'create', '-f', file, '--json']
  const isCreation = ({ method, path }: { method: string; path: string }) =>
    method === 'POST' && path.endsWith('/service-accounts')
  const child = run(argv, env)
  at.before = (request) => {
    if (isCreation(request) && at.received.filter(isCreation).length === 30) child.kill(signal)
    return undefined
  }
  const stopped = await ended(child)
  expect(stopped.code).toBe(code)
  const made = JSON.parse(stopped.stdout) as { name: string; status: string }[]
  expect(made.length).toBeGreaterThan(0)
  expect(made.length).toBeLessThan(names.length)
  const { errorMessage, hint } = JSON.parse(stopped.stderr) as { errorMessage: string; hint: string }
  expect(errorMessage).toContain(`Stopped: ${made.length} created`)
  at.before = undefined
  const words = [...hint.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  expect(words).toEqual(['portico', ...argv])
  expect(await ended(run(words.slice(1), env))).toMatchObject({ code: 0 })
  expect((await at.accounts()).map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

describe('--jq', () => {
  const list = async (argv: readonly string[], rows = 2) => {
    const at = await openTenant()
    const environments = Array.from({ length: rows }, (_, n) => ({
      id: `e${n}`,
      name: `Environment ${n}`,
      type: 'TEST',
      urn: `urn:${'e'.repeat(200)}${n}`,
      readonly: false,
    }))
    let answered = () => undefined as void
    const isAnswered = new Promise<void>((done) => (answered = done))
    at.before = ({ path }) => {
      if (!path.endsWith('/admin/environments')) return undefined
      answered()
      return { status: 200, body: { environments } }
    }
    const child = run(['env', 'list', ...argv], { ...at.env, PORTICO_KEY_FILE: at.keyFile })
    return { child, isAnswered }
  }

  test('takes 10,000 rows, and gives every result its line', async () => {
    const { child } = await list(['--jq', '.[] | .name, ""'], 10_000)
    const { code, stdout } = await ended(child)
    expect(code).toBe(0)
    expect(stdout.split('\n')).toHaveLength(20_001)
    expect(stdout.startsWith('Environment 0\n\nEnvironment 1\n\n')).toBe(true)
    expect(stdout.endsWith('Environment 9999\n\n')).toBe(true)
  })

  test.each([
    ['SIGINT', 130, 'def f: f; f'],
    ['SIGTERM', 143, 'def f: f; f'],
    ['SIGINT', 130, 'last(range(1e12))'],
    ['SIGTERM', 143, 'range(1e12)'],
  ] as const)('is ended by %s with %i during %s', async (signal, code, expression) => {
    const { child, isAnswered } = await list(['--jq', expression])
    const end = ended(child)
    await isAnswered
    await inThread(child.pid)
    child.kill(signal)
    expect(await end).toMatchObject({ code, stdout: '' })
  })

  test.each([
    [
      '.[',
      64,
      'error: jq does not understand the expression: syntax error, unexpected end of file (line 1, column 2)\n',
    ],
    ['.[0].name | keys', 1, 'error: jq: string ("Environment 0") has no keys\n'],
    ['"Stop" | halt_error', 1, 'error: jq: Stop\n'],
    ['def f: 1 + f; f', 1, 'error: jq needs more memory for this expression than it has.\n'],
  ])('says what is wrong with %s', async (expression, code, sentence) => {
    const { child } = await list(['--jq', expression])
    const { stderr, ...rest } = await ended(child)
    expect(rest).toEqual({ code, stdout: '' })
    expect(stderr.startsWith(sentence)).toBe(true)
  })

  test('prints the results before an error, and what debug says on stderr', async () => {
    const { child } = await list(['--jq', '.[0].name, (.[0].type | debug), error("no more")'])
    expect(await ended(child)).toEqual({
      code: 1,
      stdout: 'Environment 0\nTEST\n',
      stderr: '["DEBUG:","TEST"]\nerror: jq: no more\n',
    })
  })
})

/** Resolves when a process on Linux has been computing for a while: its filter runs. */
async function inThread(pid: number | undefined): Promise<void> {
  const ticks = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(13, 15).map(Number)
  const used = () => ticks().reduce((sum, one) => sum + one, 0)
  const before = used()
  while (used() < before + 40) await new Promise((done) => setImmediate(done))
}

describe('what a command loads of Node', () => {
  /** Modules beyond those of an empty script, without internal sub-modules. */
  const builtins = async (
    argv: readonly string[],
    env: Record<string, string> = {},
    started = join(folder, 'start.cjs'),
  ) => {
    const script = join(folder, 'builtins.cjs')
    writeFileSync(
      script,
      `const before = new Set(process.moduleLoadList)
      process.once('exit', () => {
        const loaded = process.moduleLoadList.filter((name) => !before.has(name) && /^NativeModule (?!internal)/.test(name))
        require('node:fs').writeSync(2, loaded.map((name) => name.slice(13)).toSorted().join(' '))
      })
      require(${JSON.stringify(started)})`,
    )
    return (await ended(run(argv, env, script))).stderr
  }

  test('is nothing for --version and --help', async () => {
    expect(await builtins(['--version'], {}, join(here, '../../bin/portico'))).toBe('')
    expect(await builtins(['--help'])).toBe('')
  })
})

test('the first frame makes no segmenter, which reads Unicode tables', async () => {
  const { origin, accountId, keyFile } = await openTenant()
  const env = { HOME: join(folder, 'frame') }
  const login = ['login', '--server', origin, '--service-account', accountId, '--key-file', keyFile]
  expect(await ended(run(login, env))).toMatchObject({ code: 0 })
  const script = join(folder, 'first-frame.cjs')
  const report = join(folder, 'segmenters.txt')
  writeFileSync(
    script,
    `let segmenters = 0
    const { Segmenter } = Intl
    Intl.Segmenter = function (...all) { segmenters += 1; return new Segmenter(...all) }
    const { stdout } = process
    const { write } = stdout
    stdout.write = (text, ...more) => {
      if (text.includes('Overview')) {
        stdout.write = write
        require('node:fs').writeFileSync(${JSON.stringify(report)}, String(segmenters))
      }
      return write.call(stdout, text, ...more)
    }
    require(${JSON.stringify(join(folder, 'start.cjs'))})`,
  )
  const pty = openPty({ file: process.execPath, args: [script], env })
  await pty.until('Overview')
  pty.write('\u0003')
  await pty.exited
  expect(readFileSync(report, 'utf8')).toBe('0')
})

test('names of other people are shown, not obeyed, in a pipe, and no formula for a spreadsheet', async () => {
  const at = await openTenant()
  const name = '=cmd|\u001b[2J\u009b\u202e\u007f'
  const environments = [{ id: 'e', name, type: 'TEST', urn: 'urn:e', readonly: false }]
  at.before = ({ path }) => (path.endsWith('/admin/environments') ? { status: 200, body: { environments } } : undefined)
  const env = { ...at.env, PORTICO_KEY_FILE: at.keyFile }
  const said = async (...flags: string[]) =>
    (await ended(run(['env', 'list', '--columns', 'name', ...flags], env))).stdout
  const shown = '=cmd|\\u001b[2J\\u009b\\u202e\\u007f'
  expect(await said()).toBe(`'${shown}\n`)
  expect(await said('-o', 'csv')).toBe(`name\r\n'${shown}\r\n`)
  expect(await said('-o', 'yaml')).toBe(`- name: "${shown.replace('\\u001b', '\\e')}"\n`)
  expect(await said('--jq', '.[].name')).toBe(`${shown}\n`)
  const json = (await ended(run(['env', 'list', '--json', 'name'], env))).stdout
  expect(json).toContain(shown)
  expect(JSON.parse(json)).toEqual([{ name }])
})

test('without arguments on a terminal it is the terminal UI, and Ctrl-C ends it with 130', async () => {
  const { keyFile, ...at } = await openTenant()
  const { PORTICO_ENV: _, ...signIn } = at.env
  const env = { HOME: folder, ...signIn, PORTICO_KEY_FILE: keyFile }
  const pty = openPty({ file: process.execPath, args: [bin], env })
  await pty.until('Production')
  pty.write('\u0003')
  expect(await pty.exited).toMatchObject({ exitCode: 130 })
  expect(await pty.isAlternate()).toBe(false)
})

test('a question on a terminal is asked, and its answer is taken', async () => {
  const env = { HOME: join(folder, 'asked') }
  const set = ['config', 'set', 'server', 'https://a.example', '--profile', 'old']
  expect((await ended(run(set, env))).code).toBe(0)
  const pty = openPty({ file: process.execPath, args: [bin, 'profile', 'delete', 'old'], env })
  await pty.until('Delete profile old and its token? [y/N]')
  pty.write('y\r')
  expect((await pty.exited).exitCode).toBe(0)
  expect(await ended(run(['profile', 'list'], env))).toMatchObject({
    stdout: expect.not.stringContaining('old') as string,
  })
})

test.each([
  ['goes through PAGER where it is longer than the screen', 10, "sed 's/^/paged: /'", true],
  ['stays on the screen where it fits', 50, "sed 's/^/paged: /'", false],
  ['stays on the screen where the pager is not there', 10, 'no-such-pager-here', false],
])('a table %s', async (_, rows, PAGER, isPaged) => {
  const env = { HOME: folder, PAGER }
  const pty = openPty({ file: process.execPath, args: [bin, 'config', 'list'], env, rows, columns: 120 })
  expect((await pty.exited).exitCode).toBe(0)
  expect(pty.written()).toContain('insecureHttp')
  expect(pty.written().includes('paged: ')).toBe(isPaged)
})

describe('the chunks', () => {
  /** The libraries loaded statically with one of our modules. */
  const librariesOf = (module: string): readonly string[] => {
    const loaded = new Set<OutputChunk>()
    const add = (chunk: OutputChunk | undefined) => {
      if (chunk === undefined || loaded.has(chunk)) return
      loaded.add(chunk)
      for (const file of chunk.imports) add(chunks.find(({ fileName }) => fileName === file))
    }
    add(chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module))))
    expect(loaded.size).toBeGreaterThan(0)
    const names = [...loaded].flatMap(({ moduleIds }) =>
      moduleIds.flatMap((id) => /node_modules[\\/]((?:@[\w-]+[\\/])?[\w-]+)/.exec(id)?.[1] ?? []),
    )
    return [...new Set(names)].toSorted()
  }

  test('that a start loads hold no library other than commander', () => {
    expect(librariesOf('cli/src/main.ts')).toEqual(['commander'])
  })

  test.each([
    'kit/context/open-context.ts',
    'kit/http/connection.ts',
    'launcher/commands/whoami.ts',
    'service-accounts/commands/list.ts',
    'service-accounts/commands/update.ts',
    'identity-providers/commands/update.ts',
  ])('that are loaded with %s hold no library that few commands need', (module) => {
    const few = ['conf', 'csv-parse', 'ink', 'jq-wasm', 'react', 'tough-cookie', 'yaml']
    expect(librariesOf(module).filter((name) => few.includes(name))).toEqual([])
  })

  test('do not load each other in circles, where an export is not there yet', () => {
    const circle = (file: string, above: readonly string[]): boolean => {
      const imports = chunks.find((chunk) => chunk.fileName === file)?.imports ?? []
      return above.includes(file) || imports.some((next) => circle(next, [...above, file]))
    }
    expect(chunks.filter(({ fileName }) => circle(fileName, [])).map((chunk) => chunk.name)).toEqual([])
  })

  test('load nothing by import(), which a script without a loader of its own refuses', () => {
    // Types in comments may say import().
    const importing = /^(?!\s*(?:\*|\/\*|\/\/)).*(?<![\w$.])import\s*\(/m
    expect(chunks.filter(({ code }) => importing.test(code)).map((chunk) => chunk.name)).toEqual([])
  })

  test('need no node_modules', () => {
    const outside = chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports])
    expect(outside.filter((id) => !isBuiltin(id) && !chunks.some((chunk) => chunk.fileName === id))).toEqual([])
  })
})

describe("V8's code cache", () => {
  const caches = (dist: string) => readdirSync(dist).filter((name) => name.endsWith('.cache'))
  const copyOf = (name: string, wanted: (file: string) => boolean = () => true) => {
    const dist = join(folder, name)
    mkdirSync(dist)
    for (const file of readdirSync(join(folder, 'dist')).filter(wanted))
      copyFileSync(join(folder, 'dist', file), join(dist, file))
    const script = join(folder, `${name}.cjs`)
    writeFileSync(script, `require(${JSON.stringify(join(dist, 'main.cjs'))}).main(process)\n`)
    return { dist, script }
  }
  const help = (script: string, env: Record<string, string> = {}) => ended(run(['whoami', '--help'], env, script))

  test('is there for all chunks, and V8 takes it', () => {
    expect(caches(join(folder, 'dist'))).toHaveLength(chunks.length)
    const script = `
      const { Script } = require('node:vm')
      const made = []
      require('node:vm').Script = class extends Script { constructor(...all) { super(...all); made.push(this.cachedDataRejected) } }
      process.once('exit', () => console.error(JSON.stringify(made)))
      require(${JSON.stringify(join(folder, 'dist/main.cjs'))}).main(process)
    `
    const file = join(folder, 'observed.cjs')
    writeFileSync(file, script)
    return expect(help(file)).resolves.toMatchObject({
      stderr: expect.stringMatching(/^\[false(?:,false)*\]\n$/) as string,
    })
  })

  test('carries the content of its chunk in its name, and the version of Node, which V8 does not compare', () => {
    for (const name of caches(join(folder, 'dist'))) {
      expect(chunks.map((chunk) => chunk.fileName)).toContain(`${name.split('.')[0]}.cjs`)
      expect(name).toContain(`.${process.version}.`)
    }
  })

  test('is made by the first command where it is missing, with the same output', async () => {
    const { dist, script } = copyOf('fresh', (file) => !file.endsWith('.cache'))
    const first = await help(script)
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(caches(dist)).not.toEqual([])
    expect(await help(script)).toEqual(first)
  })

  test('that V8 rejects is ignored and written again', async () => {
    const { dist, script } = copyOf('damaged')
    for (const name of caches(dist)) writeFileSync(join(dist, name), 'not a cache')
    expect(await help(script)).toEqual(await help(bin))
    const [program] = caches(dist).filter((name) => name.startsWith('program-'))
    expect(readFileSync(join(dist, program ?? ''), 'latin1')).not.toBe('not a cache')
  })

  test('is made once for other flags, and those of a start without flags stay', async () => {
    const { dist, script } = copyOf('flags')
    const before = caches(dist)
    const env = { NODE_OPTIONS: '--interpreted-frames-native-stack' }
    expect(await help(script, env)).toEqual(await help(bin))
    const after = caches(dist)
    const made = after.filter((name) => !before.includes(name))
    expect(made).not.toEqual([])
    const { ino } = statSync(join(dist, made[0] ?? ''))
    await help(script, env)
    await help(script)
    expect(caches(dist)).toEqual(after)
    expect(statSync(join(dist, made[0] ?? '')).ino).toBe(ino)
  })

  test('that cannot be written is ignored', async () => {
    const { dist, script } = copyOf('locked', (file) => !file.endsWith('.cache'))
    chmodSync(dist, 0o555)
    expect(await help(script)).toEqual(await help(bin))
    chmodSync(dist, 0o755)
  })
})
