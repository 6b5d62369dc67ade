import {
  approveTakeovers,
  getProvisioning,
  listProvisioningBehind,
  listStalledProvisioning,
  listTakeovers,
  portalAppId,
  putProvisioning,
  removeProvisioning,
  resendProvisioning,
  retryProvisioning,
  stalledProvisioningMax,
  testProvisioning,
  type Provisioning,
  type SearchMatch,
} from '@portico/core/contract'

import { findApplication } from '../applications/queries.ts'
import { lockPlace } from '../clients/application-in-environment.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { findEnvironment, lockEnvironment } from '../../tenant/environments/queries.ts'
import type { Actor } from '../../kit/http/actor.ts'
import { checkVersion, etagOf } from '../../kit/http/etag.ts'
import { Failure, invalid, notFound, readOnly, tooManyRequests } from '../../kit/http/failure.ts'
import { checkReadOnly } from '../../kit/http/read-only.ts'
import { route } from '../../kit/http/route.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { createAddressRules } from '../../kit/outbound/provider-addresses.ts'
import { addressWithoutPath } from '../../tenant/webhooks/audit-details.ts'
import { createWebhookFetch } from '../../tenant/webhooks/deliver.ts'
import { auditedConnection } from './audit-details.ts'
import { totalOf } from '../../kit/lists/total.ts'
import { behindLengthMax, behindPlace, everyBehind, readBehind } from './not-up-to-date.ts'
import {
  bearerTokenContext,
  findConnection,
  insertConnection,
  lockConnection,
  removeConnection,
  resendAll,
  retryConnection,
  shownProvisioning,
  updateConnection,
  type ConnectionRow,
} from './connections.ts'
import { createScimService } from './scim-service.ts'
import { listStalled } from './stalled.ts'
import { approve, everyTaken, readTakeovers } from './takeovers.ts'
import { testConnection } from './test-connection.ts'

const kind = 'provisioning'
const pageLength = 50

