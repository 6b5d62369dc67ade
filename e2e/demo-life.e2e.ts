import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { builtInstallation } from './support/installation.ts'
import { makeKeyFiles, type KeyFiles } from './support/key-pair.ts'
import { killHard, postmastersOf, processesNaming, simulatorsOf } from './support/processes.ts'
import { runProcess } from './support/run-process.ts'
import { readAutomation, startDemoIn, startServer, StartFailure, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell, type Shell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'

const installation = builtInstallation()
const folder = temporaryFolder()
const dataDir = join(folder.path, 'data')
let key: KeyFiles
let shells = 0

beforeAll(() => {
  key = makeKeyFiles(folder.path, 'key')
})
afterEach(async () => {
  // A failed test must not make the following ones fail.
  for (const { pid } of processesNaming(folder.path)) killHard(pid)
  await until('processes to end', () => processesNaming(folder.path).length === 0)
})
afterAll(() => folder.remove())

/** A server of this file's data directory, ended with the test. */
async function demoOn(data = dataDir, args: readonly string[] = []): Promise<ServerProcess> {
  const server = await startDemoIn(installation, { dataDir: data, args })
  onTestFinished(async () => {
    if (processesNaming(data).length > 0) await server.stop()
  })
  return server
}

async function signedIn(server: ServerProcess, data = dataDir): Promise<Shell> {
  const shell = openShell(installation, join(folder.path, `home-${++shells}`))
  const { code, stderr } = await shell.portico([
    ...loginArguments({ ...readAutomation(data), server: server.url }),
    '--env',
    'Production',
  ])
  expect(code, stderr).toBe(0)
  return shell
}

const createAccount = (shell: Shell, name: string) =>
  shell.portico(['service-account', 'create', '--name', name, '--key1', `@${key.publicFile}`, '--json'])

const accountNames = async (shell: Shell) =>
  (await shell.json<{ name: string }[]>(['service-account', 'list'])).map(({ name }) => name)

const operator = (...args: string[]) => runProcess(['node', installation.server, ...args, '--data', dataDir])

test('a second start creates nothing again: it costs no more than the first, and changes are kept', async () => {
  const first = await demoOn()
  const shell = await signedIn(first)
  expect((await createAccount(shell, 'Kept')).code).toBe(0)
  expect((await shell.portico(['sa', 'delete', 'Stock sync', '--confirm', 'Stock sync'])).code).toBe(0)
  expect(await first.stop()).toEqual({ code: 0, signal: null })
  expect(processesNaming(dataDir)).toEqual([])

  const second = await demoOn()
  console.log(`first start ${Math.round(first.startMs)} ms, second start ${Math.round(second.startMs)} ms`)
  expect(second.startMs).toBeLessThan(2 * first.startMs)
  const names = await accountNames(await signedIn(second))
  expect(names).toContain('Kept')
  expect(names).not.toContain('Stock sync')
})

describe('a kill', () => {
  /** `ROUNDS=12` for a longer look. */
  const rounds = Number(process.env['ROUNDS'] ?? 4)

  test.each(Array.from({ length: rounds }, (_, round) => round))(
    'in the middle of work loses nothing that was acknowledged (round %i)',
    async (round) => {
      const data = join(folder.path, 'killed')
      const server = await demoOn(data)
      const shell = await signedIn(server, data)
      const acknowledged = await accountNames(shell)
      const everything = round % 2 === 1

      // Several scripts at once, each creating one account after the other until the server is gone.
      let alive = true
      const writers = Array.from({ length: 3 }, async (_, writer) => {
        for (let number = 0; alive; number++) {
          const name = `r${round}-w${writer}-${number}`
          const { code } = await apiCreate(server.url, shell, name)
          if (code === 0) acknowledged.push(name)
        }
      })
      const before = acknowledged.length
      const after = 1 + Math.floor(Math.random() * 12)
      await until('some accounts', () => acknowledged.length >= before + after, 30_000)
      const victims = everything ? processesNaming(data).map(({ pid }) => pid) : [server.pid]
      for (const pid of victims) killHard(pid)
      alive = false
      await Promise.all([...writers, server.exited])
      // The simulator belongs to the demo and ends with it, however that ends.
      await until('the simulator to end', () => simulatorsOf(data).length === 0)
      expect(postmastersOf(data).length).toBeLessThanOrEqual(everything ? 0 : 1)

      const again = await demoOn(data)
      expect(postmastersOf(data)).toHaveLength(1)
      const kept = await accountNames(await signedIn(again, data))
      expect(kept.toSorted()).toEqual(expect.arrayContaining(acknowledged))
      expect(new Set(kept).size).toBe(kept.length)
      await again.stop()
      expect(processesNaming(data)).toEqual([])
    },
  )
})

describe('signals', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 0],
    ['SIGHUP', 0],
  ] as const)('%s stops server, simulator and database', async (signal, code) => {
    const server = await demoOn()
    expect(postmastersOf(dataDir)).toHaveLength(1)
    expect(simulatorsOf(dataDir)).toHaveLength(1)
    server.signal(signal)
    expect(await server.exited).toEqual({ code, signal: null })
    expect(processesNaming(dataDir)).toEqual([])
  })

  test('Ctrl-C under npm, where the terminal and then npm send the signal, leaves nothing running', async () => {
    const server = await demoOn()
    // The foreground group gets the signal from the terminal, and the server gets it again from npm a moment later.
    for (const { pid } of simulatorsOf(dataDir)) process.kill(pid, 'SIGINT')
    server.signal('SIGINT')
    const npm = setInterval(() => server.signal('SIGINT'), 20)
    await server.exited.finally(() => clearInterval(npm))
    expect(processesNaming(dataDir)).toEqual([])
  })
})

