import {
  expirationsOf,
  expiringDays,
  healthOf,
  isReplaced,
  type BannerType,
  type OperatedTenant,
  type operatedTenantStates,
  type SearchMatch,
  type TenantHealth,
} from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { certificateIn, certificateSlots } from '../../providers/identity-providers/certificate-facts.ts'
import { placeOf, type Place } from '../../kit/lists/cursor.ts'
import { pageOf, walkOf } from '../../kit/lists/keyset.ts'
import { searchCondition } from '../../kit/lists/search.ts'

export type OperatedTenantFilter = {
  readonly search?: string | undefined
  readonly match?: SearchMatch | undefined
  readonly state?: (typeof operatedTenantStates)[number] | undefined
  readonly slug?: string | undefined
  readonly health?: TenantHealth | undefined
}

/** Tenants that are read at a time where only those of one health are wanted, which no index knows. */
const scannedAtOnce = 100

type PageAsked = { readonly isDescending: boolean; readonly place: Place | undefined; readonly limit: number }

export function operatedTenantPlace(cursor: string | undefined): Place | undefined {
  return placeOf(cursor, 'name', (key) => key.length <= 1000)
}

/**
 * One page by name. For one health, tenants are read in this order until there are enough; `total` is known where that
 * read them all.
 */
export async function operatedTenantPage(
  tx: TenantTransaction,
  filter: OperatedTenantFilter,
  asked: PageAsked & { readonly nowMs: number },
): Promise<{
  readonly tenants: readonly OperatedTenant[]
  readonly next: string | null
  readonly previous: string | null
  readonly total: number | undefined
}> {
  const { place, limit, nowMs } = asked
  const { health } = filter
  const found: Found[] = []
  const step = health === undefined ? limit : scannedAtOnce
  let from = place
  for (let isMore = true; isMore && found.length <= limit;) {
    const rows = await rowsAfter(tx, filter, { ...asked, place: from, limit: step })
    isMore = health !== undefined && rows.length > step
    const read = (isMore ? rows.slice(0, step) : rows).map((row) => ({
      id: row.tenant_id,
      sortText: row.sort_key,
      tenant: modelOf(row, nowMs),
    }))
    found.push(...read.filter(({ tenant }) => health === undefined || healthOf(tenant) === health))
    const last = read.at(-1)
    if (last !== undefined) from = { side: place?.side ?? 'after', sort: 'name', key: last.sortText, id: last.id }
  }
  const page = pageOf(found.slice(0, limit + 1), { limit, place, sort: 'name', isBackward: place?.side === 'before' })
  const isWhole = health !== undefined && place === undefined && found.length <= limit
  return { ...page, tenants: page.rows.map(({ tenant }) => tenant), total: isWhole ? found.length : undefined }
}

type Found = { readonly id: string; readonly sortText: string; readonly tenant: OperatedTenant }

/** Two functions of the database, whose cost grows with the page (schema/tenants.ts). One row more than `limit`. */
async function rowsAfter(
  tx: TenantTransaction,
  filter: OperatedTenantFilter,
  { isDescending, place, limit }: PageAsked,
): Promise<readonly (TenantRow & Parts)[]> {
  const walk = walkOf({ key: sql`t.sort_key`, id: sql`t.tenant_id`, cast: sql`text` }, place, isDescending)
  const { rows } = await sql<TenantRow & Parts>`
    with page as materialized (
      select * from portico_operated_tenants() t where ${matching(filter)} and ${walk.where}
       order by t.sort_key collate "C" ${walk.direction}, t.tenant_id ${walk.direction} limit ${limit + 1})
    select page.*, parts.*, coalesce(running.running, 0) as support_sessions
      from page join portico_tenant_parts(array(select tenant_id from page)) parts on parts.tenant_id = page.tenant_id
      left join portico_running_support(array(select tenant_id from page)) running on running.tenant_id = page.tenant_id
     order by page.sort_key collate "C" ${walk.direction}, page.tenant_id ${walk.direction}`.execute(tx.db)
  return rows
}