export const provisioningRoutes = [
  route(getProvisioning, ['admin', 'support-reading'], async ({ tx, params, actor }) => {
    const { connection } = await reading(tx, params)
    return { value: visible(await shownProvisioning(tx, connection), actor), etag: versionOf(connection) }
  }),

  route(
    putProvisioning,
    'admin',
    {
      400: ['ADDRESS_FORBIDDEN', 'ADDRESS_HTTPS', 'PROVISIONING_TOKEN_REQUIRED'],
      403: ['READ_ONLY'],
      409: ['PROVISIONING_OF_PORTAL'],
      412: ['STALE'],
    },
    async ({ tx, params, body, readOnlyPart, ifMatch, deps, audit }) => {
      const { place, target, connection: before } = await changing(tx, params, ifMatch)
      checkReadOnly(readOnlyPart, await shownProvisioning(tx, before))
      const { config, bearerToken } = body
      if (config === null) {
        if (before === undefined) return { value: await shownProvisioning(tx, undefined), etag: versionOf(undefined) }
        await removeConnection(tx, before.id)
        await audit({ action: 'application.provisioning-remove', target, before: auditedConnection(before) })
        return { value: await shownProvisioning(tx, undefined), etag: versionOf(undefined) }
      }
      if (place.applicationId === portalAppId)
        throw new Failure(409, 'PROVISIONING_OF_PORTAL', { resource: { type: kind } })
      checkAddress(config.url, deps.settings, 'config.url')
      const isSame = before !== undefined && before.url === config.url
      if (!isSame && bearerToken === undefined)
        throw invalid([{ errorID: 'PROVISIONING_TOKEN_REQUIRED', fieldID: 'bearerToken' }])
      const id = isSame ? before.id : uuidv7(deps.clock.now())
      const sealed = bearerToken === undefined ? undefined : deps.secrets.seal(bearerToken, bearerTokenContext(id))
      // Another address is another directory, which has received nothing yet.
      if (before !== undefined && !isSame) await removeConnection(tx, before.id)
      const row =
        isSame || sealed === undefined
          ? await updateConnection(tx, { id, config, sealed })
          : await insertConnection(tx, { id, place, config, sealed })
      await audit({
        action: 'application.provisioning',
        target,
        ...(before && { before: auditedConnection(before) }),
        after: { ...auditedConnection(row), ...(isSame && sealed && { changed: 'bearer credential' }) },
      })
      return { value: await shownProvisioning(tx, row), etag: versionOf(row) }
    },
  ),

  route(removeProvisioning, 'admin', { 403: ['READ_ONLY'], 412: ['STALE'] }, async ({ tx, params, ifMatch, audit }) => {
    const { target, connection } = await changing(tx, params, ifMatch)
    if (connection === undefined) return {}
    await removeConnection(tx, connection.id)
    await audit({ action: 'application.provisioning-remove', target, before: auditedConnection(connection) })
    return {}
  }),

  // No transaction is open while the application is asked.
  route(
    testProvisioning,
    'admin',
    {
      400: ['ADDRESS_FORBIDDEN', 'ADDRESS_HTTPS', 'PROVISIONING_TOKEN_REQUIRED'],
      409: ['PROVISIONING_OF_PORTAL'],
      429: ['TOO_MANY_REQUESTS'],
    },
    async ({ tx, params, body, actor, deps, audit }) => {
      const { place, connection, target } = await changing(tx, params, undefined)
      const { url = connection?.url, bearerToken } = body
      if (url === undefined) throw invalid([{ errorID: 'REQUIRED', fieldID: 'url' }])
      if (place.applicationId === portalAppId)
        throw new Failure(409, 'PROVISIONING_OF_PORTAL', { resource: { type: kind } })
      checkAddress(url, deps.settings, 'url')
      const token = bearerToken ?? (connection?.url === url ? openToken(deps, connection) : undefined)
      if (token === undefined) throw invalid([{ errorID: 'PROVISIONING_TOKEN_REQUIRED', fieldID: 'bearerToken' }])
      await audit({ action: 'application.provisioning-test', target, after: { url: addressWithoutPath(url) } })
      return {
        async afterwards() {
          const wait = await deps.rateLimits.take('provisioning-test', actor.id)
          if (wait > 0) throw tooManyRequests(wait)
          const service = createScimService(createWebhookFetch(deps.settings), { url, token })
          return { value: { failure: await testConnection(service) } }
        },
      }
    },
  ),

  route(listProvisioningBehind, ['admin', 'support-reading'], async ({ tx, params, query }) => {
    const { connection } = await reading(tx, params)
    const asked = pageAsked(query)
    if (connection === undefined) return { value: { objects: [], next: null, previous: null, total: 0 } }
    const { rows: objects, ...cursors } = await readBehind(tx, connection.id, asked)
    const total = await totalOf(tx, query, everyBehind(tx, connection.id, asked))
    return { value: { objects, ...cursors, ...total } }
  }),

  route(listTakeovers, ['admin', 'support-reading'], async ({ tx, params, query }) => {
    const { connection } = await reading(tx, params)
    const asked = pageAsked(query)
    if (connection === undefined) return { value: { takeovers: [], next: null, previous: null, total: 0 } }
    const { rows: takeovers, ...cursors } = await readTakeovers(tx, connection.id, asked)
    const total = await totalOf(tx, query, everyTaken(tx, connection.id, asked))
    return { value: { takeovers, ...cursors, ...total } }
  }),

  // The connection is locked first, as where it sends.
  route(approveTakeovers, 'admin', async ({ tx, params, body, audit }) => {
    const { target, connection } = await changing(tx, params, undefined)
    if (connection === undefined) throw notFound()
    await lockConnection(tx, connection.id)
    const approved = await approve(tx, connection.id, body.takeovers)
    for (const { account, kind, id, name, displayName, provider } of approved)
      await audit({
        action: 'application.provisioning-approve',
        target,
        after: { kind, id, name, displayName, provider, account },
      })
    const isApproved = new Set(approved.map(({ kind, id }) => `${kind}:${id}`))
    const changed = body.takeovers.filter(({ kind, id }) => !isApproved.has(`${kind}:${id}`))
    return { value: { approved: approved.length, changed: changed.map(({ kind, id }) => ({ kind, id })) } }
  }),

  route(listStalledProvisioning, ['admin', 'support-reading'], async ({ tx }) => {
    const { rows: stalled, total } = await listStalled(tx, stalledProvisioningMax)
    return { value: { stalled, total } }
  }),

  route(retryProvisioning, 'admin', async ({ tx, params, audit }) => {
    const { target, connection, place } = await changing(tx, params, undefined)
    if (connection === undefined) throw notFound()
    await retryConnection(tx, connection.id)
    await audit({ action: 'application.provisioning-retry', target })
    const row = await findConnection(tx, place)
    return { value: await shownProvisioning(tx, row), etag: versionOf(row) }
  }),

  route(resendProvisioning, 'admin', async ({ tx, params, audit }) => {
    const { target, connection, place } = await changing(tx, params, undefined)
    if (connection === undefined) throw notFound()
    await resendAll(tx, connection.id)
    await audit({ action: 'application.provisioning-resend', target })
    const row = await findConnection(tx, place)
    return { value: await shownProvisioning(tx, row), etag: versionOf(row) }
  }),
]

