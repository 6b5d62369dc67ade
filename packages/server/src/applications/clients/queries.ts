import { ClientConfig, clientSecretOverlapHours, type ExpiringClient } from '@portico/core/contract'
import { sql } from 'kysely'
import * as v from 'valibot'

import type { Database } from '../../kit/database/connect.ts'
import { globalQuery, visitorScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { isUuid, urn } from '../../kit/identifiers.ts'
import { certificatesOf } from './certificates.ts'

/** The registration of an application in an environment. */
export type Client = {
  readonly tenantId: string
  readonly tenantSlug: string
  readonly tenantDeactivated: boolean
  /** The client id. */
  readonly id: string
  readonly environmentId: string
  readonly application: { readonly id: string; readonly slug: string; readonly urn: string; readonly label: string }
  readonly launchUrl: string | null
  readonly config: ClientConfig
  /** SHA-256 of the secrets that count now, the current one first; none where there is no secret. */
  readonly secretHashes: readonly Buffer[]
  readonly secretMadeAt: Date | null
  /** Until then the replaced secret counts too. */
  readonly previousSecretUntil: Date | null
  readonly version: number
}

/** The client of any tenant by its client id, for requests that name nothing else; undefined when there is none. */
export async function findClient(database: Database, id: string): Promise<Client | undefined> {
  if (!isUuid(id)) return undefined
  const found = await sql<{ tenant_id: string }>`select tenant_id from portico_find_client(${id})`.execute(
    globalQuery(database),
  )
  const tenantId = found.rows[0]?.tenant_id
  if (tenantId === undefined) return undefined
  return visitorScope(database, tenantId).transaction((tx) => findTenantClient(tx, id))
}

export async function findTenantClient(tx: TenantTransaction, id: string): Promise<Client | undefined> {
  const row = await rows(tx).where('c.id', '=', id).executeTakeFirst()
  return row && clientOf(row)
}

/** How an application signs people in in an environment; undefined: it has no registration there. */
export async function findClientOf(
  tx: TenantTransaction,
  environmentId: string,
  applicationId: string,
): Promise<Client | undefined> {
  const row = await rows(tx)
    .where('c.environment_id', '=', environmentId)
    .where('c.application_id', '=', applicationId)
    .executeTakeFirst()
  return row && clientOf(row)
}

export async function findServiceProvider(tx: TenantTransaction, entityId: string): Promise<Client | undefined> {
  const row = await rows(tx).where('c.entity_id', '=', entityId).executeTakeFirst()
  return row && clientOf(row)
}

export async function listClients(tx: TenantTransaction, environmentId: string): Promise<Client[]> {
  return (await rows(tx).where('c.environment_id', '=', environmentId).orderBy('a.sort_key').execute()).map(clientOf)
}

/** Registers an application, or changes its registration. The client id and the secret stay as long as the row. */
export async function saveClient(
  tx: TenantTransaction,
  {
    id,
    environmentId,
    applicationId,
    config,
  }: {
    /** Id for a new registration. */
    readonly id: string
    readonly environmentId: string
    readonly applicationId: string
    readonly config: ClientConfig
  },
): Promise<void> {
  const values = {
    protocol: config.protocol,
    config: JSON.stringify(config),
    entity_id: config.protocol === 'saml' ? config.entityId : null,
    certificate_ends: firstEnd(config),
  }
  await tx.db
    .insertInto('application_clients')
    .values({ tenant_id: tx.tenantId, id, environment_id: environmentId, application_id: applicationId, ...values })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'environment_id', 'application_id']).doUpdateSet({
        ...values,
        version: sql<number>`application_clients.version + 1`,
        updated_at: sql<Date>`now()`,
      }),
    )
    .execute()
}

/** When the first of its signing certificates expires; null: it has none. */
function firstEnd(config: ClientConfig): Date | null {
  const ends = certificatesOf(config).flatMap(({ notAfter }) => (notAfter === null ? [] : [Date.parse(notAfter)]))
  return ends.length === 0 ? null : new Date(Math.min(...ends))
}

