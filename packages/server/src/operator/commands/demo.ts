import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import type { Logger } from 'pino'

import { startEmbeddedPostgres } from '../../kit/database/embedded/start.ts'
import { migrate } from '../../kit/database/migrate.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { claimForDemo, type Claim } from '../demo/claim.ts'
import { openDemoFiles, type DemoFiles } from '../demo/files.ts'
import { freePort } from '../demo/free-port.ts'
import { demoPeople, passwordOf, providerOf } from '../demo/people.ts'
import { demoProviders } from '../demo/providers.ts'
import { moveSimulator } from '../demo/refresh.ts'
import { simulatorProviders, type KnownProvider } from '../demo/simulator-config.ts'
import { startSimulatorProcess } from '../demo/simulator-process.ts'
import { demoClients } from '../demo/sign-in.ts'
import { spareProviders, spareValues } from '../demo/spare-providers.ts'
import { demoApplications, demoTenantFiles } from '../demo/tenants.ts'
import { listProviderRows } from '../../providers/identity-providers/rows.ts'
import { makeDataFolder } from '../../kit/settings/data-folder.ts'
import { openStore, type OpenedStore } from '../../app/open.ts'
import { listAccounts } from '../../machines/service-accounts/queries.ts'
import { listEnvironmentRows } from '../../tenant/environments/queries.ts'
import { checkTenantFile } from '../tenant-import/tenant-file.ts'
import { findTenantBySlug } from '../../tenant/tenants/queries.ts'
import { start, type StartOptions } from './start.ts'
import { importFile } from './tenant.ts'

export type DemoOptions = StartOptions & {
  readonly claim: Claim
  readonly simulatorPort: number
  readonly simulatorHost: string
  /** Lets tests inject failures over HTTP. */
  readonly simulatorControl: boolean
  readonly simulatorMain: string
}

export type RunningDemo = {
  /** Where the server listens. */
  readonly url: string
  /** Where people reach it: `url`, or PORTICO_BASE_URL if there is a proxy in front. */
  readonly baseUrl: string
  readonly simulator: string
  readonly folder: string
  readonly clientSecrets: Readonly<Record<string, string>>
  stop(): Promise<void>
  readonly simulatorExited: Promise<number | null>
}

/** Server, embedded PostgreSQL and simulator with the demo's tenants. Changes from earlier starts are kept. */
export async function demo(options: DemoOptions): Promise<RunningDemo> {
  const port = await freePort(options.host, options.port)
  const simulatorPort = await freePort(options.simulatorHost, options.simulatorPort, {
    host: '--simulator-host',
    port: '--simulator-port',
  })
  const simulator = `http://${options.simulatorHost}:${simulatorPort}`
  const url = `http://${options.host}:${port}`
  options.claim.announce(url)
  const env = {
    ...options.env,
    PORTICO_BASE_URL: options.env['PORTICO_BASE_URL'] ?? url,
    PORTICO_ALLOW_LOOPBACK_PROVIDERS: '1',
    PORTICO_AZURE_AUTHORITY_URL: `${simulator}/azure`,
    PORTICO_GRAPH_URL: `${simulator}/graph`,
    PORTICO_SUPPORT_URL: options.env['PORTICO_SUPPORT_URL'] ?? 'https://www.example.com/support',
  }
  const place = { dataDir: options.dataDir, env, log: options.log }

  const store = await openStore(place)
  const files = await openDemoFiles(options.dataDir).catch(async (error: unknown) => {
    await store.database.close()
    throw error
  })
  try {
    await migrate(store.database, options.log)
    await fillTenants(store, place, files, simulator)
    files.write('simulator.json', { url: simulator })
    files.write(
      'simulator-config.json',
      await simulatorConfig(store, options, files, env.PORTICO_BASE_URL, simulatorPort),
    )
    // Clients compare the issuer with the address they call, so they get the public one.
    await writeAnswers(store, files, env.PORTICO_BASE_URL)
    files.write(
      'spare-providers.json',
      spareProviders.map((one) => ({ type: one.type, ...spareValues(one, { ...files, simulator }) })),
    )
    const process = await startSimulatorProcess(
      options.simulatorMain,
      join(files.folder, 'simulator-config.json'),
      options.log,
    )
    const server = await start({ ...options, port, env }).catch(async (error: unknown) => {
      await process.stop()
      throw error
    })
    return {
      url,
      baseUrl: env.PORTICO_BASE_URL,
      simulator,
      folder: files.folder,
      clientSecrets: files.clientSecrets,
      simulatorExited: process.exited,
      async stop() {
        await Promise.all([server.stop(), process.stop()])
        await options.claim.release()
      },
    }
  } finally {
    // The server opens its own connections; these were only for importing the tenants.
    await store.database.close()
  }
}

