import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import {
  findInstalledPostgres,
  startInstalledPostgres,
  type InstalledServer,
} from '../../kit/database/testing/installed-server.ts'
import { findTestRoot } from '../../kit/database/testing/test-root.ts'
import { operatorProgram, type OperatorProgram } from '../../testing/operator-program.ts'

// A test runs up to thirteen processes and two servers, which take up to a minute on a loaded machine.
const ofProcesses = { timeout: 240_000 }

const installed = await findInstalledPostgres()
let program: OperatorProgram
let folder: string
let count = 0

beforeAll(async () => {
  folder = mkdtempSync(join(await findTestRoot(), 'portico-belongs-'))
  program = await operatorProgram()
})
afterAll(async () => {
  await program?.remove()
  rmSync(folder, { recursive: true, force: true })
})

type Env = Record<string, string>
const fresh = (): string => join(folder, `data${(count += 1)}`)
const run = (dataDir: string, args: readonly string[], env: Env = {}) => program.run([...args, '--data', dataDir], env)

async function begin(dataDir: string, env: Env = {}): Promise<void> {
  const { code, stderr } = await run(dataDir, ['tenant', 'create', 'acme', 'Acme'], env)
  expect(code, stderr).toBe(0)
}

async function starts(dataDir: string, env: Env = {}): Promise<void> {
  await (await program.start(dataDir, env)).stop()
}

const rememberedIn = (dataDir: string): { id: string; embedded: boolean } =>
  JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as { id: string; embedded: boolean }

const start = ['start', '--port', '0']
const backup = ['backup', '--out', 'never.backup']

/** Every command that reads, or that changes something in a deployment that exists. */
const ofExisting: readonly string[][] = [
  backup,
  ['tenant', 'list'],
  ['tenant', 'deactivate', 'acme'],
  ['tenant', 'banner', 'acme', '--clear'],
  ['audit', 'verify', 'acme'],
  ['audit', 'rotate-key'],
  ['setup-url', 'status', 'acme'],
  ['setup-url', 'create', 'acme'],
  ['recovery-codes', 'status', 'acme'],
  ['app', 'list', 'acme'],
  ['app', 'show', 'acme', 'wiki'],
  ['certificate', 'list', 'acme'],
  ['rotate-keys'],
]

