import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { runProcess, type Finished } from './run-process.ts'
import { until } from './until.ts'

/** A Debian host without Portico, made of namespaces of Linux: its own users, files, processes and network. */
export type BareHost = {
  /** Command words that run what follows in the host's network, with the files of this machine. */
  readonly onNetwork: readonly string[]
  /** Runs lines of bash in `folder` of the host, until the first that fails, and returns what they print. Rejects if one fails. */
  run(script: string, place: Place): Promise<string>
  /** The same, as command words. */
  command(script: string, place: Place): readonly string[]
  /** Copies files of this machine into a folder of the host, which is made. */
  receive(folder: string, ...files: readonly string[]): Promise<void>
  /** Connects two hosts by a cable, as `[host, address]`. */
  connect(address: string, other: BareHost, otherAddress: string): Promise<void>
  readonly pid: number
  stop(): Promise<void>
}

/** Where commands run; as root unless said otherwise. */
type Place = { readonly folder: string; readonly user?: string }

type Options = {
  /** A host whose network this one shares. */
  readonly networkOf?: BareHost
  /** A folder of this machine for the host's changes. */
  readonly scratch: string
  /** What the host must not see, such as the repository. */
  readonly hidden: readonly string[]
  /** Programs that replace those of Debian, by their name. */
  readonly programs: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
  /** Lines of /etc/hosts. */
  readonly names: readonly string[]
}

/** Needs root, `unshare` and `ip`. Whatever the host changes is gone when it stops. */
export async function startBareHost(options: Options): Promise<BareHost> {
  const scratch = mkdtempSync(join(options.scratch, 'host-'))
  writeFileSync(join(scratch, 'prepare'), prepare(scratch, options))
  mkdirSync(join(scratch, 'programs'))
  for (const [name, text] of Object.entries(options.programs)) {
    writeFileSync(join(scratch, 'programs', name), text)
    chmodSync(join(scratch, 'programs', name), 0o755)
  }
  // Debian 12 has Node.js 18: the one that runs this may be elsewhere.
  const node = realpathSync(process.execPath)
  if (!node.startsWith('/usr/bin/')) copyFileSync(node, join(scratch, 'programs', 'node'))
  const { networkOf } = options
  const [program = '', ...before] = networkOf === undefined ? ['unshare', '--net'] : [...networkOf.onNetwork, 'unshare']
  const shared = ['--mount', '--pid', '--fork', '--kill-child', 'bash', '-eu', join(scratch, 'prepare')]
  const holder = spawn(program, [...before, ...shared])
  const ended = once(holder, 'exit')
  let said = ''
  for (const stream of [holder.stdout, holder.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()))
  await until('the namespaces of a bare host', () => {
    if (holder.exitCode !== null) throw new Error(`A bare host did not start: ${said}`)
    return Promise.resolve(said.includes('prepared\n'))
  })
  const pid = Number(readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8'))
  const into = (...namespaces: string[]) => ['nsenter', '--target', String(pid), ...namespaces]
  const command: BareHost['command'] = (script, { user = 'root', folder }) => {
    const home = user === 'root' ? '/root' : `/home/${user}`
    const own = { HOME: home, LANG: 'C.UTF-8', PATH: user === 'root' ? hostPath : `${home}/.local/bin:${hostPath}` }
    const environment = Object.entries({ ...own, ...options.env }).map(([name, value]) => `${name}=${value}`)
    const asUser = ['runuser', `--user=${user}`, '--', 'env', '--ignore-environment', ...environment]
    const bash = ['bash', '--norc', '-euo', 'pipefail', '-c', script]
    return [...into('--mount', '--net', '--pid', `--wdns=${folder}`), ...asUser, ...bash]
  }
  const run: BareHost['run'] = async (script, place) =>
    successful(script, await runProcess(command(`exec 2>&1\n${script}`, place), { timeoutMs: 240_000 }))
  return {
    pid,
    onNetwork: into('--net'),
    command,
    run,
    async receive(folder, ...files) {
      for (const file of files) {
        const path = join(folder, basename(file))
        const script = `mkdir -p '${folder}' && base64 --decode > '${path}' && chmod 0644 '${path}'`
        successful(
          script,
          await runProcess(command(script, { folder: '/' }), { input: readFileSync(file).toString('base64') }),
        )
      }
    },
    async connect(address, other, otherAddress) {
      const cable = `ip link add cable type veth peer name cable netns ${other.pid}`
      successful(cable, await runProcess([...into('--net'), ...cable.split(' ')]))
      const plug = (its: string) => `ip address add ${its}/24 dev cable; ip link set cable up`
      await run(plug(address), { folder: '/' })
      await other.run(plug(otherAddress), { folder: '/' })
    },
    async stop() {
      holder.kill('SIGKILL')
      await ended
    },
  }
}

/** Those of systemd and cron. */
const hostPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Its first process collects what daemons leave behind, and ends with the process that started it, and all others of the host with it. */
function prepare(scratch: string, { hidden, names }: Options): string {
  return `
mkdir ${scratch}/changes
mount -t tmpfs -o mode=0755 none ${scratch}/changes
for one in etc var; do
  mkdir ${scratch}/changes/$one ${scratch}/changes/$one.work
  mount -t overlay overlay -o lowerdir=/$one,upperdir=${scratch}/changes/$one,workdir=${scratch}/changes/$one.work /$one
done
for one in /usr/local /opt /home /srv /run /etc/postgresql /var/lib/postgresql /var/log; do
  mount -t tmpfs -o mode=0755 none $one
done
mount -t tmpfs -o mode=0700 none /root
mkdir -p /usr/local/bin /usr/local/sbin /run/postgresql /var/log/nginx /var/log/postgresql
cp ${scratch}/programs/* /usr/local/bin/
chown postgres:postgres /run/postgresql /etc/postgresql /var/lib/postgresql /var/log/postgresql
for one in ${hidden.join(' ')}; do [ ! -d $one ] || mount -t tmpfs -o mode=0755 none $one; done
mount -t tmpfs -o mode=1777 none /tmp
printf '%s\\n' '127.0.0.1 localhost' ${names.map((line) => `'${line}'`).join(' ')} > /etc/hosts
mount -t proc proc /proc
ip link set lo up
echo prepared
cd /
exec perl -e '$SIG{CHLD} = "IGNORE"; 1 while <STDIN>'
`
}

function successful(script: string, { code, stdout, stderr }: Finished): string {
  if (code !== 0) throw new Error(`These lines ended with ${code}:\n${script}\n${stdout}\n${stderr}`)
  return `${stdout}${stderr}`
}
