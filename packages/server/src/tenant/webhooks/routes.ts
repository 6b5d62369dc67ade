import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  webhookSecretOverlapHours,
  webhooksMax,
  type Webhook,
  type WebhookInput,
  type WebhookProgress,
} from '@portico/core/contract'
import { randomUUID } from 'node:crypto'

import type { Actor } from '../../kit/http/actor.ts'
import { checkVersion, etagOf } from '../../kit/http/etag.ts'
import { Failure, invalid, notFound, tooManyRequests } from '../../kit/http/failure.ts'
import { checkReadOnly } from '../../kit/http/read-only.ts'
import { route } from '../../kit/http/route.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { createAddressRules } from '../../kit/outbound/provider-addresses.ts'
import type { Settings } from '../../kit/settings/settings.ts'
import { attempt } from './attempt.ts'
import { addressWithoutPath, auditedWebhook, webhookTarget } from './audit-details.ts'
import { createWebhookFetch } from './deliver.ts'
import { pingBody } from './messages.ts'
import {
  countWebhooks,
  deleteWebhookRow,
  findWebhook,
  slugOf,
  insertWebhook,
  listWebhookRows,
  lockWebhook,
  replaceSecret,
  secretsOf,
  shownWebhook,
  updateWebhookRow,
  webhookProgress,
  type WebhookValues,
} from './queries.ts'
import { newWebhookSecret, webhookSecretContext } from './secrets.ts'

const kind = 'webhook'

export const webhookRoutes = [
  route(listWebhooks, ['admin', 'support-reading'], async ({ tx, actor, deps }) => {
    const webhooks: WebhookProgress[] = []
    for (const row of await listWebhookRows(tx))
      webhooks.push(visible(await webhookProgress(tx, row, deps.clock.now()), actor))
    return { value: { webhooks } }
  }),

  route(getWebhook, ['admin', 'support-reading'], async ({ tx, params, actor, deps }) => {
    const row = await findWebhook(tx, params.id)
    if (row === undefined) throw notFound()
    return { value: visible(shownWebhook(row, deps.clock.now()), actor), etag: etagOf(row.version) }
  }),

  route(
    createWebhook,
    'admin',
    { 400: ['ADDRESS_FORBIDDEN', 'ADDRESS_HTTPS'], 409: ['WEBHOOKS_TOO_MANY'] },
    async ({ tx, body, deps, audit }) => {
      const values = checkedValues(body, deps.settings)
      if ((await countWebhooks(tx)) >= webhooksMax)
        throw new Failure(409, 'WEBHOOKS_TOO_MANY', { resource: { type: kind } })
      const id = uuidv7(deps.clock.now())
      const secret = newWebhookSecret()
      const row = await insertWebhook(tx, { id, values, sealed: deps.secrets.seal(secret, webhookSecretContext(id)) })
      await audit({ action: `${kind}.create`, target: webhookTarget(row), after: auditedWebhook(row) })
      return { value: { webhook: shownWebhook(row, deps.clock.now()), secret }, etag: etagOf(row.version) }
    },
  ),

  route(
    updateWebhook,
    'admin',
    { 400: ['ADDRESS_FORBIDDEN', 'ADDRESS_HTTPS'], 412: ['STALE'] },
    async ({ tx, params, body, readOnlyPart, ifMatch, deps, audit }) => {
      const before = await lockWebhook(tx, params.id)
      if (before === undefined) throw notFound()
      checkVersion(ifMatch, before.version, kind, before.id)
      const nowMs = deps.clock.now()
      checkReadOnly(readOnlyPart, shownWebhook(before, nowMs))
      const row = await updateWebhookRow(tx, before.id, checkedValues(body, deps.settings))
      const [was, is] = [auditedWebhook(before), auditedWebhook(row)]
      const after = before.url !== row.url && was.url === is.url ? { ...is, changed: 'url' } : is
      await audit({ action: `${kind}.update`, target: webhookTarget(row), before: was, after })
      return { value: shownWebhook(row, nowMs), etag: etagOf(row.version) }
    },
  ),

  route(deleteWebhook, 'admin', { 412: ['STALE'] }, async ({ tx, params, ifMatch, audit }) => {
    const before = await lockWebhook(tx, params.id)
    if (before === undefined) throw notFound()
    checkVersion(ifMatch, before.version, kind, before.id)
    await deleteWebhookRow(tx, before.id)
    await audit({ action: `${kind}.delete`, target: webhookTarget(before), before: auditedWebhook(before) })
    return {}
  }),

  route(rotateWebhookSecret, 'admin', { 412: ['STALE'] }, async ({ tx, params, ifMatch, deps, audit }) => {
    const before = await lockWebhook(tx, params.id)
    if (before === undefined) throw notFound()
    checkVersion(ifMatch, before.version, kind, before.id)
    const { id } = before
    const secret = newWebhookSecret()
    const sealed = deps.secrets.seal(secret, webhookSecretContext(id))
    const row = await replaceSecret(tx, { id, sealed, overlapHours: webhookSecretOverlapHours })
    await audit({ action: `${kind}.rotate-secret`, target: webhookTarget(row) })
    return { value: { webhook: shownWebhook(row, deps.clock.now()), secret }, etag: etagOf(row.version) }
  }),

  route(testWebhook, 'admin', { 429: ['TOO_MANY_REQUESTS'] }, async ({ tx, params, actor, deps, audit }) => {
    const row = await findWebhook(tx, params.id)
    if (row === undefined) throw notFound()
    await audit({ action: `${kind}.test`, target: webhookTarget(row) })
    const { clock, secrets, settings, rateLimits } = deps
    const signing = secretsOf(row, secrets, clock.now())
    const tenant = { id: tx.tenantId, slug: await slugOf(tx) }
    return {
      async afterwards() {
        const wait = await rateLimits.take('webhook-test', actor.id)
        if (wait > 0) throw tooManyRequests(wait)
        const nowMs = clock.now()
        const message = { id: `msg_${randomUUID().replaceAll('-', '')}`, body: pingBody(tenant, row.id, nowMs) }
        const sent = { url: row.url, secrets: signing, message, nowMs }
        const { status, failure } = await attempt(createWebhookFetch(settings), sent)
        return {
          value: {
            delivered: failure === undefined,
            status,
            failure: failure === undefined ? null : { kind: failure, status },
          },
        }
      },
    }
  }),
]

function checkedValues({ url, events, actions = [], enabled = true }: WebhookInput, settings: Settings): WebhookValues {
  const errorID = createAddressRules(settings).faultOf(url, 'server')
  if (errorID !== undefined) throw invalid([{ errorID, fieldID: 'url' }])
  return { url, events, actions: [...new Set(actions)], enabled }
}

/** A support session sees no path: it can hold a token of the receiver. */
function visible<Shown extends Webhook>(webhook: Shown, actor: Actor): Shown {
  return actor.kind === 'support' ? { ...webhook, url: addressWithoutPath(webhook.url) } : webhook
}
