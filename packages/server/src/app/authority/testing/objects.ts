import {
  ClientConfig,
  createIdentityProvider,
  createServiceAccount,
  updateIdentityProvider,
  type Endpoint,
} from '@portico/core'
import { sql } from 'kysely'
import * as v from 'valibot'

import { insertToken } from '../../../machines/api-tokens/queries.ts'
import { recordAudit } from '../../../kit/audit-trail/record.ts'
import { bearerTokenContext, findConnection, insertConnection } from '../../../applications/provisioning/connections.ts'
import { saveClient } from '../../../applications/clients/queries.ts'
import { tenantScope, type TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { uuidv7 } from '../../../kit/identifiers.ts'
import { insertTokenRow } from '../../../people/scim-tokens/queries.ts'
import { hashToken } from '../../../kit/secrets/secret-box.ts'
import { listOpenSessions } from '../../../sign-in/sessions/list-queries.ts'
import { createSupportSession } from '../../../sign-in/sessions/support-sessions.ts'
import { insertRecord } from '../../../sign-in/records/records.ts'
import { insertTest } from '../../../sign-in/test-logins/rows.ts'
import type { ImportedTenant } from '../../../operator/tenant-import/import.ts'
import { insertTenantRole } from '../../../access/tenant-roles/queries.ts'
import { keepProvider } from '../../../testing/keep-provider.ts'
import { addEmailDomain } from '../../../testing/tenant-rows.ts'
import { signedIn, type Browser } from '../../../testing/test-server.ts'
import { insertWebhook } from '../../../tenant/webhooks/queries.ts'
import { newWebhookSecret, webhookSecretContext } from '../../../tenant/webhooks/secrets.ts'
import type { IdKind } from '../cells.ts'
import { applicationId, once, type World } from './world.ts'

// Objects that the paths of the matrix name: of acme, of globex, or none where the id is random or of the wrong type.

/** No one listens there. */
export const webhookBody = { url: 'http://127.0.0.1:9/', events: ['audit'] }

/** Each call that changes something gets a new provider, because some delete it. */
export async function providerIdOf(
  world: World,
  ids: IdKind,
  made = async (_: ImportedTenant, id: string) => id,
): Promise<string> {
  if (ids === "acme's") return made(world.acme, await makeProvider(world, world.acme))
  if (ids === "globex's") return made(world.globex, await makeProvider(world, world.globex))
  return ids === 'wrong type' ? '1' : uuidv7(Date.now())
}

/** A provider without a username format cannot be tested. */
export async function withFormat(world: World, { id: tenantId }: ImportedTenant, id: string): Promise<string> {
  await tenantScope(world.server.database, tenantId).transaction((tx) => addEmailDomain(tx, id, `${id}.example`))
  return id
}

/** A provider whose draft needs no test: it is renamed and disabled. */
export async function withDraft(world: World, tenant: ImportedTenant, id: string): Promise<string> {
  const body = { ...providerBody(world), enabled: false }
  const admin = await makerOf(world, tenant)
  const outcome = await admin.core.client.call(updateIdentityProvider, {
    params: { id },
    body,
  })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return id
}

export async function makeProvider(world: World, tenant: ImportedTenant): Promise<string> {
  const admin = await makerOf(world, tenant)
  const outcome = await admin.core.client.call(createIdentityProvider, { body: providerBody(world) })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  await keepProvider(world.server, tenant.id, outcome.value.id)
  return outcome.value.id
}

export function providerBody(world: World) {
  return {
    type: 'OPENSAML' as const,
    name: `provider ${uuidv7(Date.now())}`,
    config: {
      entityId: 'https://idp.example',
      ssoUrl: 'https://idp.example/sso',
      signingCertificate1: world.expiredCertificate.pem,
    },
  }
}

/** One administrator of each tenant creates the objects of the cells. */
function makerOf(world: World, tenant: ImportedTenant): Promise<Browser> {
  const username = `maker@${tenant.slug}.example`
  return once(world, `maker of ${tenant.slug}`, () => signedIn(world.server, tenant, { username, groups: ['admins'] }))
}

export async function makeAccount(world: World, tenant: ImportedTenant, environmentId: string): Promise<string> {
  const admin = await makerOf(world, tenant)
  const body = { name: `account ${uuidv7(Date.now())}`, key1: world.otherKeys.publicPem, key1Algorithm: 'RSA' as const }
  const outcome = await admin.core.client.call(createServiceAccount, { params: { envId: environmentId }, body })
  if (!outcome.ok) throw new Error(outcome.problem.errorMessage)
  return outcome.value.id
}

/** Each call that changes something gets a new webhook, because some delete it. */
export function webhookIdOf(world: World, ids: IdKind): Promise<string> {
  return newIdOf(world, ids, async (tx, id) => {
    const sealed = world.server.deps.secrets.seal(newWebhookSecret(), webhookSecretContext(id))
    const values = { url: webhookBody.url, events: ['audit'], actions: [], enabled: true } as const
    await insertWebhook(tx, { id, values, sealed })
  })
}

/** The id of an object of a tenant that `insert` makes, or one that names no object. */
export async function newIdOf(
  world: World,
  ids: IdKind,
  insert: (tx: TenantTransaction, id: string) => Promise<void>,
): Promise<string> {
  if (ids === 'wrong type') return '1'
  const tenant = ids === "acme's" ? world.acme : ids === "globex's" ? world.globex : undefined
  const id = uuidv7(Date.now())
  if (tenant !== undefined) await tenantScope(world.server.database, tenant.id).transaction((tx) => insert(tx, id))
  return id
}

/** A token of a provider. */
export async function scimTokenPath(world: World, path: string, ids: IdKind): Promise<string> {
  const providerId = await providerIdOf(world, ids)
  const tenant = ids === "acme's" ? world.acme : ids === "globex's" ? world.globex : undefined
  const id = ids === 'wrong type' ? '1' : uuidv7(Date.now())
  if (tenant !== undefined) {
    const token = { id, providerId, name: id, beginning: 'scim_test', hash: hashToken(id), dryRun: false, days: 1 }
    await tenantScope(world.server.database, tenant.id).transaction((tx) => insertTokenRow(tx, token))
  }
  return path.replace('{id}', providerId).replace('{tokenId}', id)
}

/** An application that everyone in the group `staff` can open, or one that the person cannot open there. */
export async function openApplicationOf(world: World, ids: IdKind): Promise<string> {
  if (ids === 'wrong type') return 'x'.repeat(101)
  if (ids === 'random') return uuidv7(Date.now())
  return applicationId(
    world,
    ids === "other environment's" ? 'vault' : 'billing',
    ids === "globex's" ? world.globex : world.acme,
  )
}

/** Each call that changes something gets a new token, because some revoke it. It belongs to the maker of the objects of these cells. */
export async function apiTokenIdOf(world: World, ids: IdKind): Promise<string> {
  if (ids === 'wrong type') return '1'
  const tenant = ids === "acme's" ? world.acme : ids === "globex's" ? world.globex : undefined
  const id = uuidv7(Date.now())
  if (tenant === undefined) return id
  await makerOf(world, tenant)
  const applicationIdOfBilling = await applicationId(world, 'billing', tenant)
  await tenantScope(world.server.database, tenant.id).transaction(async (tx) => {
    const { db } = tx
    const username = `maker@${tenant.slug}.example`
    const user = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()
    const environment = await db
      .selectFrom('environments')
      .select('id')
      .where('slug', '=', 'production')
      .executeTakeFirstOrThrow()
    await insertToken(tx, {
      id,
      userId: user.id,
      environmentId: environment.id,
      applicationId: applicationIdOfBilling,
      name: id,
      beginning: 'pat_test',
      hash: hashToken(id),
      roleIds: [],
      tenantRoleIds: [],
      expiresAt: new Date(Date.now() + 86_400_000),
    })
  })
  return id
}

/** A test login of a provider. */
export async function testPath(world: World, path: string, ids: IdKind): Promise<string> {
  const providerId = await providerIdOf(world, ids)
  const tenant = ids === "acme's" ? world.acme : ids === "globex's" ? world.globex : undefined
  const id = ids === 'wrong type' ? '1' : uuidv7(Date.now())
  if (tenant !== undefined) {
    const test = { id, token: id, providerId, fingerprint: '', isFresh: true }
    await tenantScope(world.server.database, tenant.id).transaction((tx) => insertTest(tx, test))
  }
  return path.replace('{id}', providerId).replace('{testId}', id)
}

/** Each call that changes something gets a new person, because some deactivate them. */
export async function personIdOf(world: World, ids: IdKind): Promise<string> {
  if (ids === 'wrong type') return '1'
  const tenant = ids === "acme's" ? world.acme : ids === "globex's" ? world.globex : undefined
  if (tenant === undefined) return uuidv7(Date.now())
  const username = `${uuidv7(Date.now())}@${tenant.slug}.example`
  await signedIn(world.server, tenant, { username, groups: [] })
  return tenantScope(world.server.database, tenant.id).transaction(async ({ db }) => {
    const row = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()
    return row.id
  })
}

/** A session of a new person; `/portal/sessions/{id}` is then one of another person. */
export async function sessionPath(world: World, path: string, ids: IdKind): Promise<string> {
  const personId = await personIdOf(world, ids)
  const tenant = ids === "acme's" ? world.acme : ids === "globex's" ? world.globex : undefined
  let id = ids === 'wrong type' ? '1' : uuidv7(Date.now())
  if (tenant !== undefined) {
    const [session] = await tenantScope(world.server.database, tenant.id).transaction((tx) =>
      listOpenSessions(tx, personId),
    )
    id = session?.id ?? id
  }
  return path.includes('{sessionId}')
    ? path.replace('{id}', personId).replace('{sessionId}', id)
    : path.replace('{id}', id)
}

/** A recorded sign-in of the tenant. */
export async function signInCodeOf(world: World, ids: IdKind): Promise<string> {
  if (ids === 'wrong type') return 'x'.repeat(101)
  if (ids === 'random') return 'BBBB-BBBB'
  const tenant = ids === "globex's" ? world.globex : world.acme
  const start = {
    identityProviderId: null,
    purpose: 'login',
    username: null,
    address: '',
    requestId: '',
    lines: [],
  } as const
  const record = await tenantScope(world.server.database, tenant.id).transaction((tx) =>
    insertRecord(tx, start, Date.now()),
  )
  return record.code
}

/** A support session of the tenant that is named, in the path of its administrators. */
export async function supportSessionPath(world: World, path: string, ids: IdKind): Promise<string> {
  const tenant = ids === "acme's" ? world.acme : ids === "globex's" ? world.globex : undefined
  const id = ids === 'wrong type' ? '1' : uuidv7(Date.now())
  if (tenant !== undefined)
    await tenantScope(world.server.database, tenant.id).transaction((tx) =>
      createSupportSession(tx, {
        id,
        hash: hashToken(id),
        hours: 1,
        reason: 'test',
        address: '',
        vendor: { tenantId: world.vendor.id, name: 'Vendor', sessionId: id },
        person: { id, name: 'Kofi', username: 'kofi@vendor.example' },
      }),
    )
  return path.replace('{id}', id)
}

/** An entry about a rename of a custom role that can be taken back. */
export async function revertPath(world: World, path: string, ids: IdKind): Promise<string> {
  const tenant = ids === "acme's" ? world.acme : ids === "globex's" ? world.globex : undefined
  const id = ids === 'wrong type' ? '1' : uuidv7(Date.now())
  if (tenant === undefined) return path.replace('{id}', id)
  const entry = await tenantScope(world.server.database, tenant.id).transaction(async (tx) => {
    await insertTenantRole(tx, { id, label: id })
    const by = { actor: { kind: 'system', name: 'test' }, requestId: id, nowMs: Date.now() } as const
    const target = { kind: 'tenant-role', id, name: id }
    await recordAudit(tx, by, {
      action: 'tenant-role.update',
      target,
      before: { label: `old ${id}` },
      after: { label: id },
    })
    return tx.db
      .selectFrom('audit')
      .select('id')
      .where('tenant_id', '=', tenant.id)
      .where('request_id', '=', id)
      .executeTakeFirstOrThrow()
  })
  return path.replace('{id}', entry.id)
}

/** A group, a role or an application that groups are mapped to. Each call that changes something gets a new custom role, because some delete it. */
export async function mappingPath(world: World, endpoint: Endpoint, ids: IdKind): Promise<string> {
  const { path } = endpoint
  const filled =
    ids === 'wrong type'
      ? { envId: 'production', id: '1', appId: 'x'.repeat(101), roleId: '1' }
      : ids === 'random'
        ? Object.fromEntries(['envId', 'id', 'appId', 'roleId'].map((name) => [name, uuidv7(Date.now())]))
        : await mappedIds(world, ids === "globex's" ? world.globex : world.acme, path)
  // The role of production does not belong to staging, nor does the application.
  const envId = ids === "other environment's" ? (world.environments.get('staging') ?? '') : filled['envId']
  return path.replace(/\{(\w+)\}/g, (_, name: string) => ({ ...filled, envId })[name] ?? '')
}

/** An application that signs people in: each call that changes something gets another registration, because some remove it. */
export async function signInPath(world: World, endpoint: Endpoint, tenant: ImportedTenant): Promise<string> {
  const { envId = '', appId = '' } = await mappedIds(world, tenant, endpoint.path)
  const id = uuidv7(Date.now())
  const config = v.parse(ClientConfig, { protocol: 'openid', redirectUris: [`https://billing.example/${id}`] })
  await tenantScope(world.server.database, tenant.id).transaction((tx) =>
    saveClient(tx, { id, environmentId: envId, applicationId: appId, config }),
  )
  return endpoint.path.replace('{envId}', envId).replace('{appId}', appId)
}

/** An application that people are sent to. */
export async function provisioningPath(world: World, endpoint: Endpoint, tenant: ImportedTenant): Promise<string> {
  const { envId = '', appId = '' } = await mappedIds(world, tenant, endpoint.path)
  const { database, deps } = world.server
  const id = uuidv7(Date.now())
  const place = { environmentId: envId, applicationId: appId }
  await tenantScope(database, tenant.id).transaction(async (tx) => {
    if ((await findConnection(tx, place)) !== undefined) return
    const config = {
      url: 'https://192.0.2.1/scim',
      sendGroups: true,
      anyEmail: false,
      removal: 'deactivate',
      enabled: true,
    } as const
    const sealed = deps.secrets.seal('of-the-application', bearerTokenContext(id))
    await insertConnection(tx, { id, place, config, sealed })
  })
  return endpoint.path.replace('{envId}', envId).replace('{appId}', appId)
}

async function mappedIds(world: World, tenant: ImportedTenant, path: string): Promise<Record<string, string>> {
  const slug = path.includes('{appId}/groups') ? 'vault' : 'billing'
  return tenantScope(world.server.database, tenant.id).transaction(async (tx) => {
    const { rows } = await sql<Record<'envId' | 'appId' | 'roleId' | 'group', string>>`
      select e.id as "envId", a.id as "appId", r.id as "roleId", g.id as "group"
        from environments e join applications a on a.slug = ${slug}
        left join app_roles r on r.environment_id = e.id and r.application_id = a.id and r.name = 'viewer'
        join groups g on g.claim = 'admins'
       where e.slug = 'production'`.execute(tx.db)
    const [row] = rows
    const role = uuidv7(Date.now())
    await insertTenantRole(tx, { id: role, label: `role ${role}` })
    const roleId = path.includes('/applications/') ? (row?.roleId ?? '') : role
    return {
      envId: row?.envId ?? '',
      appId: row?.appId ?? '',
      roleId,
      id: path.includes('/groups/{id}') ? (row?.group ?? '') : role,
    }
  })
}

/** A request of a directory that is kept. */
export async function scimRequestPath(world: World, path: string, ids: IdKind): Promise<string> {
  const providerId = await providerIdOf(world, ids)
  const tenant = ids === "acme's" ? world.acme : ids === "globex's" ? world.globex : undefined
  const id = ids === 'wrong type' ? '1' : uuidv7(Date.now())
  if (tenant !== undefined)
    await tenantScope(world.server.database, tenant.id).transaction(({ db }) =>
      db
        .insertInto('scim_requests')
        .values({
          tenant_id: tenant.id,
          identity_provider_id: providerId,
          id,
          at: new Date(),
          method: 'GET',
          path: '/Users',
          query: null,
          body: null,
          status: 200,
          took_ms: 1,
          dialect: 'standard',
          dry_run: false,
          token_beginning: 'scim_test',
          request_id: id,
          changes: '[]',
          detail: null,
        })
        .execute(),
    )
  return path.replace('{id}', providerId).replace('{requestId}', id)
}
