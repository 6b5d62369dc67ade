import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { personByHttp } from './support/person-by-http.ts'
import { killHard, processesNaming } from './support/processes.ts'
import { openPseudoTerminal } from './support/pseudo-terminal.ts'
import { runProcess } from './support/run-process.ts'
import { readPeople, type ServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { wholeRound } from './support/whole-round.ts'

const folder = temporaryFolder()
afterAll(() => {
  for (const { pid } of processesNaming(folder.path)) killHard(pid)
  folder.remove()
})

const installation = builtInstallation()

/** Versions of the runtime that the built product must run on: of the lines that are LTS, the first. */
const runtimes = [
  { name: 'the newest LTS', versions: ['28', '26', '24'] },
  { name: 'the oldest supported', versions: ['20.19.0'] },
] as const

test.each(runtimes)('the built product runs on $name', async ({ versions }) => {
  const runtime = await firstLts(versions)
  if (runtime !== undefined) return runOn(runtime)
  const sentence = `NOT TESTED HERE: Node.js ${versions.join(' or ')} could not be fetched from the registry.`
  if (process.env['CI']) throw new Error(sentence)
  warn(sentence)
})

// It may change until it becomes an LTS.
test('the built product is tried on the line of Node.js in development, which only warns', async () => {
  const runtime = await fetchRuntime('latest')
  if (runtime === undefined || runtime.isLts) return
  await runOn(runtime).catch((reason: unknown) => warn(`FAILS ON NODE.JS ${runtime.version}: ${String(reason)}`))
})

async function runOn({ program, version }: Runtime): Promise<void> {
  const home = join(folder.path, version)
  mkdirSync(home, { mode: 0o700 })
  const prefix = [program]
  const { startMs } = await wholeRound(installation, {
    home,
    prefix,
    async further({ server, shell }) {
      await personSignsIn(server)
      const pty = openPseudoTerminal([...prefix, installation.portico, 'tui'], shell.env)
      try {
        await pty.shows('Production')
        pty.write(':quit\r')
        expect((await pty.exited).code).toBe(0)
      } finally {
        pty.kill()
      }
    },
  })
  console.log(`Node.js ${version}: first start ${Math.round(startMs)} ms`)
}

async function personSignsIn({ url, dataDir }: ServerProcess): Promise<void> {
  const ada = readPeople(dataDir).find(({ username }) => username === 'ada@acme.example')
  if (ada === undefined) throw new Error('The demo has no ada@acme.example.')
  const person = personByHttp()
  const body = { username: ada.username }
  const { redirectUrl } = await person.call<{ redirectUrl: string }>(`${url}/api/login`, { method: 'POST', body })
  await person.signIn(redirectUrl, ada)
  expect(await person.call(`${url}/api/portal/launcher/principalinfo`)).toMatchObject(body)
}

function warn(sentence: string): void {
  const line = '!'.repeat(Math.min(sentence.length, 120))
  console.error(`\n${line}\n${sentence}\n${line}\n`)
}

type Runtime = { readonly program: string; readonly version: string; readonly isLts: boolean }

async function firstLts(versions: readonly string[]): Promise<Runtime | undefined> {
  for (const version of versions) {
    const runtime = await fetchRuntime(version)
    if (runtime?.isLts) return runtime
  }
  return undefined
}

/** The program of a version or tag from the registry, with what it says about itself; undefined if it cannot be had. */
async function fetchRuntime(wanted: string): Promise<Runtime | undefined> {
  const script =
    'const { execPath: program, version, release } = process; console.log(JSON.stringify({ program, version, isLts: release.lts !== undefined }))'
  const fetched = await runProcess(['npx', '--yes', '--package', `node@${wanted}`, '--', 'node', '-e', script], {
    cwd: folder.path,
    timeoutMs: 100_000,
  }).catch(() => undefined)
  if (fetched?.code !== 0) return undefined
  const found = JSON.parse(fetched.stdout) as Runtime
  if (wanted !== 'latest') expect(`${found.version}.`.startsWith(`v${wanted}.`)).toBe(true)
  return found
}