/** All matching rows, whatever their health, for the total. */
export function everyOperatedTenant(filter: OperatedTenantFilter): RawBuilder<unknown> {
  return sql`select from portico_operated_tenants() t where ${matching(filter)}`
}

function matching({ search = '', match = 'contains', state, slug }: OperatedTenantFilter): RawBuilder<boolean> {
  const text = searchCondition({ name: sql`t.folded_text`, urn: sql<string>`t.tenant_id::text` }, search, match)
  const conditions = [
    text ?? sql<boolean>`true`,
    ...(state === undefined ? [] : [sql<boolean>`t.deactivated = ${state === 'deactivated'}`]),
    ...(slug === undefined ? [] : [sql<boolean>`t.slug = ${slug}`]),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

type TenantRow = {
  tenant_id: string
  slug: string
  name: string
  vendor: boolean
  created_at: Date
  allow_pros_access: boolean
  allow_pros_change: boolean
  deactivated: boolean
  deactivated_message: string | null
  banner_message: string | null
  banner_type: BannerType | null
  banner_until: Date | null
  sort_key: string
}

type Parts = {
  environments: OperatedTenant['environments']
  environment_count: number
  people: number
  providers: readonly ProviderPart[]
  provider_count: number
  support_sessions: number
}

type ProviderPart = OperatedTenant['providers'][number] & {
  /** What expires of it, and nothing else. */
  readonly config: Readonly<Record<string, unknown>>
  /** Until when expired certificates are accepted, by fingerprint. */
  readonly extended: Readonly<Record<string, string>>
}

function modelOf(row: TenantRow & Parts, nowMs: number): OperatedTenant {
  const { banner_message: message, banner_type: type, banner_until: until } = row
  const isShown = message !== null && type !== null && (until === null || until.getTime() > nowMs)
  return {
    id: row.tenant_id,
    slug: row.slug,
    name: row.name,
    vendor: row.vendor,
    createdAt: row.created_at.toISOString(),
    environments: row.environments,
    environmentCount: row.environment_count,
    people: row.people,
    allowProsAccess: row.allow_pros_access,
    allowProsChange: row.allow_pros_change,
    supportSessions: row.support_sessions,
    deactivated: row.deactivated,
    deactivatedMessage: row.deactivated_message,
    banner: isShown ? { message, type, until: until?.toISOString() ?? null } : null,
    providers: row.providers.map(({ config: _config, extended: _extended, lastSignInAt: at, ...provider }) => ({
      ...provider,
      lastSignInAt: at === null ? null : new Date(at).toISOString(),
    })),
    providerCount: row.provider_count,
    expiries: row.providers
      .filter(({ enabled }) => enabled)
      .flatMap((provider) => expiriesOf(provider, nowMs))
      .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
  }
}

/** By the rules of every other list of expiries: core's expirationsOf. */
function expiriesOf({ name, config, extended }: ProviderPart, nowMs: number): OperatedTenant['expiries'] {
  const certificates = certificateSlots.flatMap((slot) => {
    const content = certificateIn(config, slot)
    if (content === undefined) return []
    const { subject, fingerprint, notBefore, notAfter } = content
    const until = extended[fingerprint]
    return {
      slot,
      subject,
      fingerprint,
      notBefore: notBefore?.toISOString() ?? null,
      notAfter: notAfter?.toISOString() ?? null,
      extendedUntil: until === undefined ? null : new Date(until).toISOString(),
      addedAt: null,
      lastUsedAt: null,
      provenAt: null,
      listed: null,
    }
  })
  const ends = expirationsOf({ certificates, config }, nowMs)
  return ends
    .filter((end) => end.days <= expiringDays && !isReplaced(end, ends, nowMs))
    .map(({ what, at, days, state }) => ({ what, provider: name, at, daysLeft: days, expired: state === 'expired' }))
}
