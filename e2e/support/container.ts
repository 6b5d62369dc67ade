import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Runs a Containerfile's steps without a container engine, as root: each stage is a folder with the programs of this machine mounted
 * into it, and RUN is a shell in it. It understands what deploy/Containerfile uses, and nothing else.
 */
export type Image = {
  /** What the steps have written. */
  readonly files: string
  readonly env: Readonly<Record<string, string>>
  readonly user: string
  readonly volumes: readonly string[]
  readonly command: readonly string[]
  readonly healthCheck: readonly string[]
  readonly base: string
}

type Stage = {
  files: string
  env: Record<string, string>
  user: string
  base: string
  volumes: string[]
  lists: Record<string, string[]>
}

export function buildImage(file: string, { context, work }: { context: string; work: string }): Image {
  const text = readFileSync(file, 'utf8').replace(/^#.*\n/gm, '')
  const args: Record<string, string> = {}
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  const current = () => {
    if (stage === undefined) throw new Error('A Containerfile begins with FROM.')
    return stage
  }
  const filled = (words: string, values: Readonly<Record<string, string>>) =>
    words.replace(/\$\{?(\w+)\}?/g, (_, name: string) => values[name] ?? '')
  const steps: Record<string, (words: string) => void> = {
    ARG: (words) => {
      const [name = '', value = ''] = words.split('=')
      args[name] = value
    },
    FROM: (words) => {
      const [image = '', , name = `${stages.size}`] = words.split(' ')
      stage = {
        files: join(work, name),
        env: { PATH: basePath },
        user: '0:0',
        base: filled(image, args),
        volumes: [],
        lists: {},
      }
      stages.set(name, stage)
      makeBase(stage.files)
    },
    COPY: (words) => {
      const { files } = current()
      const [, from, source = '', target = ''] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(words) ?? []
      const root = from === undefined ? context : (stages.get(from)?.files ?? 'no such stage')
      mkdirSync(join(files, target.endsWith('/') ? target : dirname(target)), { recursive: true })
      // The pattern is of the shell.
      execFileSync('sh', ['-ec', `cp -a ${join(root, source)} "$0"`, join(files, target)])
    },
    RUN: (words) => {
      const { files, env, user } = current()
      execFileSync(
        'unshare',
        [
          '--mount',
          '--propagation',
          'private',
          'sh',
          '-ec',
          `${mounts(files)}
${entered(files, { env: { ...env, HOME: '/root' }, user })} sh -ec "$0"`,
          words,
        ],
        { stdio: 'pipe' },
      )
    },
    ENV: (words) => {
      const { env } = current()
      const [name = '', value = ''] = words.split('=')
      env[name] = filled(value, env)
    },
    USER: (words) => void (current().user = words),
    VOLUME: (words) => void current().volumes.push(words),
    HEALTHCHECK: (words) => void (current().lists['HEALTHCHECK'] = listOf(words.replace(/^(?:--\S+ )*CMD /, ''))),
    ENTRYPOINT: (words) => void (current().lists['ENTRYPOINT'] = listOf(words)),
    CMD: (words) => void (current().lists['CMD'] = listOf(words)),
    EXPOSE: () => {},
    STOPSIGNAL: () => {},
  }
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, instruction = '', words = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    const step = steps[instruction]
    if (step === undefined) throw new Error(`Not understood: ${line}`)
    step(words)
  }
  const { files, env, user, base, volumes, lists } = current()
  const command = [...(lists['ENTRYPOINT'] ?? []), ...(lists['CMD'] ?? [])]
  return { files, env, user, base, volumes, command, healthCheck: lists['HEALTHCHECK'] ?? [] }
}

export type RunOptions = {
  readonly env: Readonly<Record<string, string>>
  /** Folders of the host by their place in the container: these can be written. */
  readonly volumes: Readonly<Record<string, string>>
  /** Files of the host by their place: these can be read. */
  readonly secrets: Readonly<Record<string, string>>
  /** What else runs in the same network, such as a database. A shell command that ends once it is ready. */
  readonly beside: string
}

export type Container = { readonly child: ChildProcess; exec(command: readonly string[]): string }

/** Starts an image's command as its user, with a read-only root and a separate network. */
export function runImage(image: Image, { env, volumes, secrets, beside }: RunOptions): Container {
  const { files, user } = image
  const inside = { env: { ...image.env, ...env }, user }
  for (const path of Object.keys(volumes)) mkdirSync(join(files, path), { recursive: true })
  for (const path of Object.keys(secrets)) {
    mkdirSync(dirname(join(files, path)), { recursive: true })
    writeFileSync(join(files, path), '')
  }
  const bind = ([at, from]: readonly [string, string]) => `mount --bind '${from}' '${join(files, at)}'`
  const script = `ip link set lo up
${beside}
mount --bind '${files}' '${files}'
${mounts(files)}
${Object.entries(volumes).map(bind).join('\n')}
${Object.entries(secrets).map(bind).join('\n')}
mount -o remount,ro,bind '${files}'
exec ${entered(files, inside)} "$@"`
  const child = spawn(
    'unshare',
    ['--mount', '--net', '--propagation', 'private', 'sh', '-ec', script, 'sh', ...image.command],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  return {
    child,
    exec: (command) =>
      execFileSync(
        'nsenter',
        ['-t', `${child.pid}`, '-m', '-n', 'sh', '-ec', `exec ${entered(files, inside)} "$@"`, 'sh', ...command],
        {
          encoding: 'utf8',
          stdio: 'pipe',
        },
      ),
  }
}

const basePath = '/base/bin:/usr/local/bin:/usr/bin:/bin'
const node = realpathSync(process.execPath)

/** Places for what the base image would have. */
function makeBase(files: string): void {
  for (const name of ['usr', 'dev', 'proc', 'etc', 'root', 'tmp', 'base/bin'])
    mkdirSync(join(files, name), { recursive: true })
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(files, name))
  writeFileSync(join(files, 'base/bin/node'), '')
  writeFileSync(join(files, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n')
  writeFileSync(join(files, 'etc/hosts'), '127.0.0.1 localhost database\n')
}

function mounts(files: string): string {
  return `mount --rbind /usr '${files}/usr'
mount -o remount,ro,bind '${files}/usr'
mount --rbind /dev '${files}/dev'
mount --rbind /proc '${files}/proc'
mount --bind '${node}' '${files}/base/bin/node'`
}

/** The beginning of a command in the root of the image, with its environment and nothing else of this one's. */
function entered(files: string, { env, user }: { env: Readonly<Record<string, string>>; user: string }): string {
  const values = Object.entries(env).map(([name, value]) => `'${name}=${value}'`)
  return `chroot --userspec=${user} --groups= '${files}' env -i ${values.join(' ')}`
}

function listOf(words: string): string[] {
  return JSON.parse(words) as string[]
}