/**
 * The data directory for this demo only. Rejects one in which another process works, and one that a server without the demo uses: its
 * database would get the demo's tenants. With `fresh`, also every other folder that no demo created.
 */
export async function claimDemo(dataDir: string, { fresh }: { readonly fresh: boolean }): Promise<Claim> {
  const isDemo = existsSync(join(dataDir, 'demo'))
  if (!isDemo && fresh && existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new Error(`${dataDir} is not a demo's data directory; --fresh does not remove it.`)
  if (!isDemo && existsSync(join(dataDir, 'database.json')))
    throw new Error(`A server uses ${dataDir}. Choose another data directory for the demo with --data.`)
  makeDataFolder(dataDir)
  return claimForDemo(dataDir)
}

/** `--fresh`: removes what an earlier demo left. A postmaster left over from a killed demo is stopped first. */
export async function removeDemo(dataDir: string, claim: Claim, log: Logger): Promise<Claim> {
  if (existsSync(join(dataDir, 'postgres', 'data', 'PG_VERSION'))) {
    const embedded = await startEmbeddedPostgres({ dataDir, log })
    await embedded.stop()
    if (existsSync(join(dataDir, 'postgres', 'data', 'postmaster.pid')))
      throw new Error(`A server is running on ${dataDir}. Stop it first.`)
  }
  rmSync(dataDir, { recursive: true, force: true })
  await claim.release()
  makeDataFolder(dataDir)
  return claimForDemo(dataDir)
}

async function fillTenants(
  store: OpenedStore,
  place: { env: DemoOptions['env'] },
  files: DemoFiles,
  simulator: string,
): Promise<void> {
  const { clientSecrets, signingKeys, publicKeys } = files
  const addresses = { simulator, clientSecrets, signingKeys, publicKeys, nowMs: Date.now() }
  for (const input of demoTenantFiles(addresses)) {
    const file = checkTenantFile(input)
    const existing = await findTenantBySlug(store.database, file.tenant.slug)
    if (existing === undefined) await importFile(store, place, file)
    else if (files.simulatorBefore !== undefined && files.simulatorBefore !== simulator) {
      await moveSimulator(store, existing, files.simulatorBefore, simulator)
    }
  }
}

async function simulatorConfig(
  store: OpenedStore,
  options: DemoOptions,
  files: DemoFiles,
  baseUrl: string,
  port: number,
) {
  const providers = simulatorProviders(await knownProviders(store), files, baseUrl)
  const privateKey = readFileSync(files.keyFile('applications'), 'utf8')
  const clients = await demoClients(store, demoTenants, { issuer: baseUrl, privateKey })
  return {
    host: options.simulatorHost,
    port,
    control: options.simulatorControl,
    providers,
    applications: demoApplications().map((each) => ({ ...each, clients: clients.get(each.slug) ?? [] })),
  }
}

const demoTenants = [...new Set(demoProviders.map((one) => one.tenant))]

/** The current identity providers of the demo's tenants, including those that people added. */
async function knownProviders(store: OpenedStore): Promise<KnownProvider[]> {
  const known: KnownProvider[] = []
  for (const slug of demoTenants) {
    const tenant = await findTenantBySlug(store.database, slug)
    if (tenant === undefined) continue
    const rows = await tenantScope(store.database, tenant.id).transaction(listProviderRows)
    known.push(...rows.map(({ id, type }) => ({ tenantId: tenant.id, tenant: slug, id, type })))
  }
  return known
}

/** people.json and automation.json: who can sign in, and the account that administers acme by script. */
async function writeAnswers(store: OpenedStore, files: DemoFiles, url: string): Promise<void> {
  files.write(
    'people.json',
    demoPeople.map((person) => ({
      username: person.username,
      password: passwordOf(person),
      tenant: person.tenant,
      role: person.role,
      provider: providerOf(person)?.name,
      type: providerOf(person)?.type,
    })),
  )
  const acme = await findTenantBySlug(store.database, 'acme')
  if (acme === undefined) throw new Error('The demo tenant acme is missing. Start over with --fresh.')
  const account = await tenantScope(store.database, acme.id).transaction(async (tx) => {
    for (const environment of await listEnvironmentRows(tx)) {
      const found = (await listAccounts(tx, environment.id)).find((one) => one.name === 'Portal automation')
      if (found) return { id: found.id, environment: environment.name }
    }
    return undefined
  })
  // The tenant may have been deleted or renamed; keep the file of the last start then.
  if (account === undefined) return
  files.write('automation.json', {
    server: url,
    tenant: 'acme',
    environment: account.environment,
    serviceAccountId: account.id,
    keyFile: files.keyFile('automation'),
  })
}
