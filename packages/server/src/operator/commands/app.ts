import { writeFileSync } from 'node:fs'

import {
  identifiesByEmail,
  isHttpAddress,
  portalAppId,
  usesClientSecret,
  type ClientConfig,
} from '@portico/core/contract'

import { placeApplication, saveApplication } from '../../applications/applications/queries.ts'
import { lastBaseUrl } from '../../app/base-url.ts'
import { applicationOf, environmentOf, lockPlace } from '../../applications/clients/application-in-environment.ts'
import { findClientOf, listClients, type Client } from '../../applications/clients/queries.ts'
import { openedBy } from '../../applications/clients/providers-that-open.ts'
import {
  registerClient,
  removeClient,
  replaceClientSecret,
  type ClientPlace,
} from '../../applications/clients/register.ts'
import { Failure } from '../../kit/http/failure.ts'
import { say } from '../../kit/words/say.ts'
import { slugShape, uuidv7 } from '../../kit/identifiers.ts'
import type { Place } from '../../app/open.ts'
import { applicationSamlAddresses } from '../../applications/clients/saml-addresses.ts'
import { readVariables } from '../../kit/settings/variables.ts'
import { clientConfigOf, type ClientFlags } from './app-flags.ts'
import { inTenant, readTenant, type TenantWork } from './in-tenant.ts'
import { reading } from './with-store.ts'
import { UsageError } from './usage-error.ts'

export type RegisterOptions = ClientFlags & {
  readonly env?: string | undefined
  /** Creates the application, or places it in the environment, where it is missing. */
  readonly create?: boolean | undefined
  readonly label?: string | undefined
  readonly launchUrl?: string | undefined
  readonly secretFile?: string | undefined
}

export type AppNamed = { readonly tenant: string; readonly app: string }

/** A registration as commands print it. */
export type AppRow = {
  readonly tenantId: string
  readonly environment: string
  readonly application: string
  readonly label: string
  readonly clientId: string
  readonly launchUrl: string | null
  readonly config: ClientConfig
  readonly secretMadeAt: string | null
  readonly previousSecretUntil: string | null
}

/** `metadata`: ours, for a SAML application. */
export type AppAddresses = { readonly issuer?: string; readonly discovery?: string; readonly metadata?: string }

export type Registered = AppRow & {
  readonly changed: 'registered' | 'updated'
  /** Shown this once; absent: it has none, has one already, or it was written to a file. */
  readonly secret?: string
  /** What to consider about the registration. */
  readonly warning?: string
}

/** `app register TENANT APP`: registers an application in an environment, or replaces the configuration it has there. */
export async function runAppRegister(
  at: Place,
  { tenant, app }: AppNamed,
  options: RegisterOptions,
): Promise<Registered> {
  const config = clientConfigOf(options, Date.now())
  if (options.launchUrl !== undefined && !isHttpAddress(options.launchUrl))
    throw new UsageError('--launch-url is not a web address.')
  return inTenant(at, tenant, async (work) => {
    const environment = await environmentOf(work.tx, options.env)
    const place = { environment, application: await placed(work, environment, { app, options, tenant }) }
    const before = await findClientOf(work.tx, environment.id, place.application.id)
    const newId = () => uuidv7(work.nowMs)
    const client = await said(() => registerClient(work, place, { newId, config }))
    const changed = before === undefined ? 'registered' : 'updated'
    if (!usesClientSecret(client.config) || client.secretHashes.length > 0)
      return { ...rowOf(client, environment), changed, ...(await warningOf(work, client)) }
    const made = await replaceClientSecret(work, place, { client, now: true })
    return { ...rowOf(made.client, environment), changed, ...handedOver(made.secret, options.secretFile) }
  })
}

/** Where people of several providers may open an application that identifies them by their e-mail address. */
async function warningOf(
  { tx }: TenantWork,
  { config, environmentId, application }: Client,
): Promise<{ readonly warning?: string }> {
  if (!identifiesByEmail(config)) return {}
  const providers = await openedBy(tx, { environmentId, applicationId: application.id })
  if (providers.length < 2) return {}
  return { warning: say('clients.severalProviders', { names: providers.join(', ') }) }
}

/** `app list TENANT`: of one environment, or of all. */
export async function runAppList(at: Place, tenant: string, { env }: { env?: string | undefined }): Promise<AppRow[]> {
  return readTenant(at, tenant, async ({ tx }) => {
    const only = env === undefined ? undefined : await environmentOf(tx, env)
    const environments =
      only === undefined
        ? await tx.db
            .selectFrom('environments')
            .select(['id', 'slug', 'name'])
            .where('tenant_id', '=', tx.tenantId)
            .orderBy('slug')
            .execute()
        : [only]
    const rows: AppRow[] = []
    for (const environment of environments)
      rows.push(...(await listClients(tx, environment.id)).map((client) => rowOf(client, environment)))
    return rows
  })
}

type OfOne = { readonly env?: string | undefined }

/** `app show TENANT APP` */
export async function runAppShow(at: Place, named: AppNamed, options: OfOne): Promise<AppRow> {
  return readTenant(at, named.tenant, async ({ tx }) => {
    const { client, environment } = await clientNamed(tx, named, options)
    return rowOf(client, environment)
  })
}

