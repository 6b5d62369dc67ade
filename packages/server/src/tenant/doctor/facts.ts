import {
  doctorRowsMax,
  noticesOf,
  portalAppId,
  securityAdminRole,
  unusedKeyDays,
  type DoctorFacts,
} from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import { administers, grantsOfGroups } from '../../access/grants/grants.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { readExpiries } from '../notices/expiries.ts'
import { listStalled } from '../../applications/provisioning/stalled.ts'
import { waitingTakeovers } from '../../applications/provisioning/waiting-takeovers.ts'
import { readState } from '../../sign-in/recovery-codes/queries.ts'
import { openSetupUrl } from '../../sign-in/sessions/setup-url.ts'
import { providersWithAllTokens } from '../../people/scim-tokens/queries.ts'
import { domainAndParents } from '../../providers/username-formats/queries.ts'
import { maySignIn } from '../../sign-in/sessions/may-sign-in.ts'
import { readProviderStates } from './provider-states.ts'

type TenantFacts = Omit<DoctorFacts, 'now' | 'version' | 'newerMigrations' | 'auditLog'>

/** What the checks of a tenant need: few bounded statements, however large the tenant is. */
export async function readDoctorFacts(
  tx: TenantTransaction,
  { nowMs, scimTokensMax }: { readonly nowMs: number; readonly scimTokensMax: number },
): Promise<TenantFacts> {
  const expiries = await readExpiries(tx, nowMs)
  const notices = noticesOf(expiries, nowMs)
  const conflicts = await formatConflicts(tx)
  const providers = await readProviderStates(tx, { providers: expiries.providers, conflicts, nowMs })
  return {
    administrators: await countAdministrators(tx),
    oneCertificate: expiries.providers
      .filter(({ enabled, certificates }) => enabled && certificates.length === 1)
      .map(({ id }) => id),
    scimTokensFull: await providersWithAllTokens(tx, scimTokensMax),
    unusedKeys: await unusedKeys(tx, nowMs),
    rolesWithoutGroups: await rolesWithoutGroups(tx),
    formatConflicts: fewOf(conflicts),
    foreignUsernames: await foreignUsernames(tx),
    notices: { ...fewOf(notices), total: notices.length + expiries.beyond },
    provisioning: await listStalled(tx, doctorRowsMax),
    takeovers: await few(tx, waitingTakeovers(tx, doctorRowsMax)),
    providers: fewOf(providers),
    setup: await openSetupUrl(tx),
    recoveryCodes: await readState(tx),
  }
}

function fewOf<Row>(rows: readonly Row[]) {
  return { rows: rows.slice(0, doctorRowsMax), total: rows.length }
}

/** Active people who hold the role by the groups of their last sign-in, counted to two. */
async function countAdministrators(tx: TenantTransaction): Promise<number> {
  const { rows } = await sql`
    select u.id
      from portal_role_groups m
      join user_groups ug on ug.tenant_id = m.tenant_id and ug.group_id = m.group_id
      join users u on u.tenant_id = ug.tenant_id and u.id = ug.user_id and ${maySignIn('u')}
      join identity_providers p on p.tenant_id = u.tenant_id and p.id = u.identity_provider_id and p.enabled
     where m.tenant_id = ${tx.tenantId} and m.role = ${securityAdminRole} and ${administers}
     group by u.id limit 2`.execute(tx.db)
  return rows.length
}

async function few<Row>(tx: TenantTransaction, query: RawBuilder<Row & { readonly total: number }>) {
  const { rows } = await query.execute(tx.db)
  return { rows: rows.map(({ total: _, ...row }) => row as unknown as Row), total: rows[0]?.total ?? 0 }
}

async function unusedKeys(tx: TenantTransaction, nowMs: number): Promise<TenantFacts['unusedKeys']> {
  const since = new Date(nowMs - unusedKeyDays * 86_400_000)
  const found = await few(
    tx,
    sql<{
      accountId: string
      account: string
      environmentId: string
      environment: string
      slot: 1 | 2
      used: Date | null
      total: number
    }>`
    select a.id as "accountId", a.name as account, e.id as "environmentId", e.name as environment, k.slot, n.last_used_at as used,
           (count(*) over ())::int as total
      from service_accounts a
      join environments e on e.tenant_id = a.tenant_id and e.id = a.environment_id
     cross join lateral (values (1, a.key1_thumbprint), (2, a.key2_thumbprint)) as k (slot, thumbprint)
      left join service_account_keys n on n.tenant_id = a.tenant_id and n.service_account_id = a.id
       and n.thumbprint = k.thumbprint
     where a.tenant_id = ${tx.tenantId} and k.thumbprint is not null
       and coalesce(n.last_used_at, n.added_at, a.created_at) < ${since}
     order by coalesce(n.last_used_at, n.added_at, a.created_at), a.id, k.slot limit ${doctorRowsMax}`,
  )
  const rows = found.rows.map(({ used, ...key }) => ({ ...key, lastUsedAt: used?.toISOString() ?? null }))
  return { rows, total: found.total }
}

