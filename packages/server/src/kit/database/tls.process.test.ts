import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { operatorProgram, type OperatorProgram } from '../../testing/operator-program.ts'
import {
  findInstalledPostgres,
  freePort,
  makeFolder,
  startCluster,
  superuserUrl,
  type RunningPostgres,
} from './testing/installed-server.ts'
import { findTestRoot } from './testing/test-root.ts'

const ofProcesses = { timeout: 120_000 }
const installed = await findInstalledPostgres()
const PORTICO_SECRET_KEY = randomBytes(32).toString('base64')
let program: OperatorProgram
let server: RunningPostgres
let port: number
/** Of the server, and of the test. */
let cluster: string
let folder: string
const own = (name: string) => join(folder, name)

const openssl = (line: string) => execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'pipe' })
const request = 'req -x509 -newkey rsa:2048 -nodes -days 2'
const authority = (name: string) => openssl(`${request} -subj /CN=${name} -keyout ${name}.key -out ${name}.pem`)

// A server that speaks only TLS, with a certificate for localhost from its own authority.
beforeAll(async () => {
  if (installed === undefined) return
  program = await operatorProgram()
  folder = mkdtempSync(join(await findTestRoot(), 'portico-tls-'))
  cluster = await makeFolder()
  port = await freePort()
  server = await startCluster(installed, { folder: cluster, port })
  for (const name of ['authority', 'stranger']) authority(name)
  const signed = '-CA authority.pem -CAkey authority.key -addext basicConstraints=critical,CA:FALSE'
  openssl(`${request} ${signed} -subj /CN=db -addext subjectAltName=DNS:localhost -keyout db.key -out db.pem`)
  const data = join(cluster, 'data')
  const { uid, gid } = statSync(data)
  for (const name of ['db.key', 'db.pem']) {
    copyFileSync(own(name), join(data, name))
    chownSync(join(data, name), uid, gid)
    chmodSync(join(data, name), 0o600)
  }
  await server.administer(`alter system set ssl_cert_file = 'db.pem'`)
  await server.administer(`alter system set ssl_key_file = 'db.key'`)
  await server.administer('alter system set ssl = on')
  await server.administer(`create role owner login createrole password 'owns'`)
  await server.administer('create database portico owner owner')
  const rules = join(data, 'pg_hba.conf')
  const onlyTls = 'hostssl all all all scram-sha-256\n'
  writeFileSync(rules, `host all postgres 127.0.0.1/32 scram-sha-256\n${onlyTls}`)
  await server.administer('select pg_reload_conf()')
}, 120_000)
afterAll(async () => {
  await server?.end('SIGINT')
  await program?.remove()
  for (const one of [cluster, folder]) if (one !== undefined) rmSync(one, { recursive: true, force: true })
})

const env = (host: string, parameters: string) => ({
  PORTICO_SECRET_KEY,
  DATABASE_URL: `postgresql://owner:owns@${host}:${port}/portico${parameters}`,
})
const migrate = (host: string, parameters: string) =>
  program.run(['migrate', '--data', own('data')], env(host, parameters))
const trusting = (name: string, mode = 'verify-full') => `?sslmode=${mode}&sslrootcert=${own(`${name}.pem`)}`

describe.skipIf(installed === undefined)('a PostgreSQL that speaks only TLS', () => {
  test.each([
    ['a certificate of another authority', 'localhost', () => trusting('stranger'), /\(unable to verify .*sslrootcert/],
    ['a certificate for another host', '127.0.0.1', () => trusting('authority'), /\(Hostname\/IP does not match/],
    [
      '… with a weaker mode of psql',
      '127.0.0.1',
      () => trusting('authority', 'require'),
      /\(Hostname\/IP does not match/,
    ],
    ['an authority that is not named', 'localhost', () => '?sslmode=require', /\(unable to verify .*sslrootcert/],
    ['no TLS', 'localhost', () => '', /no encryption\)/],
  ])('is refused: %s', ofProcesses, async (_, host, parameters, words) => {
    const { code, stderr } = await migrate(host, parameters())
    expect(code).toBe(1)
    expect(stderr).toMatch(words)
    expect(stderr).not.toContain('owns')
  })

  test('is refused for not speaking TLS at all, if the URL asks for it', ofProcesses, async () => {
    await server.administer('alter system set ssl = off')
    await server.administer('select pg_reload_conf()')
    try {
      const { code, stderr } = await migrate('localhost', trusting('authority'))
      expect([code, stderr]).toEqual([1, expect.stringContaining('(The server does not support SSL connections)')])
    } finally {
      await server.administer('alter system set ssl = on')
      await server.administer('select pg_reload_conf()')
    }
  })

  test('is used with its authority, by the owner and by the role of the server', ofProcesses, async () => {
    expect(await migrate('localhost', trusting('authority'))).toMatchObject({ code: 0, stderr: '' })
    const running = await program.start(own('data'), env('localhost', trusting('authority')))
    const client = new pg.Client({ connectionString: superuserUrl(port) })
    await client.connect()
    try {
      const { rows } = await client.query<{ usename: string; ssl: boolean }>(
        `select distinct usename, ssl from pg_stat_ssl join pg_stat_activity using (pid) where datname = 'portico'`,
      )
      expect(rows).toContainEqual({ usename: 'portico_app_portico', ssl: true })
      expect(rows.filter(({ ssl }) => !ssl)).toEqual([])
    } finally {
      await client.end()
      await running.stop()
    }
  })
})
