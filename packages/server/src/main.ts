import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import type { Logger } from 'pino'

import { runBackup } from './operator/commands/backup.ts'
import { claimDemo, demo, removeDemo } from './operator/commands/demo.ts'
import { runDoctor } from './operator/commands/doctor.ts'
import { runMigrate } from './operator/commands/migrate.ts'
import { addApp } from './operator/commands/add-app.ts'
import { addAudit } from './operator/commands/add-audit.ts'
import { addDocs } from './operator/commands/add-docs.ts'
import { addCertificate } from './operator/commands/add-certificate.ts'
import { addRecoveryCodes } from './operator/commands/add-recovery-codes.ts'
import { addTenantState } from './operator/commands/add-tenant-state.ts'
import { addSetupUrl } from './operator/commands/add-setup-url.ts'
import { runRestore, type RestoreOptions } from './operator/commands/restore.ts'
import { runRotateKeys, type RotateOptions } from './operator/commands/rotate-keys.ts'
import { start } from './operator/commands/start.ts'
import { runTenantExport } from './operator/commands/tenant-export.ts'
import { runTenantCreate, runTenantImport, runTenantList } from './operator/commands/tenant.ts'
import { UsageError } from './operator/commands/usage-error.ts'
import { claimForServer } from './operator/demo/claim.ts'
import { freePort } from './operator/demo/free-port.ts'
import { demoWelcome } from './operator/demo/welcome.ts'
import { createLog } from './kit/log.ts'
import { allowClosedOutput, endWithSentences, sayError } from './kit/process/process-end.ts'
import { withSecretFiles } from './kit/settings/secret-files.ts'
import { readVariables } from './kit/settings/variables.ts'

/** Where the built files are; set by bin/portico-server. */
export type Installation = { readonly pagesDir: string; readonly simulatorMain: string; readonly version: string }

const print = (line: string) => process.stdout.write(`${line}\n`)

/** What a command did, and what the operator has to mend: a script notices it by the exit code. */
function printRan({
  lines,
  warning,
}: {
  readonly lines: readonly string[]
  readonly warning: string | undefined
}): void {
  for (const line of lines) print(line)
  if (warning === undefined) return
  process.stderr.write(`warning: ${warning}\n`)
  process.exitCode = 1
}

/** `portico-server`: for operators on the host. Only the server itself listens on the network. */
export async function main(argv: readonly string[], installation: Installation): Promise<void> {
  allowClosedOutput(process)
  endWithSentences(process)
  try {
    await programOf(installation).parseAsync([...argv], { from: 'user' })
  } catch (error) {
    process.exitCode = exitCodeAfter(error)
  }
}

