import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'

import { tenantScope } from '../../../kit/database/tenant-scope.ts'
import { csrfTokenOf } from '../../../kit/http/csrf.ts'
import { hashToken, randomToken } from '../../../kit/secrets/secret-box.ts'
import { createSession } from '../../../sign-in/sessions/queries.ts'
import type { RandomChoices } from '../../../testing/random-choices.ts'
import { createBrowser, type Browser, type TestServer } from '../../../testing/test-server.ts'

type Provider = { readonly id: string; readonly name: string; readonly enabled: boolean; readonly administers: boolean }
type Group = { readonly id: string; readonly providerId: string }
type Role = {
  readonly id: string
  readonly environmentId: string
  readonly applicationId: string
  readonly label: string
  readonly visible: boolean
}
export type User = {
  readonly id: string
  readonly username: string
  readonly providerId: string
  readonly active: boolean
  readonly groupIds: readonly string[]
}

/** Everything that decides about access, as plain data; the rows of the database say the same. */
export type Model = {
  readonly environments: readonly { readonly id: string; readonly name: string }[]
  readonly applications: readonly { readonly id: string; readonly label: string }[]
  readonly placed: readonly { readonly environmentId: string; readonly applicationId: string }[]
  readonly providers: readonly Provider[]
  readonly groups: readonly Group[]
  readonly roles: readonly Role[]
  readonly users: readonly User[]
  readonly portalRoleGroups: readonly string[]
  readonly tenantRoles: readonly { readonly id: string; readonly label: string }[]
  readonly tenantRoleGroups: readonly {
    readonly environmentId: string
    readonly roleId: string
    readonly groupId: string
  }[]
  readonly roleGroups: readonly { readonly roleId: string; readonly groupId: string }[]
  readonly accessGroups: readonly {
    readonly environmentId: string
    readonly applicationId: string
    readonly groupId: string
  }[]
}

/** A tenant of random shape. Its first person administers it, whatever else happens. */
export function randomModel(choices: RandomChoices): Model {
  const happens = (chance: number) => choices.next() < chance
  const many = <T>(most: number, make: (at: number) => T, least = 0) =>
    Array.from({ length: least + Math.floor(choices.next() * (most - least + 1)) }, (_, at) => make(at))
  const some = <T>(all: readonly T[], chance: number) => all.filter(() => happens(chance))
  const environments = many(3, (at) => ({ id: randomUUID(), name: `Environment ${at}` }), 1)
  const applications = many(4, (at) => ({ id: randomUUID(), label: `Application ${at}` }), 1)
  const placed = environments.flatMap(({ id: environmentId }) =>
    some(applications, 0.7).map(({ id: applicationId }) => ({ environmentId, applicationId })),
  )
  const providers = many(
    3,
    (at): Provider => ({
      id: randomUUID(),
      name: `Provider ${at}`,
      enabled: at === 0 || happens(0.7),
      // The primary one, and earlier ones whose grace window has not ended.
      administers: at === 0 || happens(0.3),
    }),
    1,
  )
  const groups = providers.flatMap(({ id: providerId }) => many(6, (): Group => ({ id: randomUUID(), providerId }), 1))
  const roles = placed.flatMap((place) =>
    many(3, (at): Role => ({ ...place, id: randomUUID(), label: `Role ${at}`, visible: happens(0.7) })),
  )
  const [first] = groups
  const users = providers.flatMap(({ id: providerId }, at) =>
    many(
      4,
      (n): User => ({
        id: randomUUID(),
        username: `person-${at}-${n}@p${at}.example`,
        providerId,
        active: (at === 0 && n === 0) || happens(0.8),
        groupIds: [
          ...new Set([
            ...groups.filter((group) => happens(group.providerId === providerId ? 0.4 : 0.2)).map(({ id }) => id),
            ...(at === 0 && n === 0 && first !== undefined ? [first.id] : []),
          ]),
        ],
      }),
      1,
    ),
  )
  const ids = groups.map(({ id }) => id)
  const tenantRoles = many(3, (at) => ({ id: randomUUID(), label: `Custom ${at}` }))
  return {
    environments,
    applications,
    placed,
    providers,
    groups,
    roles,
    users,
    portalRoleGroups: [...new Set([first?.id ?? '', ...some(ids, 0.15)])],
    tenantRoles,
    tenantRoleGroups: environments.flatMap(({ id: environmentId }) =>
      tenantRoles.flatMap(({ id: roleId }) => some(ids, 0.15).map((groupId) => ({ environmentId, roleId, groupId }))),
    ),
    roleGroups: roles.flatMap(({ id: roleId }) => some(ids, 0.2).map((groupId) => ({ roleId, groupId }))),
    accessGroups: placed.flatMap((place) => some(ids, 0.1).map((groupId) => ({ ...place, groupId }))),
  }
}