describe('a port that is taken', () => {
  test.each([
    ['the server', '127.0.0.1', '--port'],
    ['the simulator', '127.0.0.2', '--simulator-port'],
  ] as const)('by another user is a clear error: %s', async (_who, host, flag) => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, host, resolve))
    onTestFinished(() => void holder.close())
    const { port } = holder.address() as AddressInfo
    const other = flag === '--port' ? '--simulator-port' : '--port'
    const args = ['demo', flag, String(port), other, '0', '--simulator-host', '127.0.0.2']
    const failed = await startServer(installation, { dataDir, args }).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(StartFailure)
    const { code, output } = failed as StartFailure
    expect(code).toBe(1)
    expect(output).toMatch(new RegExp(`error: .*${port}.*${flag}`, 's'))
    expect(output).not.toMatch(/^\s+at /m)
    expect(processesNaming(dataDir)).toEqual([])
  })
})

describe('--fresh', () => {
  test('starts over', async () => {
    const data = join(folder.path, 'fresh')
    const first = await demoOn(data)
    expect((await createAccount(await signedIn(first, data), 'Gone')).code).toBe(0)
    const id = readAutomation(data).serviceAccountId
    await first.stop()
    const second = await demoOn(data, ['--fresh'])
    expect(await accountNames(await signedIn(second, data))).not.toContain('Gone')
    expect(readAutomation(data).serviceAccountId).not.toBe(id)
  })

  test('starts over after a kill, and leaves no second postmaster', async () => {
    const data = join(folder.path, 'fresh')
    const first = await demoOn(data)
    killHard(first.pid)
    await first.exited
    await demoOn(data, ['--fresh'])
    expect(postmastersOf(data)).toHaveLength(1)
  })

  test('refuses a folder that no demo made, and one that a server uses', async () => {
    const foreign = join(folder.path, 'foreign')
    mkdirSync(foreign)
    writeFileSync(join(foreign, 'thesis.txt'), 'years of work')
    await expect(startDemoIn(installation, { dataDir: foreign, args: ['--fresh'] })).rejects.toThrow(
      /not a demo's data directory/,
    )
    expect(readFileSync(join(foreign, 'thesis.txt'), 'utf8')).toBe('years of work')

    const server = await demoOn()
    await expect(startDemoIn(installation, { dataDir, args: ['--fresh'] })).rejects.toThrow(/is running/)
    expect(existsSync(join(dataDir, 'demo', 'people.json'))).toBe(true)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })
})