describe('where no deployment is', ofProcesses, () => {
  test('commands for a deployment create nothing and say so', async () => {
    const dataDir = fresh()
    await Promise.all(
      ofExisting.map(async (args) => {
        const { code, stdout, stderr } = await run(dataDir, args)
        expect([args, code, stdout]).toEqual([args, 1, ''])
        expect(stderr).toMatch(
          /^error: There is no database in \S+, and DATABASE_URL is not set\. Nothing was created\./,
        )
      }),
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  test('the first tenant begins one, and the command names the directory that it created', async () => {
    const dataDir = fresh()
    const create = (slug: string) => run(dataDir, ['tenant', 'create', slug, 'Acme'])
    expect((await create('acme')).stderr).toBe(`note: created the data directory ${dataDir}\n`)
    expect((await create('globex')).stderr).toBe('')
  })

  test('doctor creates nothing and reports that the data directory is missing', async () => {
    const dataDir = fresh()
    const { code, stdout } = await run(dataDir, ['doctor'])
    expect(code).toBe(1)
    expect(stdout).toContain(`data directory: There is no data directory ${dataDir}. Check --data and PORTICO_DATA`)
    expect(stdout).toMatch(/^warning +database: There is no database in /m)
    expect(existsSync(dataDir)).toBe(false)
  })
})

describe('the embedded database', ofProcesses, () => {
  test('is remembered by its id, and its data directory rejects another one in its place', async () => {
    const [dataDir, other] = [fresh(), fresh()]
    await begin(dataDir)
    await begin(other)
    const { id, embedded } = rememberedIn(dataDir)
    expect(embedded).toBe(true)
    expect(statSync(join(dataDir, 'database.json')).mode & 0o777).toBe(0o600)
    renameSync(join(dataDir, 'postgres'), join(dataDir, 'away'))
    for (const args of [start, backup]) {
      const { code, stderr } = await run(dataDir, args)
      expect([args, code, stderr]).toEqual([
        args,
        1,
        expect.stringContaining(`(id ${id}) is missing. Nothing was changed.`),
      ])
    }
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    renameSync(join(other, 'postgres'), join(dataDir, 'postgres'))
    const { code, stderr } = await run(dataDir, start)
    expect(code).toBe(1)
    expect(stderr).toContain(`belongs to its embedded database (id ${id}), but the embedded database has the id`)
    rmSync(join(dataDir, 'postgres'), { recursive: true })
    renameSync(join(dataDir, 'away'), join(dataDir, 'postgres'))
    await starts(dataDir)
  })

  test('with a damaged note, the data directory is not used and nothing is created', async () => {
    const dataDir = fresh()
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'database.json'), '{"id":')
    const { code, stderr } = await run(dataDir, start)
    expect(code).toBe(1)
    expect(stderr).toContain('database.json is damaged')
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })

  test('a backup without tenants is written with a warning, and exits with 1', async () => {
    const dataDir = fresh()
    await starts(dataDir)
    const file = join(folder, 'empty.backup')
    const { code, stderr } = await run(dataDir, ['backup', '--out', file])
    expect(code).toBe(1)
    expect(stderr).toMatch(/^warning: \S+ contains no tenants: the embedded database of \S+ has none\. /)
    expect(existsSync(file)).toBe(true)
    await begin(dataDir)
    const full = join(folder, 'full.backup')
    const filled = await run(dataDir, ['backup', '--out', full])
    expect([filled.code, filled.stderr]).toEqual([0, expect.not.stringContaining('no tenants')])
  })

  test('the data directory of a lost database takes the restored one', async () => {
    const dataDir = fresh()
    await begin(dataDir)
    const file = join(folder, 'lost.backup')
    expect((await run(dataDir, ['backup', '--out', file])).code).toBe(0)
    const { id } = rememberedIn(dataDir)
    rmSync(join(dataDir, 'postgres'), { recursive: true })
    expect(await run(dataDir, ['restore', file])).toMatchObject({ code: 0 })
    expect(rememberedIn(dataDir).id).not.toBe(id)
    await starts(dataDir)
  })
})

describe.skipIf(installed === undefined)('a database of DATABASE_URL', ofProcesses, () => {
  let cluster: InstalledServer
  beforeAll(async () => {
    cluster = await startInstalledPostgres(installed ?? { major: 0, bin: '' })
    await cluster.administer(`create role portico login nosuperuser createrole password 'owns'`)
  })
  afterAll(() => cluster?.stop())

  async function database(): Promise<{ name: string; env: Env }> {
    const name = `db${(count += 1)}`
    await cluster.administer(`create database ${name} owner portico`)
    const env = {
      DATABASE_URL: cluster.url('portico', 'owns', name),
      PORTICO_SECRET_KEY: randomBytes(32).toString('base64'),
    }
    return { name, env }
  }

  test('is not replaced by an empty embedded one where DATABASE_URL is missing', async () => {
    const dataDir = fresh()
    const { env } = await database()
    await begin(dataDir, env)
    const { id } = rememberedIn(dataDir)
    const file = join(folder, 'six-rows.backup')
    for (const args of [start, backup, ['restore', file]]) {
      const { code, stdout, stderr } = await run(dataDir, args)
      expect([args, code, stdout]).toEqual([args, 1, ''])
      expect(stderr).toContain(
        `belongs to a database of DATABASE_URL (id ${id}), and DATABASE_URL is not set. Nothing was changed.`,
      )
    }
    const doctor = await run(dataDir, ['doctor'])
    expect(doctor.code).toBe(1)
    expect(doctor.stdout).toMatch(/^failed +database: .*DATABASE_URL is not set/m)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    expect(readFileSync(join(dataDir, 'database.json'), 'utf8')).not.toContain('owns')
  })

  test('PORTICO_DATABASE_URL does not lead to an empty embedded one', async () => {
    const dataDir = fresh()
    const { env } = await database()
    for (const args of [start, backup]) {
      const { code, stderr } = await run(dataDir, args, { PORTICO_DATABASE_URL: env['DATABASE_URL'] ?? '' })
      expect(code).toBe(1)
      expect(stderr).toBe(
        'error: PORTICO_DATABASE_URL is not a setting and has no effect. Did you mean DATABASE_URL?\n',
      )
    }
    expect(existsSync(dataDir)).toBe(false)
  })

  test('another database is rejected before anything in it changes, until its note is removed', async () => {
    const dataDir = fresh()
    const [first, second] = [await database(), await database()]
    await begin(dataDir, first.env)
    const wrong = { ...first.env, DATABASE_URL: second.env['DATABASE_URL'] ?? '' }
    for (const args of [start, ['tenant', 'list']]) {
      const { code, stderr } = await run(dataDir, args, wrong)
      expect(code).toBe(1)
      expect(stderr).toContain(
        'but the database of DATABASE_URL has no id, so no server of this deployment used it. Nothing was changed.',
      )
    }
    expect(await program.run(['tenant', 'list', '--data', fresh()], wrong)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The database is empty') as string,
    })
    rmSync(join(dataDir, 'database.json'))
    await starts(dataDir, wrong)
    const back = await run(dataDir, start, first.env)
    expect(back.code).toBe(1)
    expect(back.stderr).toContain('but the database of DATABASE_URL has the id')
  })

  test('is the same at another address, with another password and for several data directories', async () => {
    const [one, two] = [fresh(), fresh()]
    const { name, env } = await database()
    await begin(one, env)
    await starts(two, env)
    expect(rememberedIn(two)).toEqual(rememberedIn(one))
    await cluster.administer(`alter role portico password 'renewed'`)
    onTestFinished(() => cluster.administer(`alter role portico password 'owns'`))
    const url = cluster.url('portico', 'renewed', name).replace('127.0.0.1', 'localhost')
    await starts(one, { ...env, DATABASE_URL: url })
  })

  test('is followed to a restored copy by every data directory, and not back', async () => {
    const [one, two, copyOnly] = [fresh(), fresh(), fresh()]
    const { env } = await database()
    await begin(one, env)
    await starts(two, env)
    const file = join(folder, 'followed.backup')
    expect((await run(one, ['backup', '--out', file], env)).code).toBe(0)
    const target = await database()
    const restored = { ...env, DATABASE_URL: target.env['DATABASE_URL'] ?? '' }
    // A server that was started on the empty database, too.
    await starts(copyOnly, restored)
    const before = rememberedIn(one)
    // The rows were sealed by another data directory, with its own key.
    const done = await run(one, ['restore', file], restored)
    expect(done.stderr).toContain('The restored audit log was not accepted.')
    expect(done.code).toBe(1)
    expect(rememberedIn(one).id).not.toBe(before.id)
    for (const dataDir of [two, copyOnly]) {
      await starts(dataDir, restored)
      expect(rememberedIn(dataDir)).toEqual(rememberedIn(one))
    }
    const { code, stderr } = await run(two, start, env)
    expect(code).toBe(1)
    expect(stderr).toContain(`has the id ${before.id}`)
  })

  test('commands that read create neither keys nor schema in an empty one', async () => {
    const dataDir = fresh()
    const { name, env } = await database()
    for (const args of [backup, ['doctor']]) await run(dataDir, args, { DATABASE_URL: env['DATABASE_URL'] ?? '' })
    expect(existsSync(dataDir)).toBe(false)
    await expect(cluster.administer(`create role portico_app_${name}`)).resolves.toBeUndefined()
    onTestFinished(() => cluster.administer(`drop role portico_app_${name}`))
  })
})
