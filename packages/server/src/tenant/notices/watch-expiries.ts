import { randomUUID } from 'node:crypto'

import {
  allNoticeSteps,
  daysUntil,
  expirationsOf,
  kindOfEnd,
  scimTokenStepOf,
  stepOf,
  type Expiries,
  type ProviderExpiration,
} from '@portico/core/contract'

import { startBackgroundWork } from '../../kit/background-work.ts'
import { recordAudit, type AuditEntry } from '../../kit/audit-trail/record.ts'
import type { Tables } from '../../kit/database/tables.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { listTenants } from '../tenants/queries.ts'
import { readExpiries, readExpiringKeys, readExpiringScimTokens } from './expiries.ts'

type Needs = Pick<Deps, 'database' | 'clock' | 'log' | 'metrics'>
type ProviderStage = Tables['expiry_warnings']['stage']
type Stage = ProviderStage | '14' | '1'

const lookEveryMs = 86_400_000
/** Not while the server answers its first requests. */
const firstLookMs = 60_000

const stages: readonly Stage[] = [...allNoticeSteps.map((step): Stage => `${step}`), 'early']

/** Looks a minute after the start and then once a day for what expires soon. Returns a function that stops it. */
export function startWatchingExpiries(deps: Needs): () => Promise<void> {
  return startBackgroundWork(() => watchExpiries(deps), {
    ...deps,
    job: 'watching-expiries',
    everyMs: lookEveryMs,
    firstAfterMs: firstLookMs,
    failed: 'looking for what expires failed; it is tried again tomorrow',
  })
}

/**
 * A warning in the log and a row in the audit log for each certificate and application secret in effect, and each
 * certificate of a service account's key, that moves to a stage: 60, 30, 7 days left, expired, or not valid yet; and for each
 * active SCIM token, at 30, 14, 7 and 1 days and expired. Once for each stage, also with several processes and after a restart. The metrics get the number in each stage every time.
 */
export async function watchExpiries({ database, clock, log, metrics }: Needs): Promise<void> {
  const counts = new Map<Stage, number>(stages.map((stage) => [stage, 0]))
  for (const { id, slug: tenant } of await listTenants(database)) {
    const nowMs = clock.now()
    const { found, fresh } = await tenantScope(database, id).transaction((tx) => warnings(tx, nowMs))
    for (const { stage } of found) counts.set(stage, (counts.get(stage) ?? 0) + 1)
    for (const { said, subject, stage } of fresh) log.warn({ tenant, ...said }, `${subject} ${sentences[stage]}`)
  }
  metrics?.expiring(counts)
}

const sentences: Readonly<Record<Stage, string>> = {
  '60': 'expires within 60 days',
  '30': 'expires within 30 days',
  '14': 'expires within 14 days',
  '7': 'expires within 7 days',
  '1': 'expires within a day',
  '0': 'has expired',
  early: 'is not valid yet',
}

type Warning = {
  readonly stage: Stage
  readonly subject: string
  /** Beside the message in the log. */
  readonly said: Readonly<Record<string, unknown>>
  readonly audited: Pick<AuditEntry, 'action' | 'target'> & { readonly after: Readonly<Record<string, unknown>> }
  /** Notes the warning; false if another process has, or this one earlier. */
  readonly isFirst: (tx: TenantTransaction) => Promise<boolean>
}

/** What is in a stage now, and of it what no process has warned about. Of drafts nothing: sign-ins do not use them. */
async function warnings(
  tx: TenantTransaction,
  nowMs: number,
): Promise<{ readonly found: readonly Warning[]; readonly fresh: readonly Warning[] }> {
  const { providers } = await readExpiries(tx, nowMs)
  const found = [
    ...providers
      .filter(({ enabled }) => enabled)
      .flatMap((provider) => expirationsOf(provider, nowMs).flatMap((end) => ofEnd(provider, end, nowMs))),
    ...(await keyWarnings(tx, nowMs)),
    ...(await scimTokenWarnings(tx, nowMs)),
  ]
  const fresh: Warning[] = []
  for (const one of found) {
    if (!(await one.isFirst(tx))) continue
    const { action, target, after } = one.audited
    const by = { actor: { kind: 'system', name: 'Portico' }, requestId: randomUUID(), nowMs } as const
    await recordAudit(tx, by, { action, target, after: { ...after, warning: sentences[one.stage] } })
    fresh.push(one)
  }
  return { found, fresh }
}

