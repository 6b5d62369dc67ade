import type { LauncherApplication, PrincipalInfo } from '@portico/core/contract'
import { sql } from 'kysely'

import { listApplicationRows } from '../applications/queries.ts'
import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { Actor, Person, ServiceActor } from '../http/actor.ts'
import { forbidden } from '../http/failure.ts'
import { listDependencyRows } from '../service-accounts/queries.ts'

/** Who is acting, in full; `nickname` is what the header calls them. */
export async function readPrincipal(
  tx: TenantTransaction,
  actor: Actor,
): Promise<PrincipalInfo & { nickname: string }> {
  if (actor.kind === 'recovery' || actor.kind === 'setup') throw forbidden()
  const tenant = await tx.db
    .selectFrom('tenants')
    .select(['tenant_id as id', 'name'])
    .where('tenant_id', '=', tx.tenantId)
    .executeTakeFirstOrThrow()
  const environment = actor.environmentId === null ? undefined : await readEnvironment(tx, actor.environmentId)
  const common = {
    id: actor.id,
    tenant,
    environment: environment ?? null,
    portalRoles: actor.isAdmin ? ['security-admin'] : [],
  }
  return actor.kind === 'user'
    ? { ...common, ...(await personFields(tx, actor)) }
    : { ...common, ...serviceFields(actor) }
}

function serviceFields(actor: ServiceActor) {
  return {
    kind: 'service-account' as const,
    username: actor.name,
    name: actor.name,
    nickname: actor.name,
    email: null,
    identityProvider: null,
    groups: [],
  }
}

async function personFields(tx: TenantTransaction, actor: Person) {
  const user = await tx.db
    .selectFrom('users as u')
    .innerJoin('identity_providers as p', (join) =>
      join.onRef('p.tenant_id', '=', 'u.tenant_id').onRef('p.id', '=', 'u.identity_provider_id'),
    )
    .select(['u.username', 'u.name', 'u.nickname', 'u.email', 'p.id as idp_id', 'p.name as idp_name'])
    .where('u.tenant_id', '=', tx.tenantId)
    .where('u.id', '=', actor.id)
    .executeTakeFirstOrThrow()
  // Each name by its key: a planner without fresh statistics joins the thousands of groups of a person in seconds.
  const { rows: groups } = await sql<{ name: string | null }>`
    select (select g.name from groups g where g.tenant_id = ug.tenant_id and g.id = ug.group_id) as name
      from user_groups ug
     where ug.tenant_id = ${tx.tenantId} and ug.user_id = ${actor.id}`.execute(tx.db)
  return {
    kind: 'user' as const,
    username: user.username,
    name: user.name,
    nickname: user.nickname,
    email: user.email,
    identityProvider: { id: user.idp_id, name: user.idp_name },
    groups: groups.flatMap(({ name }) => name ?? []).toSorted(),
  }
}

async function readEnvironment(tx: TenantTransaction, id: string) {
  return tx.db
    .selectFrom('environments')
    .select(['id', 'name', 'type'])
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** What a service account may call. It opens no pages, so there is no launch URL. */
export async function assignedApplications(tx: TenantTransaction, actor: ServiceActor): Promise<LauncherApplication[]> {
  const dependencies = await listDependencyRows(tx, actor.id)
  const applications = await listApplicationRows(tx, actor.environmentId)
  return applications.flatMap((application) => {
    const held = dependencies.filter((dependency) => dependency.appId === application.id)
    if (held.length === 0) return []
    const roles = held.map((dependency) => dependency.name).filter((name) => name !== '')
    return [{ ...application, launchUrl: null, roles }]
  })
}