function programOf(installation: Installation): Command {
  const env: Record<string, string | undefined> = { ...process.env }
  const program = new Command('portico-server')
    .description('Runs Portico and manages its data. For people with access to the host.')
    .version(installation.version)
    .showHelpAfterError()
    .exitOverride()
    .configureHelp({ sortSubcommands: true })
    // Not for the help and the version.
    .hook('preAction', () => void Object.assign(env, withSecretFiles(env)))
  const withData = (command: Command) =>
    command.option('--data <dir>', 'data directory', env['PORTICO_DATA'] ?? '.portico')
  const place = ({ data }: { data: string }) => ({
    dataDir: resolve(data),
    env,
    log: createLog(2, readVariables(env).PORTICO_LOG_LEVEL ?? 'warn'),
  })

  withData(program.command('start').description('run the server'))
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on', portNumber, 8080)
    .action(async (options: { data: string; host: string; port: number }) => {
      const log = createLog(2, readVariables(env).PORTICO_LOG_LEVEL ?? 'info')
      const dataDir = resolve(options.data)
      const claim = await claimForServer(dataDir, env['PORTICO_BASE_URL'])
      const server = await start({
        ...options,
        dataDir,
        pagesDir: installation.pagesDir,
        version: installation.version,
        env,
        log,
      })
      claim?.announce(server.url)
      // First, because the reader of the line may send a signal.
      untilSignal(log, async () => {
        await server.stop()
        await claim?.release()
      })
      print(`ready ${server.url}`)
    })

  withData(program.command('demo').description('run the server with demo tenants and simulated identity providers'))
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on (0: any)', portNumber, 8080)
    .option('--simulator-host <address>', 'address of the identity providers', '127.0.0.1')
    .option('--simulator-port <port>', 'port of the identity providers (0: any)', portNumber, 8081)
    .option('--simulator-control', 'let the simulator inject failures on request, for tests')
    .option('--fresh', 'remove what an earlier demo left, and start over')
    .action(async (options: DemoFlags) => {
      const dataDir = resolve(options.data)
      readVariables(env)
      const fresh = options.fresh ?? false
      // An address that cannot be used leaves no new directory. In one that exists, the demo that has it is named before its port.
      if (!existsSync(dataDir)) await freePort(options.host, options.port)
      const kept = await claimDemo(dataDir, { fresh })
      await freePort(options.host, options.port)
      const claim = fresh ? await removeDemo(dataDir, kept, createLog(2, 'warn')) : kept
      const log = createLog(join(dataDir, 'demo', 'server.log'), 'info')
      const running = await demo({
        ...demoOptions(options, dataDir),
        claim,
        pagesDir: installation.pagesDir,
        version: installation.version,
        simulatorMain: installation.simulatorMain,
        env,
        log,
      })
      untilSignal(log, () => running.stop())
      print(demoWelcome(running))
      print(`ready ${running.url}`)
    })

  withData(program.command('migrate').description('bring the database schema up to date')).action(
    async (options: { data: string }) => {
      const applied = await runMigrate(place(options))
      print(applied.length === 0 ? 'The schema is up to date.' : applied.map((name) => `applied ${name}`).join('\n'))
    },
  )

  withData(program.command('backup').description('write the whole database to one file; servers can keep running'))
    .requiredOption('--out <file>', 'the file to write; it must not exist yet')
    .action(async (options: { data: string; out: string }) => {
      printRan(await runBackup(place(options), resolve(options.out)))
    })
  withData(program.command('restore').description('load a backup into an empty database').argument('<file>'))
    .option('--keep-sessions', 'keep the sessions, codes and access tokens of the backup valid')
    .option(
      '--old-key <file>',
      'file with a secret key that was replaced since the backup (repeatable)',
      (file: string, earlier: readonly string[]) => [...earlier, resolve(file)],
      [],
    )
    .action(async (file: string, options: { data: string } & RestoreOptions) => {
      printRan(await runRestore(place(options), resolve(file), options))
    })

  withData(program.command('rotate-keys').description('replace the secret key and the token signing keys'))
    .addOption(new Option('--only <part>', 'replace only one of the two').choices(['secret', 'signing']))
    .option('--now', 'withdraw the current signing keys and the tokens they signed at once')
    .option('--prepare', 'only write the next key to secret.key, so that you can copy the file to other hosts')
    .option(
      '--finish',
      'only stop accepting the secret keys that were replaced; those in secret.key are kept for backups',
    )
    .option('--forget-old', 'remove the old keys that are kept for backups; with --finish, keep none (if a key leaked)')
    .action(async (options: { data: string } & RotateOptions) => {
      for (const line of await runRotateKeys(place(options), options)) print(line)
    })

  const tenant = program.command('tenant').description('create, list, import, export and deactivate tenants')
  withData(tenant.command('list').description('list tenants'))
    .option('--json', 'print JSON')
    .action(async (options: { data: string; json?: true }) => {
      const rows = await runTenantList(place(options))
      if (options.json) print(JSON.stringify(rows, null, 2))
      else for (const row of rows) print(`${row.slug}\t${row.name}\t${row.id}${row.vendor ? '\tvendor' : ''}`)
    })
  withData(tenant.command('create').description('create an empty tenant').argument('<slug>').argument('[name]')).action(
    async (slug: string, name: string | undefined, options: { data: string }) => {
      const created = await runTenantCreate(place(options), { slug, name: name ?? slug })
      print(`created ${created.slug} ${created.id}`)
    },
  )
  withData(
    tenant.command('import').description('create or update a tenant from a YAML file').argument('<file>'),
  ).action(async (file: string, options: { data: string }) => {
    const imported = await runTenantImport(place(options), file)
    print(`${imported.created ? 'created' : 'updated'} ${imported.slug} ${imported.id}`)
    for (const [name, id] of imported.serviceAccountIds) print(`service-account ${id} ${name}`)
  })

  withData(tenant.command('export').description('write a tenant as a YAML file that import reads').argument('<tenant>'))
    .option('--out <file>', 'file to write, with the images of the tenant beside it; without it, standard output')
    .action(async (slug: string, options: { data: string; out?: string }) => {
      const { text, unwritten } = await runTenantExport(place(options), slug, options.out)
      if (options.out === undefined) process.stdout.write(text)
      if (unwritten.length > 0)
        process.stderr.write(`note: --out FILE also writes the images: ${unwritten.join(', ')}\n`)
    })

  addTenantState(tenant, { withData, place, print })
  addRecoveryCodes(program, { withData, place, print })
  addSetupUrl(program, { withData, place, print })
  addCertificate(program, { withData, place, print })
  addApp(program, { withData, place, print })
  addAudit(program, { withData, place, print })
  addDocs(program, installation.pagesDir, print)

  withData(program.command('doctor').description('look for problems that could stop the server from working'))
    .option('--json', 'print JSON')
    .action(async (options: { data: string; json?: true }) => {
      // Not place(): a log level that is not allowed is a finding here.
      const log = createLog(2, 'warn')
      const { pagesDir } = installation
      const findings = await runDoctor({ dataDir: resolve(options.data), env, log, pagesDir })
      if (options.json) print(JSON.stringify(findings, null, 2))
      else for (const { check, state, detail } of findings) print(`${state.padEnd(8)}${check}: ${detail}`)
      if (findings.some((finding) => finding.state === 'failed')) process.exitCode = 1
    })

  return program
}

/** The same number as in `portico`. */
const wrongUsage = 64

/** Commander has printed its sentences, and the help and version that it reports in the same way. */
function exitCodeAfter(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage
  sayError(process, error)
  return error instanceof UsageError ? wrongUsage : 1
}

type DemoFlags = {
  data: string
  host: string
  port: number
  simulatorHost: string
  simulatorPort: number
  simulatorControl?: true
  fresh?: true
}

function demoOptions(flags: DemoFlags, dataDir: string) {
  const { host, port, simulatorHost, simulatorPort } = flags
  return { dataDir, host, port, simulatorHost, simulatorPort, simulatorControl: flags.simulatorControl ?? false }
}

function portNumber(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.')
  return port
}

/** One Ctrl-C may arrive several times: from the terminal, and passed on by npm. */
const repeatMs = 1_000

/** Stops gracefully at the first signal; a second, deliberate one ends the process at once. */
function untilSignal(log: Logger, stop: () => Promise<void>): void {
  let since: number | undefined
  const end = (signal: NodeJS.Signals) => {
    if (since !== undefined) {
      if (performance.now() - since > repeatMs) process.exit(1)
      return
    }
    since = performance.now()
    log.info({ signal }, 'stopping')
    stop().then(
      () => {
        log.info({ signal }, 'stopped')
        process.exit(signal === 'SIGINT' ? 130 : 0)
      },
      (error: unknown) => {
        sayError(process, error)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  process.on('SIGHUP', end)
}