describe('one demo for a data directory', () => {
  const data = join(folder.path, 'claimed')
  const files = () =>
    ['people.json', 'automation.json', 'simulator-config.json'].map((name) =>
      readFileSync(join(data, 'demo', name), 'utf8'),
    )
  const attempt = async (...args: string[]) => {
    const { code, stderr } = await runProcess(['node', installation.server, ...args, '--port', '0', '--data', data])
    expect(stderr.trim().split('\n')).toHaveLength(1)
    return { code, stderr }
  }

  test('a second one and a server are refused with the address of the first, which they do not change', async () => {
    const first = await demoOn(data)
    const before = files()
    const refused = {
      code: 1,
      stderr: expect.stringContaining(`Portico is running on ${data}, at ${first.url}. Stop it`),
    }
    expect(await attempt('demo', '--simulator-port', '0')).toEqual(refused)
    expect(await attempt('demo', '--simulator-port', '0', '--fresh')).toEqual(refused)
    expect(await attempt('start')).toEqual(refused)
    expect(files()).toEqual(before)
    expect((await createAccount(await signedIn(first, data), 'Undisturbed')).code).toBe(0)
  })

  test('of two that start at once, one is refused', async () => {
    const starts = await Promise.allSettled([demoOn(data), demoOn(data)])
    expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [lost] = starts.flatMap((one) => (one.status === 'rejected' ? [one.reason as StartFailure] : []))
    expect(lost?.output).toMatch(/Portico is (starting|running) on /)
    expect(lost?.code).toBe(1)
  })

  test('after a kill the next one starts', async () => {
    const first = await demoOn(data)
    killHard(first.pid)
    await first.exited
    const second = await demoOn(data)
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
  })

  test('it is refused beside a server, which is named', async () => {
    const server = await startServer(installation, { dataDir: data, args: ['start', '--port', '0'] })
    onTestFinished(() => void server.stop())
    expect(await attempt('demo', '--simulator-port', '0')).toEqual({
      code: 1,
      stderr: expect.stringContaining(`at ${server.url}. Stop it first`),
    })
    await server.stop()
  })

  test('the data directory of a server never becomes one of a demo', async () => {
    const own = join(folder.path, 'own')
    const server = await startServer(installation, { dataDir: own, args: ['start', '--port', '0'] })
    await server.stop()
    await expect(startDemoIn(installation, { dataDir: own })).rejects.toThrow(/A server uses .*own\. Choose another/)
  })
})

