import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { operatorProgram, type OperatorProgram } from '../../testing/operator-program.ts'
import {
  findInstalledPostgres,
  freePort,
  startInstalledPostgres,
  type InstalledServer,
} from './testing/installed-server.ts'
import { findTestRoot } from './testing/test-root.ts'

const ofProcesses = { timeout: 120_000 }
const bouncer = '/usr/sbin/pgbouncer'
const installed = existsSync(bouncer) ? await findInstalledPostgres() : undefined
const PORTICO_SECRET_KEY = randomBytes(32).toString('base64')
let program: OperatorProgram
let server: InstalledServer
let folder: string
let port: number
let pooler: ChildProcess | undefined

const owner = { user: 'owner', password: 'owns' }
const role = { user: 'portico_app_login', password: 'works' }

beforeAll(async () => {
  if (installed === undefined) return
  program = await operatorProgram()
  folder = mkdtempSync(join(await findTestRoot(), 'portico-pooler-'))
  chmodSync(folder, 0o755)
  server = await startInstalledPostgres(installed)
  await server.administer(`create role owner login password 'owns'`)
  await server.administer(`create role portico_app_login login nosuperuser nobypassrls password 'works'`)
  await server.administer('create database portico owner owner')
  const migrated = await program.run(['migrate', '--data', join(folder, 'data')], direct())
  expect(migrated.stderr).toBe('')
}, 120_000)
afterEach(async () => {
  if (pooler === undefined || pooler.exitCode !== null) return
  const ended = once(pooler, 'exit')
  pooler.kill('SIGTERM')
  await ended
})
afterAll(async () => {
  await server?.stop()
  await program?.remove()
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
})

const direct = () => ({
  PORTICO_SECRET_KEY,
  DATABASE_URL: server.url(owner.user, owner.password, 'portico'),
  PORTICO_APP_DATABASE_URL: server.url(role.user, role.password, 'portico'),
})

/** Through the pooler, with LISTEN directly. */
function pooled() {
  const through = ({ user, password }: typeof owner) => `postgresql://${user}:${password}@127.0.0.1:${port}/portico`
  return {
    PORTICO_SECRET_KEY,
    DATABASE_URL: through(owner),
    PORTICO_APP_DATABASE_URL: through(role),
    PORTICO_LISTEN_DATABASE_URL: server.url(role.user, role.password, 'portico'),
  }
}

async function startPooler(mode: string): Promise<void> {
  port = await freePort()
  const { hostname, port: databasePort } = new URL(server.url('a', 'b', 'portico'))
  const users = [owner, role].map(({ user, password }) => `"${user}" "${password}"\n`)
  writeFileSync(join(folder, 'users.txt'), users.join(''))
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
portico = host=${hostname} port=${databasePort} dbname=portico
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
default_pool_size = 20
`,
  )
  for (const name of ['users.txt', 'pgbouncer.ini']) chmodSync(join(folder, name), 0o644)
  // It refuses root.
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  pooler = spawn(bouncer, [...asUser, '-q', join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  while (!(await answers(port))) {
    if (pooler.exitCode !== null) throw new Error(`PgBouncer ended with ${pooler.exitCode}.`)
    await delay(20)
  }
}

function answers(at: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(at, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

describe.skipIf(installed === undefined)('PgBouncer of Debian in front of PostgreSQL', () => {
  test('serves a deployment in session mode', ofProcesses, async () => {
    await startPooler('session')
    const data = join(folder, 'data')
    const created = await program.run(['tenant', 'create', 'acme', 'Acme', '--data', data], pooled())
    expect(created).toMatchObject({ code: 0, stderr: '' })
    const running = await program.start(data, pooled())
    const ready = await fetch(`${running.url}/readyz`)
    const log = await running.stop()
    expect(ready.status).toBe(200)
    expect(log.split('\n').filter((line) => /"level":(?:4|5|6)\d/.test(line))).toEqual([])
  })

  test('is refused in transaction mode, where it forgets prepared statements', ofProcesses, async () => {
    await startPooler('transaction')
    const failed = program.start(join(folder, 'data'), pooled())
    await expect(failed).rejects.toThrow('The pooler in DATABASE_URL does not keep prepared statements.')
  })

  test('leaves out LISTEN without an address of PostgreSQL itself, which is one warning', ofProcesses, async () => {
    await startPooler('session')
    const { PORTICO_LISTEN_DATABASE_URL: _, ...env } = pooled()
    const log = await (await program.start(join(folder, 'data'), env)).stop()
    const warnings = log.split('\n').filter((line) => /"level":[456]0/.test(line))
    expect(warnings).toEqual([expect.stringContaining('Set PORTICO_LISTEN_DATABASE_URL')])
  })
})
