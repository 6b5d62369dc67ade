import { randomUUID } from 'node:crypto'

import type { MetadataResult } from '@portico/core/contract'
import { sql } from 'kysely'

import { PartFailures, startBackgroundWork } from '../../../kit/background-work.ts'
import { recordAudit, type AuditActor } from '../../../kit/audit-trail/record.ts'
import { globalQuery, tenantScope, type TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import type { Deps } from '../../../kit/http/deps.ts'
import { readCertificateHistory } from '../../identity-providers/certificate-facts.ts'
import { lockProviderList, lockProviderRow, type ProviderRow } from '../../identity-providers/rows.ts'
import { readKey, type KeyContent } from '../../../kit/keys/read-key.ts'
import { replaceSlots } from '../replace-slots.ts'
import { heldCertificates } from '../current-certificates.ts'
import { fetchMetadata, type Published } from './fetch-metadata.ts'
import { planSlots, type SlotPlan } from './plan-slots.ts'
import { claimReading, endReading, lockReading, metadataSource, type ReadingRow } from './readings.ts'

export type RefreshNeeds = Pick<Deps, 'database' | 'clock' | 'log' | 'metrics' | 'providerFetch' | 'settings'>

/** Who asked for a reading; undefined: the schedule. */
type Asker = {
  readonly actor: AuditActor
  readonly requestId: string
  /** A transaction that reads the asker again: the call to the provider may have taken long. */
  readonly later: <T>(work: (tx: TenantTransaction) => Promise<T>) => Promise<T>
}

const lookEveryMs = 30_000

/** Reads metadata when it is due. Every process does it; returns a function that stops it. */
export function startRefreshing(deps: RefreshNeeds): () => Promise<void> {
  if (deps.settings.metadataRefreshMinutes === 0) return async () => {}
  return startBackgroundWork(() => refreshDue(deps), {
    ...deps,
    job: 'reading-metadata',
    everyMs: lookEveryMs,
    firstAfterMs: lookEveryMs,
    failed: 'reading the metadata of identity providers failed; it is tried again',
  })
}

/** Reads all metadata that is due, then throws the errors. Returns how many readings this process ended. */
export async function refreshDue(deps: RefreshNeeds): Promise<number> {
  const { rows } = await sql<{ tenant_id: string; identity_provider_id: string }>`
    select tenant_id, identity_provider_id from portico_due_metadata()`.execute(globalQuery(deps.database))
  let count = 0
  const failures = new PartFailures()
  for (const { tenant_id: tenantId, identity_provider_id: id } of rows)
    await refresh(deps, tenantId, id).then(
      (isEnded) => (count += Number(isEnded)),
      (cause: unknown) =>
        failures.add(new Error(`Reading the metadata of provider ${id} failed.`, { cause }), tenantId),
    )
  failures.throwIfAny()
  return count
}

/**
 * Reads the metadata of a provider and lets its slots follow, where the configuration says so or an administrator asked.
 * No transaction is open during the call, and the result counts only if this is still the latest reading, of the same
 * address. false: it was not this process's turn, or the provider changed meanwhile.
 */
export async function refresh(deps: RefreshNeeds, tenantId: string, id: string, by?: Asker): Promise<boolean> {
  const scope = tenantScope(deps.database, tenantId)
  const claimed = await scope.transaction(async (tx) => {
    const row = await lockProviderRow(tx, id)
    const source = row === undefined ? undefined : metadataSource(row)
    return source && claimReading(tx, id, source, { due: by === undefined })
  })
  if (claimed?.claim == null) return false
  const { url, entity_id: entityId, claim } = claimed
  const nowMs = deps.clock.now()
  const found = await fetchMetadata({ url, entityId, known: knownOf(claimed) }, { fetch: deps.providerFetch, nowMs })
  const everySecs = (deps.settings.metadataRefreshMinutes || defaultMinutes) * 60
  const inTenant = by?.later ?? ((work: (tx: TenantTransaction) => Promise<boolean>) => scope.transaction(work))
  return inTenant(async (tx) => {
    await lockProviderList(tx)
    const row = await lockProviderRow(tx, id)
    const source = row === undefined ? undefined : metadataSource(row)
    const reading = await lockReading(tx, id, claim)
    if (row === undefined || reading === undefined || source?.url !== url || source.entityId !== entityId) return false
    if ('result' in found) {
      await endReading(tx, reading, { ...found, usable: false }, everySecs)
      const { result, detail } = found
      deps.log.warn({ tenantId, provider: row.name, url, result, detail }, 'metadata could not be used')
      return true
    }
    const published = found.certificates.flatMap((pem) => contentOf(pem))
    const history = await readCertificateHistory(tx)
    const held = heldCertificates(row, history)
    const plan = planSlots({
      held,
      published,
      listedBefore: new Set([...reading.listed, ...reading.withdrawn]),
      isUsed: (fingerprint) => history.lastUsedAt(id, fingerprint) !== undefined,
      nowMs,
    })
    const mayChange = source.follows || by !== undefined
    if (mayChange && plan.added.length + plan.retired.length > 0) await follow(tx, { row, plan, by, nowMs })
    await endReading(
      tx,
      reading,
      { ...readingOf(found, { published, plan, mayChange, reading }), usable: true },
      everySecs,
    )
    return true
  })
}

/** For an administrator's reading while the schedule is off. */
const defaultMinutes = 360

function knownOf({
  read_at: readAt,
  certificates,
  etag,
  last_modified: lastModified,
}: ReadingRow): Published | undefined {
  return readAt === null ? undefined : { certificates, etag, lastModified }
}

function contentOf(pem: string): KeyContent[] {
  const content = readKey(pem)
  return typeof content === 'string' ? [] : [content]
}

async function follow(
  tx: TenantTransaction,
  { row, plan, by, nowMs }: { row: ProviderRow; plan: SlotPlan; by: Asker | undefined; nowMs: number },
): Promise<void> {
  const { slots, added, retired } = plan
  await replaceSlots(tx, row, { slots, removes: retired.length > 0, staysProven: true })
  const actor = by?.actor ?? ({ kind: 'system', name: 'Portico' } as const)
  const target = { kind: 'identity-provider', id: row.id, name: row.name }
  const audited = { actor, requestId: by?.requestId ?? randomUUID(), nowMs }
  const facts = ({ fingerprint, subject, notAfter }: KeyContent) => ({ fingerprint, subject, notAfter })
  for (const one of added) await recordAudit(tx, audited, { action: 'certificate.add', target, after: facts(one) })
  for (const one of retired)
    await recordAudit(tx, audited, { action: 'certificate.retire', target, before: facts(one) })
}

function resultOf(
  { added, retired, left, withdrawn }: SlotPlan,
  { published, mayChange }: { published: readonly KeyContent[]; mayChange: boolean },
): MetadataResult {
  if (published.length === 0) return 'no-certificate'
  if (!mayChange && added.length > 0) return 'new'
  if (mayChange && added.length + retired.length > 0) return 'changed'
  if (left.length > 0) return 'full'
  return withdrawn.length > 0 || retired.length > 0 ? 'waiting' : 'unchanged'
}

/** What is remembered of a usable answer. A certificate that stays although the plan retires it counts as withdrawn. */
function readingOf(
  { certificates, etag, lastModified }: Published,
  found: { published: readonly KeyContent[]; plan: SlotPlan; mayChange: boolean; reading: ReadingRow },
) {
  const { published, plan, mayChange, reading } = found
  const isEmpty = published.length === 0
  const stays = mayChange ? [] : plan.retired.map(({ fingerprint }) => fingerprint)
  const left = mayChange ? plan.left : [...plan.added, ...plan.left]
  return {
    result: resultOf(plan, found),
    detail: left.length === 0 ? null : left.map(named).join('; '),
    certificates: [...certificates],
    listed: isEmpty ? reading.listed : published.map(({ fingerprint }) => fingerprint),
    withdrawn: isEmpty ? reading.withdrawn : [...new Set([...plan.withdrawn, ...stays])],
    etag,
    last_modified: lastModified,
  }
}

function named({ subject, fingerprint }: KeyContent): string {
  return `${subject ?? ''} (SHA-256 ${fingerprint.slice(0, 16)}…)`
}
