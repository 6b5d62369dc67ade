import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { BareHost } from './support/bare-host.ts'
import { builtInstallation } from './support/installation.ts'
import { makePreviousArchives } from './support/previous-release.ts'
import {
  filesOf,
  installCommandLine,
  makeArchives,
  onHost,
  openProductionPlace,
  portalUrl,
  stepTimeoutMs,
  throughFirstSteps,
} from './support/production-place.ts'
import { cleanEnvironment } from './support/run-process.ts'
import { until } from './support/until.ts'

// docs/guides/production.md, steps 13 to 15: from the release of the previous commit to this one.
const place = openProductionPlace()
const { steps } = place
const [previous, current] = [join(place.folder, 'previous-release'), join(place.folder, 'current-release')]
const accounts = [1, 2, 3, 4]
let first: BareHost
let second: BareHost
let laptop: BareHost
let page: Page
let origin: string

beforeAll(async () => {
  const { root } = builtInstallation()
  await makeArchives(root, current)
  origin = await makePreviousArchives(root, place.folder, { current, out: previous })
}, 2 * stepTimeoutMs)
afterAll(() => place.close())

test('steps 1 to 9 work with the release of the previous commit', { timeout: stepTimeoutMs }, async () => {
  first = await place.newHost(previous)
  page = await throughFirstSteps(place, first, await place.startProvider(first))
})

test('step 14 adds a second server', { timeout: stepTimeoutMs }, async () => {
  second = await place.newHost(previous)
  await first.connect('10.0.0.11', second, '10.0.0.12')
  expect(await onHost(first, steps.block(14, 0))).toBe('')
  for (const step of [1, 2]) await onHost(second, steps.block(step))
  const files = ['/etc/portico/database-url', '/etc/portico/secret-key', '/etc/portico/portico.env']
  for (const file of [...files, '/var/lib/portico/audit.key', '/var/lib/portico/audit.memory'])
    await place.carry(first, file, second, '/opt/portico/first-host')
  expect(await onHost(second, steps.block(14, 1))).toBe('')
  expect(await onHost(second, steps.block(7))).toContain('{"status":"ready"}')
  expect(await onHost(first, steps.block(14, 2))).toContain('successful')
})

test('step 15 upgrades both servers, and no request fails', { timeout: stepTimeoutMs }, async () => {
  laptop = await place.newHost(previous, { networkOf: first })
  await installCommandLine(place, laptop, previous, page)
  const load = await startLoad(await serviceAccounts())
  for (const block of [11, 13]) await onHost(first, steps.block(block, 0))
  for (const host of [first, second]) await served(host)

  await onHost(first, steps.block(15, 0))
  await upgrade(first)
  await onHost(first, steps.block(15, 1))
  await upgrade(second)
  await onHost(first, steps.block(15, 2))
  for (const host of [first, second]) await served(host)

  const { launcher, tokens, failures } = await load.end()
  process.stdout.write(`from ${origin}: ${launcher} launcher calls, ${tokens} tokens, ${failures.length} failures\n`)
  expect(failures).toEqual([])
  expect(Math.min(launcher, tokens)).toBeGreaterThan(20)
  for (const host of [first, second]) {
    const versions = (await logOf(host)).filter(({ msg }) => msg === 'starting').map(({ version }) => version)
    expect(new Set(versions).size).toBe(2)
    expect(versions.at(-1)).toBe((await onHost(host, 'portico-server --version')).trim())
  }
})

test('the other steps are those of the first scenario', () => {
  const left = steps.untaken().map((block) => Number.parseInt(block, 10))
  expect([...new Set(left)]).toEqual([11, 12, 13])
})

type Line = { readonly msg: string; readonly version?: string; readonly path?: string }

async function logOf(host: BareHost): Promise<Line[]> {
  const lines = (await onHost(host, 'cat /var/log/portico.log')).split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => JSON.parse(line) as Line)
}

/** Waits until a server has answered calls since it started. */
async function served(host: BareHost): Promise<void> {
  await until('the server gets some of the calls', async () => {
    const lines = await logOf(host)
    const started = lines.findLastIndex(({ msg }) => msg === 'starting')
    return lines.slice(started).some(({ path }) => path === '/api/portal/launcher')
  })
}

async function upgrade(host: BareHost): Promise<void> {
  await host.receive('/opt/portico-next', ...filesOf(current, 'portico-server'))
  const said = await host.run(steps.block(13, 1), { folder: '/opt/portico-next' })
  expect(said).toContain('{"status":"ready"}')
}

async function serviceAccounts(): Promise<{ id: string; key: string }[]> {
  const create = (number: number) => `portico service-account create --env Production --name 'Load ${number}' \\
    --make-key load-${number}.pem --app urn:portico:acme:application:portal:security-admin --json id`
  const ada = { folder: '/home/ada', user: 'ada' }
  const made: { id: string; key: string }[] = []
  for (const number of accounts) {
    const { id } = JSON.parse(await laptop.run(`${create(number)} 2>/dev/null`, ada)) as { id: string }
    made.push({ id, key: await laptop.run(`cat load-${number}.pem`, ada) })
  }
  return made
}

type Counts = { launcher: number; tokens: number; failures: string[] }

/** Calls from now on, below the limits of requests from one network and of tokens for one account. */
async function startLoad(keys: readonly object[]): Promise<{ end(): Promise<Counts> }> {
  const cookies = await page.context().cookies(portalUrl)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const settings = { url: portalUrl, cookie, accounts: keys, launcherEveryMs: 80, tokenEveryMs: 300 }
  await laptop.receive('/opt', join(import.meta.dirname, 'support', 'constant-load.mjs'))
  const [program = '', ...args] = laptop.command('exec node /opt/constant-load.mjs', { folder: '/' })
  const child = spawn(program, args, { env: cleanEnvironment(), stdio: 'pipe' })
  child.stdin.write(`${JSON.stringify(settings)}\n`)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'close')
  return {
    async end() {
      child.stdin.end()
      await ended
      if (stdout === '') throw new Error(stderr)
      return JSON.parse(stdout) as Counts
    },
  }
}