function ofEnd({ id, name }: Expiries['providers'][number], end: ProviderExpiration, nowMs: number): Warning[] {
  const stage = stageOf(end, nowMs)
  if (stage === undefined) return []
  const { what, at, from, days, extendedUntil } = end
  const began = from !== null && { from }
  const kind = kindOfEnd(end)
  return [
    {
      stage,
      subject: 'a certificate or secret of an identity provider',
      said: { provider: name, what, at, days, ...began, ...(extendedUntil !== null && { extendedUntil }) },
      audited: {
        action: `${kind}.warn`,
        target: { kind: 'identity-provider', id, name },
        after: { what, at, days, ...began },
      },
      isFirst: (tx) =>
        noteWarning(tx, { identity_provider_id: id, kind, at: stage === 'early' ? (from ?? at) : at, stage }),
    },
  ]
}

function stageOf({ at, from }: ProviderExpiration, nowMs: number): ProviderStage | undefined {
  if (from !== null && Date.parse(from) > nowMs) return 'early'
  const step = stepOf(at, nowMs)
  return step === undefined ? undefined : `${step}`
}

async function noteWarning(
  tx: TenantTransaction,
  row: Pick<Tables['expiry_warnings'], 'identity_provider_id' | 'kind' | 'at' | 'stage'>,
): Promise<boolean> {
  const inserted = await tx.db
    .insertInto('expiry_warnings')
    .values({ tenant_id: tx.tenantId, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .returning('stage')
    .executeTakeFirst()
  return inserted !== undefined
}

async function keyWarnings(tx: TenantTransaction, nowMs: number): Promise<Warning[]> {
  const keys = await readExpiringKeys(tx, { nowMs, most: Number.MAX_SAFE_INTEGER })
  return keys.flatMap(({ accountId: id, name, slot, notAfter: at, thumbprint }): Warning[] => {
    const step = stepOf(at, nowMs)
    if (step === undefined) return []
    const facts = { what: `key${slot}`, at, days: daysUntil(at, nowMs) }
    return [
      {
        stage: `${step}`,
        subject: "the certificate of a service account's key",
        said: { serviceAccount: name, ...facts },
        audited: { action: 'service-account-key.warn', target: { kind: 'service-account', id, name }, after: facts },
        isFirst: (then) => noteKeyWarning(then, { id, thumbprint, step }),
      },
    ]
  })
}

async function noteKeyWarning(
  tx: TenantTransaction,
  { id, thumbprint, step }: { readonly id: string; readonly thumbprint: string; readonly step: number },
): Promise<boolean> {
  const updated = await tx.db
    .updateTable('service_account_keys')
    .set({ warned_step: step })
    .where('tenant_id', '=', tx.tenantId)
    .where('service_account_id', '=', id)
    .where('thumbprint', '=', thumbprint)
    .where((where) => where.or([where('warned_step', 'is', null), where('warned_step', '<>', step)]))
    .returning('thumbprint')
    .executeTakeFirst()
  return updated !== undefined
}

async function scimTokenWarnings(tx: TenantTransaction, nowMs: number): Promise<Warning[]> {
  const tokens = await readExpiringScimTokens(tx, { nowMs, most: Number.MAX_SAFE_INTEGER })
  return tokens.flatMap(({ id, provider, name, expiresAt: at }): Warning[] => {
    const step = scimTokenStepOf(at, nowMs)
    if (step === undefined) return []
    const facts = { what: 'scimToken', at, days: daysUntil(at, nowMs) }
    return [
      {
        stage: `${step}`,
        subject: 'a SCIM token',
        said: { provider, scimToken: name, ...facts },
        audited: {
          action: 'scim-token.warn',
          target: { kind: 'scim-token', id, name },
          after: { identityProvider: provider, ...facts },
        },
        isFirst: (then) => noteTokenWarning(then, { id, step }),
      },
    ]
  })
}

/** Neither here nor for a key does the step enter the version: a form that is open can still be saved. */
async function noteTokenWarning(
  tx: TenantTransaction,
  { id, step }: { readonly id: string; readonly step: number },
): Promise<boolean> {
  const updated = await tx.db
    .updateTable('scim_tokens')
    .set({ warned_step: step })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .where((where) => where.or([where('warned_step', 'is', null), where('warned_step', '<>', step)]))
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}
