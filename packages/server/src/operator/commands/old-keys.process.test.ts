import { randomBytes } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import {
  findInstalledPostgres,
  startInstalledPostgres,
  type InstalledServer,
} from '../../kit/database/testing/installed-server.ts'
import { findTestRoot } from '../../kit/database/testing/test-root.ts'
import { secretKeysOf } from '../../kit/secrets/secret-key.ts'
import { providerEntry, tenantWith } from '../../testing/sign-in-run.ts'
import { operatorProgram, type OperatorProgram } from '../../testing/operator-program.ts'

const installed = await findInstalledPostgres()
let program: OperatorProgram
let folder: string
let count = 0

beforeAll(async () => {
  folder = mkdtempSync(join(await findTestRoot(), 'portico-old-keys-'))
  program = await operatorProgram()
})
afterAll(async () => {
  await program?.remove()
  rmSync(folder, { recursive: true, force: true })
})

type Env = Record<string, string>

function fresh(): string {
  const dataDir = join(folder, `data${(count += 1)}`)
  mkdirSync(dataDir, { mode: 0o700 })
  return dataDir
}

/** A tenant whose provider has a secret, so that rows of a tenant are sealed too, and not only the signing key. */
async function begin(dataDir: string, env: Env = {}): Promise<void> {
  const file = join(folder, 'acme.json')
  const provider = providerEntry('https://login.acme.example', { suffixes: ['acme.example'] })
  writeFileSync(file, JSON.stringify(tenantWith('acme', [provider])))
  await run(dataDir, ['tenant', 'import', file], env)
}

async function run(dataDir: string, args: readonly string[], env: Env = {}): Promise<string> {
  const { code, stdout, stderr } = await program.run([...args, '--data', dataDir], env)
  expect(code, stderr).toBe(0)
  return stdout
}

/** Ids of the signing keys, which a server cannot load with another secret key than theirs. */
async function signingKeys(dataDir: string, env: Env = {}): Promise<string[]> {
  const server = await program.start(dataDir, env)
  try {
    const { keys } = (await (await fetch(`${server.url}/oauth2/jwks`)).json()) as { keys: { kid: string }[] }
    return keys.map(({ kid }) => kid)
  } finally {
    await server.stop()
  }
}

const idIn = (text: string): string => secretKeysOf(text.trim())[0]?.id ?? ''
const keyOf = (dataDir: string): string => readFileSync(join(dataDir, 'secret.key'), 'utf8')
const today = () => new Date().toISOString().slice(0, 10)