/** Stores the model as a new tenant, and answers its id. */
export async function storeModel(server: TestServer, model: Model): Promise<string> {
  const tenantId = randomUUID()
  const slug = `t${tenantId}`
  await tenantScope(server.database, tenantId).transaction(async ({ db }) => {
    await sql`insert into tenants (tenant_id, slug, name) values (${tenantId}, ${slug}, ${slug})`.execute(db)
    const tenant_id = tenantId
    const insert = (table: Parameters<typeof db.insertInto>[0], rows: readonly object[]) =>
      rows.length === 0
        ? undefined
        : db
            .insertInto(table)
            .values(rows.map((row) => ({ tenant_id, ...row })) as never)
            .execute()
    await insert(
      'environments',
      model.environments.map(({ id, name }, at) => ({ id, name, slug: `e${at}`, type: 'TEST' })),
    )
    await insert(
      'applications',
      model.applications.map(({ id, label }, at) => ({ id, label, slug: `a${at}` })),
    )
    await insert(
      'environment_applications',
      model.placed.map(({ environmentId, applicationId }) => ({
        environment_id: environmentId,
        application_id: applicationId,
        launch_url: 'https://app.example/',
      })),
    )
    await insert(
      'identity_providers',
      model.providers.map(({ id, name, enabled, administers }, at) => ({
        id,
        name,
        enabled,
        type: 'OIDC',
        config: '{}',
        kept_at: new Date(),
        is_primary: at === 0,
        admin_until: at > 0 && administers ? new Date(Date.now() + 3_600_000) : at > 0 ? new Date(0) : null,
      })),
    )
    await insert(
      'groups',
      model.groups.map(({ id, providerId }) => ({ id, identity_provider_id: providerId, claim: id, name: id })),
    )
    await insert(
      'app_roles',
      model.roles.map(({ id, environmentId, applicationId, label, visible }) => ({
        id,
        label,
        visible,
        name: id,
        environment_id: environmentId,
        application_id: applicationId,
      })),
    )
    await insert(
      'users',
      model.users.map(({ id, username, providerId, active }) => ({
        id,
        username,
        active,
        subject: id,
        name: username,
        nickname: username,
        identity_provider_id: providerId,
      })),
    )
    await insert(
      'user_groups',
      model.users.flatMap(({ id, groupIds }) => groupIds.map((group_id) => ({ user_id: id, group_id }))),
    )
    await insert(
      'portal_role_groups',
      model.portalRoleGroups.map((group_id) => ({ role: 'security-admin', group_id })),
    )
    await insert('tenant_roles', model.tenantRoles)
    await insert(
      'tenant_role_groups',
      model.tenantRoleGroups.map(({ environmentId, roleId, groupId }) => ({
        environment_id: environmentId,
        role_id: roleId,
        group_id: groupId,
      })),
    )
    await insert(
      'app_role_groups',
      model.roleGroups.map(({ roleId, groupId }) => ({ role_id: roleId, group_id: groupId })),
    )
    await insert(
      'application_access_groups',
      model.accessGroups.map(({ environmentId, applicationId, groupId }) => ({
        environment_id: environmentId,
        application_id: applicationId,
        group_id: groupId,
      })),
    )
  })
  return tenantId
}

/** A browser with a session of this person in this environment, put where a sign-in would have put it. */
export async function browserOf(
  server: TestServer,
  tenantId: string,
  user: User,
  environmentId: string | null,
): Promise<Browser> {
  const token = randomToken()
  await tenantScope(server.database, tenantId).transaction((tx) =>
    createSession(tx, {
      hash: hashToken(token),
      signInId: randomUUID(),
      userId: user.id,
      identityProviderId: user.providerId,
      environmentId,
      providerSession: null,
      credentialsAgeSecs: 0,
      lifetimeSecs: 43_200,
    }),
  )
  const { secrets, settings } = server.deps
  return createBrowser(server, settings.baseUrl, { session: token, csrf: csrfTokenOf(secrets, token) })
}