describe('an operator, while the server runs', () => {
  const tenantFile = (name: string, more = '') => `tenant: { slug: umbrella, name: ${name} }
environments:
  - { slug: production, name: Production, type: PROD }
applications:
  - { slug: lab, label: Laboratory, roles: [{ name: reader, label: Reader }] }
${more}`

  test('lists and creates tenants', async () => {
    await demoOn()
    const list = await operator('tenant', 'list')
    expect(list.stdout.split('\n').map((line) => line.split('\t')[0])).toEqual(
      expect.arrayContaining(['acme', 'globex', 'vendor']),
    )
    const created = await operator('tenant', 'create', 'hooli', 'Hooli')
    expect([created.code, created.stdout]).toEqual([0, expect.stringMatching(/^created hooli [0-9a-f-]{36}\n$/)])
    const twice = await operator('tenant', 'create', 'hooli', 'Hooli')
    expect([twice.code, twice.stderr]).toEqual([1, 'error: The tenant "hooli" exists already.\n'])
    const tenants = JSON.parse((await operator('tenant', 'list', '--json')).stdout) as { slug: string; name: string }[]
    expect(tenants).toContainEqual(expect.objectContaining({ slug: 'hooli', name: 'Hooli' }))
  })

  test('imports a file, and the same file again changes nothing', async () => {
    const server = await demoOn()
    const file = join(folder.path, 'umbrella.yaml')
    writeFileSync(file, tenantFile('Umbrella'))
    const first = await operator('tenant', 'import', file)
    const second = await operator('tenant', 'import', file)
    expect([first.code, second.code]).toEqual([0, 0])
    expect(first.stdout).toMatch(/^created umbrella /)
    expect(second.stdout).toBe(first.stdout.replace('created', 'updated'))
    writeFileSync(file, tenantFile('Umbrella Corporation'))
    expect((await operator('tenant', 'import', file)).code).toBe(0)
    const tenants = JSON.parse((await operator('tenant', 'list', '--json')).stdout) as { slug: string; name: string }[]
    expect(tenants.filter(({ slug }) => slug === 'umbrella')).toMatchObject([{ name: 'Umbrella Corporation' }])
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  test('gets every mistake of a file with its place, and nothing is imported', async () => {
    await demoOn()
    const file = join(folder.path, 'bad.yaml')
    writeFileSync(file, 'tenant: { slug: "Bad Slug", name: "" }\nenvironments: []\ncolour: red\n')
    const { code, stdout, stderr } = await operator('tenant', 'import', file)
    expect([code, stdout]).toEqual([1, ''])
    for (const place of ['tenant.slug', 'tenant.name', 'environments', 'colour']) expect(stderr).toContain(place)
    expect(stderr).not.toMatch(/^\s+at /m)
    writeFileSync(file, 'tenant: { slug: [\n')
    expect((await operator('tenant', 'import', file)).stderr).toContain('is not valid YAML')
    expect((await operator('tenant', 'import', join(folder.path, 'absent.yaml'))).code).toBe(1)
    expect((await operator('tenant', 'list')).stdout).not.toContain('Bad')
  })

  test('runs migrate and doctor, and the server continues', async () => {
    const server = await demoOn()
    expect(await operator('migrate')).toMatchObject({ code: 0, stdout: 'The schema is up to date.\n' })
    const { code, stdout } = await operator('doctor', '--json')
    const findings = JSON.parse(stdout) as { check: string; state: string }[]
    expect(code).toBe(0)
    // One secret of the demo ends within 60 days, so that the overview has something to show.
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([
      {
        check: 'expiry',
        state: 'warning',
        detail: expect.stringContaining('Acme Legacy Directory: Application secret'),
      },
    ])
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['Node.js', 'database', 'schema', 'application role']),
    )
    expect(postmastersOf(dataDir)).toHaveLength(1)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  test('without a server the commands start the database, and stop it again', async () => {
    expect((await operator('tenant', 'list')).stdout).toContain('acme')
    expect(processesNaming(dataDir)).toEqual([])
  })
})

test('two servers on one data directory both serve, over one database, and either may leave first', async () => {
  const start = () => startServer(installation, { dataDir, args: ['start', '--port', '0'] })
  const [a, b] = await Promise.all([start(), start()])
  expect(a.url).not.toBe(b.url)
  expect(postmastersOf(dataDir)).toHaveLength(1)
  for (const { url } of [a, b]) {
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${url}/login`)).text()).toContain('<title>')
  }
  await a.stop()
  expect((await fetch(`${b.url}/readyz`)).status).toBe(200)
  await b.stop()
  expect(processesNaming(dataDir)).toEqual([])
})

/** POST by the token that the shell holds: fast enough for many writes at once. Whatever is not 2xx is not acknowledged. */
async function apiCreate(url: string, shell: Shell, name: string): Promise<{ code: number }> {
  const state = join(shell.home, 'state', 'portico', 'credentials.json')
  const token = /"accessToken":\s*"([^"]+)"/.exec(readFileSync(state, 'utf8'))?.[1] ?? ''
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const environment = await environmentId(url, headers)
  const body = JSON.stringify({ name, key1: readFileSync(key.publicFile, 'utf8'), key1Algorithm: 'RSA' })
  const path = `/api/portal/admin/environments/${environment}/service-accounts`
  const answer = await fetch(url + path, { method: 'POST', headers, body }).catch(() => undefined)
  return { code: answer?.ok ? 0 : 1 }
}

async function environmentId(url: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(`${url}/api/portal/launcher/userdata`, { headers }).catch(() => undefined)
  if (!answer?.ok) return 'unknown'
  const data = (await answer.json()) as { tenant: { environment: { id: string } } }
  return data.tenant.environment.id
}