describe('secret.key', () => {
  test('is kept after a rotation, for backups that need it, until it is to be forgotten', async () => {
    const from = fresh()
    await begin(from)
    const kids = await signingKeys(from)
    const old = keyOf(from)
    const file = join(folder, 'old.backup')
    await run(from, ['backup', '--out', file])
    await run(from, ['rotate-keys', '--only', 'secret'])
    await run(from, ['backup', '--out', join(folder, 'new.backup')])
    const said = await run(from, ['rotate-keys', '--finish'])
    const keptFile = readdirSync(join(from, 'old-keys')).map((name) => join(from, 'old-keys', name))[0] ?? ''
    expect(keptFile).toBe(join(from, 'old-keys', `${today()}-${idIn(old)}.key`))
    expect(said).toContain(
      `It is kept in ${keptFile} for backups. The last backup on record that needs it was made on ${today()}`,
    )
    expect([statSync(keptFile).mode & 0o777, readFileSync(keptFile, 'utf8')]).toEqual([0o600, old])
    expect(keyOf(from).trim().split('\n')).toHaveLength(1)

    const lacking = fresh()
    copyFileSync(join(from, 'secret.key'), join(lacking, 'secret.key'))
    const refused = await program.run(['restore', file, '--data', lacking])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(
      new RegExp(`needs the secret key with the id ${idIn(old)}\\..* --old-key FILE .*PORTICO_SECRET_KEY_PREVIOUS`),
    )
    expect(existsSync(join(lacking, 'postgres'))).toBe(false)

    // Named by the operator, or left where --finish put it.
    const beside = fresh()
    copyFileSync(join(from, 'secret.key'), join(beside, 'secret.key'))
    mkdirSync(join(beside, 'old-keys'))
    copyFileSync(keptFile, join(beside, 'old-keys', 'any-name.key'))
    for (const [to, more] of [
      [lacking, ['--old-key', keptFile]],
      [beside, []],
    ] as const) {
      copyFileSync(join(from, 'audit.key'), join(to, 'audit.key'))
      const restored = await run(to, ['restore', file, ...more])
      expect(restored).toMatch(
        new RegExp(`^encrypted ([2-9]|\\d\\d+) stored secrets with the present secret key ${idIn(keyOf(from))}$`, 'm'),
      )
      expect(keyOf(to)).toBe(keyOf(from))
      expect(await signingKeys(to)).toEqual(kids)
    }

    const forgotten = await run(from, ['rotate-keys', '--forget-old'])
    expect(forgotten).toContain(`forgot the secret key ${idIn(old)}. The last backup on record`)
    expect(readdirSync(join(from, 'old-keys'))).toEqual([])
    await run(from, ['rotate-keys', '--only', 'secret'])
    expect(await run(from, ['rotate-keys', '--finish', '--forget-old'])).toContain('forgot the secret key')
    expect(readdirSync(join(from, 'old-keys'))).toEqual([])
    expect(await signingKeys(from)).toEqual(kids)
  }, 400_000)

  test('has a random key after a rotation, with and without --prepare', async () => {
    const from = fresh()
    await begin(from)
    for (const steps of [[[]], [[]], [['--finish'], ['--prepare'], []]]) {
      const old = keyOf(from)
      for (const step of steps) {
        await run(from, ['rotate-keys', ...(step.length > 0 ? step : ['--only', 'secret'])])
        if (step[0] === '--prepare') expect(keyOf(from).trim().split('\n')).toHaveLength(2)
      }
      const next = idIn(keyOf(from).trim().split('\n').at(-1) ?? '')
      const computable = [old, old.trim(), ...old.trim().split('\n')].flatMap((text) => secretKeysOf(text))
      expect(computable.map(({ id }) => id)).not.toContain(next)
    }
  }, 400_000)

  test('is kept too where the next rotation begins before --finish', async () => {
    const from = fresh()
    await begin(from)
    const first = keyOf(from)
    const file = join(folder, 'twice.backup')
    await run(from, ['backup', '--out', file])
    await run(from, ['rotate-keys', '--only', 'secret'])
    const second = idIn(keyOf(from).replace(first, ''))
    const said = await run(from, ['rotate-keys', '--only', 'secret'])
    const keptFile = join(from, 'old-keys', `${today()}-${idIn(first)}.key`)
    expect(said).toContain(
      `servers no longer accept the secret key ${idIn(first)}. It is kept in ${keptFile} for backups.`,
    )
    expect(readFileSync(keptFile, 'utf8')).toBe(first)

    const prepared = await run(from, ['rotate-keys', '--prepare'])
    expect(prepared).toContain(`servers no longer accept the secret key ${second}. It is kept in `)
    expect(readdirSync(join(from, 'old-keys')).toSorted()).toEqual(
      [idIn(first), second].map((id) => `${today()}-${id}.key`).toSorted(),
    )

    const to = fresh()
    copyFileSync(join(from, 'secret.key'), join(to, 'secret.key'))
    expect(await run(to, ['restore', file, '--old-key', keptFile])).toContain('encrypted ')
  }, 400_000)
})

describe.skipIf(installed === undefined)('PORTICO_SECRET_KEY', () => {
  let cluster: InstalledServer
  beforeAll(async () => {
    cluster = await startInstalledPostgres(installed ?? { major: 0, bin: '' })
    await cluster.administer(`create role portico login nosuperuser createrole password 'owns'`)
  })
  afterAll(() => cluster?.stop())

  async function database(): Promise<string> {
    const name = `keys${(count += 1)}`
    await cluster.administer(`create database ${name} owner portico`)
    return cluster.url('portico', 'owns', name)
  }

  test('is never written; its id is printed with the last backup that needs it, and a restore takes it as the previous key', async () => {
    const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
    const from = fresh()
    const env = { DATABASE_URL: await database(), PORTICO_SECRET_KEY: old }
    await begin(from, env)
    const kids = await signingKeys(from, env)
    const file = join(folder, 'env.backup')
    await run(from, ['backup', '--out', file], env)
    const both = { ...env, PORTICO_SECRET_KEY: next, PORTICO_SECRET_KEY_PREVIOUS: old }
    await run(from, ['rotate-keys', '--only', 'secret'], both)
    const said = await run(from, ['rotate-keys', '--finish'], both)
    expect(said).toContain(`servers no longer accept the secret key ${idIn(old)}. Keep its value`)
    expect(said).toContain(`The last backup on record that needs it was made on ${today()}`)
    expect(readdirSync(from).filter((name) => /key/.test(name) && name !== 'audit.key')).toEqual([])

    const to = fresh()
    copyFileSync(join(from, 'audit.key'), join(to, 'audit.key'))
    const target = { ...both, DATABASE_URL: await database() }
    expect(await run(to, ['restore', file], target)).toMatch(
      new RegExp(`^encrypted ([2-9]|\\d\\d+) stored secrets with the present secret key ${idIn(next)}$`, 'm'),
    )
    expect(await signingKeys(to, { DATABASE_URL: target.DATABASE_URL, PORTICO_SECRET_KEY: next })).toEqual(kids)
  }, 400_000)
})
