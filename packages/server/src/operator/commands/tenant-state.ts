import { setTimeout } from 'node:timers/promises'

import type { BannerType } from '@portico/core/contract'
import { sql } from 'kysely'

import type { Database } from '../../kit/database/connect.ts'
import type { Place } from '../../app/open.ts'
import { closeVisit, endSupportSessions, holdOffSupport } from '../../sign-in/sessions/support-sessions.ts'
import { inTenant, type TenantWork } from './in-tenant.ts'
import { UsageError } from './usage-error.ts'

export const bannerTypes: readonly BannerType[] = ['info', 'warning', 'error']

/** Most characters of a sentence that every page shows. */
export const messageLengthMax = 300

const [waitEveryMs, waitMaxMs] = [50, 30_000]

export type TenantBanner = { readonly message: string; readonly type: BannerType; readonly until?: string | undefined }

/** `tenant deactivate TENANT`: from now on it can be read, not changed, and support sessions end. Again: another message. */
export async function runTenantDeactivate(place: Place, slug: string, message: string | undefined): Promise<void> {
  const text = message === undefined ? null : checkedMessage(message)
  const how = 'tenant-deactivated'
  const deactivate = async ({ tx, audit, nowMs, requestId }: TenantWork) => {
    await holdOffSupport(tx)
    const before = await lockTenant(tx)
    if (before.vendor)
      throw new Error(`The tenant "${slug}" is the vendor's own. Support people work in it, so it stays active.`)
    await tx.db.updateTable('tenants').set({ deactivated: true, deactivated_message: text }).where(own(tx)).execute()
    await audit({ action: 'tenant.deactivate', target: { kind: 'tenant' }, after: { message: text } })
    const ended = await endSupportSessions(tx, { how })
    for (const { id } of ended) await audit({ action: 'support.end', target: { kind: 'support-session', id } })
    return { ended, about: { nowMs, requestId } }
  }
  await inTenant(place, slug, deactivate, async (database, { ended, about }) => {
    for (const one of ended) await closeVisit(database, one, how, about)
    await earlierEnded(database)
  })
}

/** A change that began while the tenant was active may still commit: waits for what runs, each at most as long as a call. */
async function earlierEnded({ app }: Database): Promise<void> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(app)
  for (let waitedMs = 0; waitedMs < waitMaxMs; waitedMs += waitEveryMs) {
    const { rows: running } = await sql`
      select from pg_stat_activity
       where datname = current_database() and usename = current_user and xact_start < ${rows[0]?.now}::timestamptz limit 1`.execute(
      app,
    )
    if (running.length === 0) return
    await setTimeout(waitEveryMs)
  }
}

/** `tenant activate TENANT`. Throws if it is active. */
export async function runTenantActivate(place: Place, slug: string): Promise<void> {
  await inTenant(place, slug, async ({ tx, audit }) => {
    const { deactivated } = await lockTenant(tx)
    if (!deactivated) throw new Error(`The tenant "${slug}" is active already.`)
    await tx.db.updateTable('tenants').set({ deactivated: false, deactivated_message: null }).where(own(tx)).execute()
    await audit({ action: 'tenant.activate', target: { kind: 'tenant' } })
  })
}

/** `tenant banner TENANT`: what every page of its people says. undefined removes it. */
export async function runTenantBanner(place: Place, slug: string, banner: TenantBanner | undefined): Promise<void> {
  const until = banner?.until === undefined ? null : endOf(banner.until)
  const message = banner === undefined ? null : checkedMessage(banner.message)
  const type = banner?.type ?? null
  await inTenant(place, slug, async ({ tx, audit }) => {
    const { banner_message: before } = await lockTenant(tx)
    if (banner === undefined && before === null) throw new Error(`The tenant "${slug}" has no banner.`)
    const values = { banner_message: message, banner_type: type, banner_until: until }
    await tx.db.updateTable('tenants').set(values).where(own(tx)).execute()
    await audit({
      action: banner === undefined ? 'tenant.clear-banner' : 'tenant.set-banner',
      target: { kind: 'tenant' },
      before: { message: before },
      after: { message, type, until: until?.toISOString() ?? null },
    })
  })
}

type Transaction = TenantWork['tx']

const own = ({ tenantId }: Transaction) => sql<boolean>`tenant_id = ${tenantId}`

function lockTenant(tx: Transaction) {
  return tx.db
    .selectFrom('tenants')
    .select(['vendor', 'deactivated', 'banner_message'])
    .where('tenant_id', '=', tx.tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** One line: a banner has no others. */
function checkedMessage(text: string): string {
  const message = text.trim()
  if (message === '') throw new UsageError('The message is empty.')
  if (message.length > messageLengthMax)
    throw new UsageError(`The message has ${message.length} characters; at most ${messageLengthMax} are shown.`)
  if (/\p{Cc}/u.test(message)) throw new UsageError('The message contains a line break or another control character.')
  return message
}

/** A time with its zone, in the future. */
function endOf(text: string): Date {
  const end = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(end.getTime()))
    throw new UsageError(`--until takes a time with its zone, like 2027-01-31T18:00:00Z, not ${text}.`)
  if (end.getTime() <= Date.now()) throw new UsageError(`--until is in the past: ${text}.`)
  return end
}