/** By the relation that decides about access. Who holds the roles of the portal itself, `countAdministrators` reports. */
async function rolesWithoutGroups(tx: TenantTransaction): Promise<TenantFacts['rolesWithoutGroups']> {
  return few(
    tx,
    sql<{
      label: string
      application: string | null
      environment: string | null
      applicationId: string | null
      environmentId: string | null
      total: number
    }>`
    with held as materialized (select distinct role_id from (${grantsOfGroups(tx)}) g)
    select label, application, environment, "applicationId", "environmentId", (count(*) over ())::int as total from (
      select r.label, null as application, null as environment, null as "applicationId", null::uuid as "environmentId", 0 as place
        from tenant_roles r
       where r.tenant_id = ${tx.tenantId}
         and not exists (select from held where held.role_id = r.id)
      union all
      select r.label, a.label, e.name, a.id::text, e.id, 1
        from app_roles r
        join applications a on a.tenant_id = r.tenant_id and a.id = r.application_id
        join environments e on e.tenant_id = r.tenant_id and e.id = r.environment_id
       where r.tenant_id = ${tx.tenantId} and r.visible and r.application_id <> ${portalAppId}
         and not exists (select from held where held.role_id = r.id)) found
     order by place, environment, application, label limit ${doctorRowsMax}`,
  )
}

async function foreignUsernames(tx: TenantTransaction): Promise<NonNullable<TenantFacts['foreignUsernames']>> {
  return few(
    tx,
    sql<{ id: string; username: string; provider: string; active: boolean; total: number }>`
    select u.id, u.username, p.name as provider, u.active, (count(*) over ())::int as total
      from users u join identity_providers p on p.tenant_id = u.tenant_id and p.id = u.identity_provider_id
     where u.tenant_id = ${tx.tenantId} and u.username_foreign_since is not null
     order by u.active desc, u.username_foreign_since desc, u.id limit ${doctorRowsMax}`,
  )
}

type Conflict = TenantFacts['formatConflicts']['rows'][number]

async function formatConflicts(tx: TenantTransaction): Promise<Conflict[]> {
  return [...(await takenInDrafts(tx)), ...(await domainsOfOthers(tx))]
}

/** Formats of drafts that another provider of the tenant holds by now. */
async function takenInDrafts(tx: TenantTransaction): Promise<Conflict[]> {
  const { rows } = await sql<{ type: 'suffix' | 'prefix'; value: string; provider: string; other: string }>`
    select f.type, f.value, d.name as provider, o.name as other
      from identity_provider_drafts d
      join username_formats f on f.tenant_id = d.tenant_id and f.identity_provider_id <> d.identity_provider_id
       and f.value = any (case f.type when 'suffix' then d.suffixes else d.prefixes end)
      join identity_providers o on o.tenant_id = f.tenant_id and o.id = f.identity_provider_id
     where d.tenant_id = ${tx.tenantId}
     order by d.name, f.value`.execute(tx.db)
  return rows.map(({ type, value, provider, other }) => {
    const format = type === 'suffix' ? `@${value}` : `${value.toUpperCase()}\\`
    return { kind: 'draft', format, provider, other, otherFormat: format }
  })
}

/**
 * Domains of providers that are switched off within a domain of another provider, which their people reach. Where both are on, the longer
 * one applies: that is how part of a company has a separate provider.
 */
async function domainsOfOthers(tx: TenantTransaction): Promise<Conflict[]> {
  const { rows } = await sql<{ value: string; id: string; provider: string; enabled: boolean }>`
    select f.value, p.id, p.name as provider, p.enabled
      from username_formats f
      join identity_providers p on p.tenant_id = f.tenant_id and p.id = f.identity_provider_id
     where f.tenant_id = ${tx.tenantId} and f.type = 'suffix' order by f.value`.execute(tx.db)
  const holders = new Map(rows.map((row) => [row.value, row]))
  return rows.flatMap(({ value, id, provider, enabled }): Conflict[] => {
    if (enabled) return []
    const parents = domainAndParents(value).slice(1)
    const other = parents.map((parent) => holders.get(parent)).find((one) => one !== undefined && one.enabled)
    if (other === undefined || other.id === id) return []
    return [
      {
        kind: 'off',
        format: `@${value}`,
        provider,
        other: other.provider,
        otherFormat: `@${other.value}`,
      },
    ]
  })
}
