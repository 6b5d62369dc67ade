import { randomUUID } from 'node:crypto'

import { sql, type Selectable } from 'kysely'

import type { Tables } from '../../../kit/database/tables.ts'
import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import type { ProviderRow } from '../../identity-providers/rows.ts'

export type ReadingRow = Selectable<Tables['metadata_readings']>

/** Where a provider publishes its metadata, as its configuration in effect says. */
export type MetadataSource = { readonly url: string; readonly entityId: string; readonly follows: boolean }

/** A process that died while reading is waited for no longer. */
const claimSecs = 120

/** undefined: it names no address, or was never kept. */
export function metadataSource({ config, kept_at: keptAt }: ProviderRow): MetadataSource | undefined {
  const { metadataUrl: url, entityId, followMetadata } = config
  if (keptAt === null || typeof url !== 'string' || typeof entityId !== 'string') return undefined
  return { url, entityId, follows: followMetadata === true }
}

export async function listReadings(tx: TenantTransaction): Promise<ReadonlyMap<string, ReadingRow>> {
  const rows = await tx.db.selectFrom('metadata_readings').selectAll().where('tenant_id', '=', tx.tenantId).execute()
  return new Map(rows.map((row) => [row.identity_provider_id, row]))
}

/** The reading with this claim, locked; undefined if another reading has begun since, or the provider is gone. */
export async function lockReading(
  tx: TenantTransaction,
  providerId: string,
  claim: string,
): Promise<ReadingRow | undefined> {
  return tx.db
    .selectFrom('metadata_readings')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .where('claim', '=', claim)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Claims the next reading for this process, so that of several processes one asks the provider. `due`: only if it is time and no
 * other process reads now; an administrator's reading takes precedence. What was read at another address is forgotten.
 */
export async function claimReading(
  tx: TenantTransaction,
  providerId: string,
  { url, entityId }: MetadataSource,
  { due }: { readonly due: boolean },
): Promise<ReadingRow | undefined> {
  const claim = randomUUID()
  const { rows } = await sql<ReadingRow>`
    insert into metadata_readings as r (tenant_id, identity_provider_id, url, entity_id, claim, claimed_until)
    values (${tx.tenantId}, ${providerId}, ${url}, ${entityId}, ${claim}, now() + make_interval(secs => ${claimSecs}))
    on conflict (tenant_id, identity_provider_id) do update
       set claim = excluded.claim, claimed_until = excluded.claimed_until
     where not ${due} or (r.next_at <= now() and coalesce(r.claimed_until <= now(), true))
    returning *`.execute(tx.db)
  const [claimed] = rows
  if (claimed === undefined || (claimed.url === url && claimed.entity_id === entityId)) return claimed
  return tx.db
    .updateTable('metadata_readings')
    .set({
      url,
      entity_id: entityId,
      read_at: null,
      result: null,
      detail: null,
      etag: null,
      last_modified: null,
      certificates: [],
      listed: [],
      withdrawn: [],
      failures: 0,
    })
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .returningAll()
    .executeTakeFirst()
}

type Ended = Partial<
  Pick<ReadingRow, 'result' | 'detail' | 'etag' | 'last_modified' | 'certificates' | 'listed' | 'withdrawn'>
> & { readonly usable: boolean }

/** Records how a reading ended, releases its claim and sets the time of the next one: with jitter, sooner after a failure. */
export async function endReading(
  tx: TenantTransaction,
  row: ReadingRow,
  { usable, ...found }: Ended,
  everySecs: number,
): Promise<void> {
  const failures = usable ? 0 : row.failures + 1
  const waitSecs = usable ? everySecs : Math.min(everySecs, firstRetrySecs * 2 ** Math.min(failures - 1, 10))
  await tx.db
    .updateTable('metadata_readings')
    .set({
      ...found,
      failures,
      tried_at: sql<Date>`now()`,
      ...(usable ? { read_at: sql<Date>`now()` } : {}),
      next_at: sql<Date>`now() + make_interval(secs => ${waitSecs} * (0.9 + random() * 0.2))`,
      claim: null,
      claimed_until: null,
    })
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', row.identity_provider_id)
    .execute()
}

const firstRetrySecs = 300