/**
 * Signing certificates of registered applications whose first one ends before `until`, the first to end; at most `most`
 * registrations.
 */
export async function readExpiringClients(
  tx: TenantTransaction,
  { until, most }: { readonly until: Date; readonly most: number },
): Promise<(ExpiringClient & { readonly all: number })[]> {
  const { rows: found } = await sql<{
    application_id: string
    environment_id: string
    label: string
    config: unknown
    all: number
  }>`
    select c.application_id, c.environment_id, a.label || ' (' || e.name || ')' as label, c.config, (count(*) over ())::int as all
      from application_clients c
      join applications a on a.tenant_id = c.tenant_id and a.id = c.application_id
      join environments e on e.tenant_id = c.tenant_id and e.id = c.environment_id
     where c.tenant_id = ${tx.tenantId} and c.certificate_ends < ${until}
     order by c.certificate_ends, c.id limit ${most}`.execute(tx.db)
  return found.map(({ application_id, environment_id, label, config, all }) => ({
    applicationId: application_id,
    environmentId: environment_id,
    name: label,
    ends: certificatesOf(v.parse(ClientConfig, config)).map(({ notAfter }) => notAfter),
    all,
  }))
}

/** Puts a new secret in place; the replaced one counts for `clientSecretOverlapHours` more, or ends at once. */
export async function setClientSecret(
  tx: TenantTransaction,
  { id, hash, keepPrevious }: { readonly id: string; readonly hash: Buffer | null; readonly keepPrevious: boolean },
): Promise<void> {
  await tx.db
    .updateTable('application_clients')
    .set({
      previous_secret_hash: keepPrevious ? sql<Buffer>`secret_hash` : null,
      previous_secret_until: keepPrevious
        ? sql<Date>`case when secret_hash is not null then now() + make_interval(hours => ${clientSecretOverlapHours}) end`
        : null,
      secret_hash: hash,
      secret_made_at: hash === null ? null : sql<Date>`now()`,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .execute()
}

export async function deleteClient(tx: TenantTransaction, id: string): Promise<boolean> {
  const result = await tx.db
    .deleteFrom('application_clients')
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

function rows(tx: TenantTransaction) {
  return tx.db
    .selectFrom('application_clients as c')
    .innerJoin('tenants as t', 't.tenant_id', 'c.tenant_id')
    .innerJoin('applications as a', (join) =>
      join.onRef('a.tenant_id', '=', 'c.tenant_id').onRef('a.id', '=', 'c.application_id'),
    )
    .innerJoin('environment_applications as ea', (join) =>
      join
        .onRef('ea.tenant_id', '=', 'c.tenant_id')
        .onRef('ea.environment_id', '=', 'c.environment_id')
        .onRef('ea.application_id', '=', 'c.application_id'),
    )
    .select(['c.tenant_id', 'c.id', 'c.environment_id', 'c.application_id', 'c.config', 'c.version'])
    .select(['c.secret_hash', 'c.secret_made_at', 'c.previous_secret_hash', 'c.previous_secret_until'])
    .select(sql<boolean>`coalesce(c.previous_secret_until > now(), false)`.as('previous_counts'))
    .select(['t.slug as tenant_slug', 't.deactivated', 'a.slug', 'a.label', 'ea.launch_url'])
    .where('c.tenant_id', '=', tx.tenantId)
}

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

function clientOf(row: Row): Client {
  const { secret_hash: current, previous_secret_hash: previous } = row
  return {
    tenantId: row.tenant_id,
    tenantSlug: row.tenant_slug,
    tenantDeactivated: row.deactivated,
    id: row.id,
    environmentId: row.environment_id,
    application: {
      id: row.application_id,
      slug: row.slug,
      urn: urn(row.tenant_slug, 'application', row.slug),
      label: row.label,
    },
    launchUrl: row.launch_url,
    config: v.parse(ClientConfig, row.config),
    secretHashes: [current, row.previous_counts ? previous : null].flatMap((one) => one ?? []),
    secretMadeAt: row.secret_made_at,
    previousSecretUntil: row.previous_counts ? row.previous_secret_until : null,
    version: row.version,
  }
}