const openToken = ({ secrets }: Pick<Deps, 'secrets'>, { id, bearer_token: sealed }: ConnectionRow) =>
  secrets.open(sealed, bearerTokenContext(id))

type PageQuery = {
  readonly cursor?: string | undefined
  readonly limit?: string | undefined
  readonly search?: string | undefined
  readonly match?: SearchMatch | undefined
}

/** A page of what is behind, or of takeovers. */
function pageAsked({ cursor, limit = String(pageLength), search = '', match = 'contains' }: PageQuery) {
  const place = behindPlace(cursor)
  return { place, search, match, limit: Math.min(Math.max(Number(limit), 1), behindLengthMax) }
}

type Params = { readonly envId: string; readonly appId: string }

async function reading(tx: TenantTransaction, { envId, appId }: Params) {
  const environment = await findEnvironment(tx, envId)
  const application = environment && (await findApplication(tx, environment.id, appId))
  if (environment === undefined || application === undefined) throw notFound()
  const place = { environmentId: environment.id, applicationId: application.id }
  const target = { kind: 'application', id: application.id, name: application.label }
  return { place, target, connection: await findConnection(tx, place) }
}

/** Locked until the transaction ends. Throws 404, 403 in a read-only environment, 412. */
async function changing(tx: TenantTransaction, { envId, appId }: Params, ifMatch: string | undefined) {
  const environment = await lockEnvironment(tx, envId)
  if (environment === undefined) throw notFound()
  await lockPlace(tx, { environmentId: environment.id, applicationId: appId })
  const found = await reading(tx, { envId, appId })
  if (environment.readonly) throw readOnly('environment')
  checkVersion(ifMatch, found.connection?.version ?? 0, kind, appId)
  return found
}

function checkAddress(url: string, settings: Deps['settings'], fieldID: string): void {
  const errorID = createAddressRules(settings).faultOf(url, 'server')
  if (errorID !== undefined) throw invalid([{ errorID, fieldID }])
}

const versionOf = (row: ConnectionRow | undefined) => etagOf(row?.version ?? 0)

/** Hides the path from support sessions: it can contain a key of the application. */
function visible(shown: Provisioning, actor: Actor): Provisioning {
  if (actor.kind !== 'support' || shown.config === null) return shown
  return { ...shown, config: { ...shown.config, url: addressWithoutPath(shown.config.url) } }
}
