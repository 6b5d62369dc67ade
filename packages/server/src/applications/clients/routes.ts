import {
  getApplicationSignIn,
  putApplicationSignIn,
  readApplicationMetadata,
  removeApplicationSignIn,
  replaceApplicationSecret,
  ClientConfig,
} from '@portico/core/contract'
import * as v from 'valibot'

import { findApplication } from '../applications/queries.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { findEnvironment, lockEnvironment } from '../../tenant/environments/queries.ts'
import { checkVersion, etagOf } from '../../kit/http/etag.ts'
import { notFound, readOnly, tooManyRequests } from '../../kit/http/failure.ts'
import { checkReadOnly } from '../../kit/http/read-only.ts'
import { route } from '../../kit/http/route.ts'
import { readSource } from '../../providers/identity-providers/metadata-import/read-source.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { clientKind } from './check-config.ts'
import { lockPlace } from './application-in-environment.ts'
import { openedBy } from './providers-that-open.ts'
import { findClientOf, type Client } from './queries.ts'
import { registerClient, removeClient, replaceClientSecret, type ClientPlace } from './register.ts'
import { readServiceProvider } from './service-provider.ts'
import { shownSignIn } from './sign-in-answer.ts'

export const clientRoutes = [
  route(getApplicationSignIn, ['admin', 'support-reading'], async ({ tx, params, deps }) => {
    const environment = await findEnvironment(tx, params.envId)
    if (environment === undefined || (await findApplication(tx, environment.id, params.appId)) === undefined)
      throw notFound()
    const client = await findClientOf(tx, environment.id, params.appId)
    const place = { environmentId: environment.id, applicationId: params.appId }
    return { value: shownSignIn(client, await at(tx, deps, place)), etag: versionOf(client) }
  }),

  route(
    putApplicationSignIn,
    'admin',
    {
      400: ['CLIENT_KEY_TWICE', 'CLIENT_NOT_CERTIFICATE'],
      403: ['READ_ONLY'],
      409: ['CLIENT_ENTITY_ID_TAKEN', 'CLIENT_OF_PORTAL'],
      412: ['STALE'],
    },
    async ({ tx, params, body, readOnlyPart, ifMatch, deps, audit }) => {
      const { place, client: before } = await changing(tx, params, ifMatch)
      const shownAt = await at(tx, deps, { environmentId: place.environment.id, applicationId: place.application.id })
      checkReadOnly(readOnlyPart, shownSignIn(before, shownAt))
      const { config } = body
      const work = { tx, audit }
      if (config === null) {
        if (before !== undefined) await removeClient(work, place, before)
        return { value: shownSignIn(undefined, shownAt), etag: versionOf(undefined) }
      }
      const newId = () => uuidv7(deps.clock.now())
      const client = await registerClient(work, place, { newId, config, at: 'config.' })
      return { value: shownSignIn(client, shownAt), etag: versionOf(client) }
    },
  ),

  route(
    removeApplicationSignIn,
    'admin',
    { 403: ['READ_ONLY'], 412: ['STALE'] },
    async ({ tx, params, ifMatch, audit }) => {
      const { place, client } = await changing(tx, params, ifMatch)
      if (client !== undefined) await removeClient({ tx, audit }, place, client)
      return {}
    },
  ),

  route(
    replaceApplicationSecret,
    'admin',
    { 403: ['READ_ONLY'], 409: ['CLIENT_NO_SECRET'], 412: ['STALE'] },
    async ({ tx, params, body: { now }, ifMatch, deps, audit }) => {
      const { place, client } = await changing(tx, params, ifMatch)
      if (client === undefined) throw notFound()
      const made = await replaceClientSecret({ tx, audit }, place, { client, now })
      return {
        value: {
          signIn: shownSignIn(
            made.client,
            await at(tx, deps, { environmentId: client.environmentId, applicationId: client.application.id }),
          ),
          secret: made.secret,
        },
        etag: versionOf(made.client),
      }
    },
  ),

  // Nothing is saved, and no transaction is open while the application's server is asked.
  route(
    readApplicationMetadata,
    'admin',
    { 400: ['METADATA_SOURCE', 'METADATA_UNREACHABLE', 'METADATA_UNREADABLE'], 429: ['TOO_MANY_REQUESTS'] },
    async ({ tx, params, body, actor, deps }) => {
      const environment = await findEnvironment(tx, params.envId)
      if (environment === undefined || (await findApplication(tx, environment.id, params.appId)) === undefined)
        throw notFound()
      return {
        async afterwards() {
          const wait = await deps.rateLimits.take('metadata-import', actor.id)
          if (wait > 0) throw tooManyRequests(wait)
          const document = await readSource(body, (url) => url, deps.providerFetch)
          const { config, warnings } = readServiceProvider(document, body.url ? 'url' : 'document', deps.clock.now())
          return { value: { config: v.parse(ClientConfig, config), warnings: [...warnings] } }
        },
      }
    },
  ),
]

/** The registration that a call changes, locked until the transaction ends. Throws 404, 403 in a read-only environment, 412. */
async function changing(
  tx: TenantTransaction,
  { envId, appId }: { readonly envId: string; readonly appId: string },
  ifMatch: string | undefined,
): Promise<{ place: ClientPlace; client: Client | undefined }> {
  const environment = await lockEnvironment(tx, envId)
  const application = environment && (await findApplication(tx, environment.id, appId))
  if (environment === undefined || application === undefined) throw notFound()
  if (environment.readonly) throw readOnly('environment')
  await lockPlace(tx, { environmentId: environment.id, applicationId: application.id })
  const client = await findClientOf(tx, environment.id, application.id)
  checkVersion(ifMatch, client?.version ?? 0, clientKind, application.id)
  return { place: { environment, application }, client }
}

const versionOf = (client: Client | undefined) => etagOf(client?.version ?? 0)

const at = async (
  tx: TenantTransaction,
  { settings }: { readonly settings: { readonly baseUrl: string } },
  place: { readonly environmentId: string; readonly applicationId: string },
) => ({ baseUrl: settings.baseUrl, tenantId: tx.tenantId, openedBy: await openedBy(tx, place) })