/** `app secret TENANT APP`: a new secret; the old one counts for a day more unless `now`. */
export async function runAppSecret(
  at: Place,
  named: AppNamed,
  options: OfOne & { readonly now?: boolean | undefined; readonly secretFile?: string | undefined },
): Promise<AppRow & { readonly secret?: string }> {
  return ofClient(at, named, options, async ({ client, place, work }) => {
    const made = await said(() => replaceClientSecret(work, place, { client, now: options.now === true }))
    return { ...rowOf(made.client, place.environment), ...handedOver(made.secret, options.secretFile) }
  })
}

/** `app remove TENANT APP`: removes the registration; the application stays. */
export async function runAppRemove(at: Place, named: AppNamed, options: OfOne): Promise<AppRow> {
  return ofClient(at, named, options, async ({ client, place, work }) => {
    await removeClient(work, place, client)
    return rowOf(client, place.environment)
  })
}

/** The values that an administrator of the application pastes there; empty where the server's address is not known. */
export async function runAppAddresses(at: Place, { config, tenantId }: AppRow): Promise<AppAddresses> {
  const { PORTICO_BASE_URL: set } = readVariables(at.env)
  const issuer = set ?? (await reading(at, ({ database }) => lastBaseUrl(database)))
  if (issuer === undefined) return {}
  if (config.protocol === 'saml') return { metadata: applicationSamlAddresses(issuer, tenantId).entityId }
  return { issuer, discovery: `${issuer}/.well-known/openid-configuration` }
}

async function ofClient<T>(
  at: Place,
  named: AppNamed,
  options: OfOne,
  work: (of: {
    client: Client
    place: ClientPlace & { environment: { slug: string } }
    work: TenantWork
  }) => Promise<T>,
): Promise<T> {
  return inTenant(at, named.tenant, async (of) => {
    const { client, ...place } = await clientNamed(of.tx, named, { ...options, lock: true })
    return work({ client, place, work: of })
  })
}

async function clientNamed(
  tx: TenantWork['tx'],
  { tenant, app }: AppNamed,
  { env, lock = false }: OfOne & { readonly lock?: boolean },
) {
  const environment = await environmentOf(tx, env)
  const application = await applicationOf(tx, { named: app, environmentId: environment.id })
  if (lock && application !== undefined)
    await lockPlace(tx, { environmentId: environment.id, applicationId: application.id })
  const client = application && (await findClientOf(tx, environment.id, application.id))
  if (application === undefined || client === undefined)
    throw new Error(
      `The application "${app}" is not registered in ${environment.slug}. List them: portico-server app list ${tenant}`,
    )
  return { client, environment, application }
}

/** The application in the environment; with `create` it is made or placed there. */
async function placed(
  { tx, audit, nowMs }: TenantWork,
  environment: { readonly id: string; readonly slug: string },
  { app, tenant, options }: { app: string; tenant: string; options: RegisterOptions },
): Promise<{ id: string; label: string }> {
  const found = await applicationOf(tx, { named: app, environmentId: environment.id })
  if (found === undefined && options.create !== true)
    throw new Error(`The tenant "${tenant}" has no application "${app}". To create it, add --create --label "NAME".`)
  if (found !== undefined && !found.isHere && options.create !== true)
    throw new Error(
      `The application "${app}" is not in the environment ${environment.slug}. To place it there, add --create.`,
    )
  if (found === undefined && (!slugShape.test(app) || app === portalAppId))
    throw new UsageError(`"${app}" cannot be the name of an application: use lower-case letters, digits and hyphens.`)
  const label = found?.label ?? options.label ?? app
  const id = found?.id ?? (await saveApplication(tx, { id: uuidv7(nowMs), slug: app, label, singleTenant: false }))
  if (found?.isHere !== true || options.launchUrl !== undefined) {
    await placeApplication(tx, environment.id, id, options.launchUrl ?? null)
    await audit({
      action: found === undefined ? 'application.create' : 'application.place',
      target: { kind: 'application', id, name: label },
      after: { environment: environment.slug, launchUrl: options.launchUrl ?? null },
    })
  }
  await lockPlace(tx, { environmentId: environment.id, applicationId: id })
  return { id, label }
}

/** Before the transaction ends, so that a secret that cannot be written down is not stored either. */
function handedOver(secret: string, file: string | undefined): { secret?: string } {
  if (file === undefined) return { secret }
  writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  return {}
}

function rowOf(client: Client, environment: { readonly slug: string }): AppRow {
  return {
    tenantId: client.tenantId,
    environment: environment.slug,
    application: client.application.slug,
    label: client.application.label,
    clientId: client.id,
    launchUrl: client.launchUrl,
    config: client.config,
    secretMadeAt: client.secretMadeAt?.toISOString() ?? null,
    previousSecretUntil: client.previousSecretUntil?.toISOString() ?? null,
  }
}

/** A failure with its details as one sentence. */
async function said<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const details = error.details.map(({ fieldID, errorMessage }) => `${fieldID}: ${errorMessage}`)
    throw new Error(details.length === 0 ? error.message : details.join('\n'), { cause: error })
  }
}
