import type { KnownPerson, LostRole, SwitchRehearsal } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

import { grantsOfGroups } from '../../access/grants/grants.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { primaryProviderId } from '../identity-providers/rows.ts'
import { maySignIn } from '../../sign-in/sessions/may-sign-in.ts'

/** As many as a person reads before confirming; the count says how many there are. */
const shownMax = 100

type Named = { readonly id: string; readonly name: string }

type Chosen = {
  readonly group: Named
  /** Who passed the latest test login of the provider with the group; undefined: there is none. */
  readonly tested: KnownPerson | undefined
}

/** What a switch to this provider and group would change, by the people and mappings known now. */
export async function rehearse(tx: TenantTransaction, provider: Named, chosen: Chosen): Promise<SwitchRehearsal> {
  const { group } = chosen
  const primaryId = (await primaryProviderId(tx)) ?? null
  const sides = bothSides(tx, primaryId, chosen)
  return {
    idp: provider.id,
    idpName: provider.name,
    group: group.id,
    groupName: group.name,
    administrators: await futureAdministrators(tx, sides),
    lost: await lostAdministrators(tx, sides),
    lostRoles: await rolesOnlyOf(tx, primaryId),
  }
}

const person = sql`u.name, u.username, lower(u.username) as folded_username`

/** Today's administrators, and those of the chosen group. A test login makes no user, so its person is added to them. */
function bothSides(tx: TenantTransaction, primaryId: string | null, { group, tested }: Chosen): RawBuilder<unknown> {
  const { name = null, username = null } = tested ?? {}
  return sql`
    today as (
      select distinct u.id, ${person}
        from portal_role_groups r
        join groups g on g.tenant_id = r.tenant_id and g.id = r.group_id
        join user_groups ug on ug.tenant_id = r.tenant_id and ug.group_id = r.group_id
        join users u on u.tenant_id = ug.tenant_id and u.id = ug.user_id
       where r.tenant_id = ${tx.tenantId} and r.role = 'security-admin' and ${maySignIn('u')}
         and g.identity_provider_id = ${primaryId}::uuid and u.identity_provider_id = ${primaryId}::uuid),
    members as (
      select u.id, ${person}, false as is_tested
        from user_groups ug
        join users u on u.tenant_id = ug.tenant_id and u.id = ug.user_id
       where ug.tenant_id = ${tx.tenantId} and ug.group_id = ${group.id} and ${maySignIn('u')}),
    future as (
      select * from members
      union all
      select null, ${name}::text, ${username}::text, lower(${username}::text), true
       where ${username}::text is not null
         and not exists (select from members m where m.folded_username = lower(${username}::text)))`
}

/** Not by e-mail address: a provider may assert any (docs/decisions/0127). */
const isSamePerson = sql`t.folded_username = f.folded_username`

async function futureAdministrators(tx: TenantTransaction, sides: RawBuilder<unknown>) {
  return counted(
    await sql<KnownPerson & { isNew: boolean; isTested: boolean; count: number }>`
      with ${sides}
      select f.name, f.username, not exists (select from today t where ${isSamePerson}) as "isNew",
             f.is_tested as "isTested", count(*) over ()::int as count
        from future f order by "isNew" desc, f.name collate "C", f.id limit ${shownMax}`.execute(tx.db),
  )
}

async function lostAdministrators(tx: TenantTransaction, sides: RawBuilder<unknown>) {
  return counted(
    await sql<KnownPerson & { count: number }>`
      with ${sides}
      select t.name, t.username, count(*) over ()::int as count
        from today t where not exists (select from future f where ${isSamePerson})
       order by t.name collate "C", t.id limit ${shownMax}`.execute(tx.db),
  )
}

/** Roles and accesses that are mapped to groups of this provider and to no group of another one. */
async function rolesOnlyOf(tx: TenantTransaction, providerId: string | null) {
  return counted(
    await sql<LostRole & { count: number }>`
      with lost as (
        select m.environment_id, m.application_id, m.label as role
          from (${grantsOfGroups(tx)}) m
          join groups g on g.tenant_id = ${tx.tenantId} and g.id = m.group_id
         where m.kind <> 'portal-role' and m.is_visible
         group by m.kind, m.environment_id, m.application_id, m.role_id, m.label
        having bool_and(g.identity_provider_id = ${providerId}::uuid))
      select e.name as environment, a.label as application, l.role, count(*) over ()::int as count
        from lost l
        join environments e on e.tenant_id = ${tx.tenantId} and e.id = l.environment_id
        left join applications a on a.tenant_id = ${tx.tenantId} and a.id = l.application_id
       order by e.name collate "C", a.label collate "C" nulls first, l.role collate "C" nulls first limit ${shownMax}`.execute(
      tx.db,
    ),
  )
}

/** Rows with the count of all of them beside each. */
function counted<Row extends { readonly count: number }>({ rows }: { rows: readonly Row[] }) {
  return { count: rows[0]?.count ?? 0, first: rows.map(({ count: _, ...row }) => row) }
}
