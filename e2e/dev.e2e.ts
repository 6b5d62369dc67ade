import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { launchBrowser } from './support/browser.ts'
import { freePort } from './support/free-port.ts'
import { openPseudoTerminal } from './support/pseudo-terminal.ts'
import { cleanEnvironment } from './support/run-process.ts'
import { readAutomation, readPeople } from './support/server-process.ts'
import { signIn } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'
import { openVisitor } from './support/visitor.ts'

const root = resolve(import.meta.dirname, '..')

test('npm run dev: a changed label shows in browser and terminal without a restart by hand', async () => {
  const folder = temporaryFolder()
  onTestFinished(() => folder.remove())
  const copy = join(folder.path, 'portico')
  copySources(copy)
  const dataDir = join(folder.path, 'data')
  const port = await freePort('127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const dev = startDev(copy, { port, dataDir })
  onTestFinished(async () => void (await dev.stop()))
  await until('npm run dev is ready', () => dev.hasEnded() || /ready after/.test(dev.output()), 100_000).catch(
    (reason: unknown) => {
      throw new Error(dev.output(), { cause: reason })
    },
  )

  expect(dev.output()).toContain('ready after')

  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const { page } = await openVisitor(browser)
  await page.goto(`${url}/login`)
  await page.getByText('One way in to everything you work with.').waitFor()

  const { serviceAccountId, keyFile } = readAutomation(dataDir)
  const env = {
    HOME: folder.path,
    PORTICO_SERVER: url,
    PORTICO_SERVICE_ACCOUNT: serviceAccountId,
    PORTICO_KEY_FILE: keyFile,
  }
  const terminal = openPseudoTerminal(['node', join(copy, 'scripts/dev.mjs'), 'tui', '--env', 'Production'], env)
  onTestFinished(() => terminal.kill())
  await terminal.shows('Service accounts')

  const visitor = await openVisitor(browser)
  const [person] = readPeople(dataDir)
  if (person === undefined) throw new Error('The demo has no people.')
  await signIn(visitor.page, url, person)
  await visitor.page.getByRole('heading', { name: 'Choose an environment' }).waitFor()

  // Browsers would show the sentences they kept.
  expect((await fetch(`${url}/api/i18n/login`)).headers.get('cache-control')).toBe('no-store')

  // Sentences of the page itself, of what the server sends to it, and of the terminal.
  replaceIn(join(copy, 'packages/core/src/kit/words/en.ts'), 'One way in to everything', 'One door to everything')
  replaceIn(
    join(copy, 'packages/core/src/machines/service-accounts/noun.ts'),
    "labelPlural: 'Service accounts'",
    "labelPlural: 'Robot accounts'",
  )
  replaceIn(join(copy, 'packages/core/src/kit/words/en.ts'), 'Choose an environment', 'Choose a workplace')
  await until('the page shows the changed label', () => page.getByText('One door to everything').isVisible(), 60_000)
  await visitor.page.getByRole('heading', { name: 'Choose a workplace' }).waitFor({ timeout: 60_000 })
  await terminal.shows('Robot accounts', 60_000)
  await until('the server answers again', async () => (await fetch(`${url}/healthz`)).ok, 60_000)
  expect(await dev.stop()).toBe(0)
}, 240_000)

/** The files that git knows, with the packages that are installed here. */
function copySources(copy: string): void {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(root, file), join(copy, file))
  }
  // As `npm ci` leaves it: built.
  cpSync(join(root, 'packages/web/dist'), join(copy, 'packages/web/dist'), { recursive: true })
  mkdirSync(join(copy, 'node_modules/@portico'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name === '@portico' || name === '.cache') continue
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  for (const name of readdirSync(join(copy, 'packages')))
    symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules/@portico', name))
}

type Dev = { output(): string; hasEnded(): boolean; stop(): Promise<number | null> }

function startDev(cwd: string, { port, dataDir }: { port: number; dataDir: string }): Dev {
  const args = ['scripts/dev.mjs', '--data', dataDir, '--simulator-port', '0', '--simulator-host', '127.0.0.2']
  const env = { ...cleanEnvironment(), PORTICO_DEV_PORT: String(port) }
  // A separate process group, which Ctrl-C in a terminal would reach as a whole.
  const child: ChildProcess = spawn('node', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  return {
    output: () => output,
    hasEnded: () => child.exitCode !== null,
    async stop() {
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
        process.kill(-child.pid, 'SIGINT')
      return exited
    },
  }
}

function replaceIn(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`)
  writeFileSync(file, text.replace(from, to))
}
