import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { isUuid } from '../../../kit/identifiers.ts'
import type { ResourceRow } from '../http/resource.ts'
import type { Column, Lookup } from '../lists/compile-filter.ts'
import type { AttributePath } from '../paths.ts'
import type { ResourceValues } from '../values.ts'

/** `resource` is without the members. */
export type GroupRow = ResourceRow & {
  readonly displayName: string
  readonly externalId: string | null
  readonly resource: ResourceValues
  /** The row in `groups`. */
  readonly groupId: string | null
}

export type GroupValues = {
  readonly displayName: string
  readonly externalId: string | null
  readonly resource: ResourceValues
}

export const groupColumns = sql`r.id, r.version, r.created_at as "createdAt", r.updated_at as "updatedAt",
  r.display_name as "displayName", r.external_id as "externalId", r.resource, r.group_id as "groupId"`

/** undefined: another group of the provider has this displayName or externalId. */
export async function insertGroupRow(
  tx: TenantTransaction,
  { id, providerId, values }: { readonly id: string; readonly providerId: string; readonly values: GroupValues },
): Promise<GroupRow | undefined> {
  const { displayName, externalId, resource } = values
  const { rows } = await sql<GroupRow>`
    insert into scim_groups as r (tenant_id, id, identity_provider_id, display_name, display_name_key, external_id, resource)
    values (${tx.tenantId}, ${id}, ${providerId}, ${displayName}, ${displayName.toLowerCase()}, ${externalId},
            ${JSON.stringify(resource)}::jsonb)
    on conflict do nothing
    returning ${groupColumns}`.execute(tx.db)
  return rows[0]
}

/** `isLocked`: until the transaction ends, so that changes of its members wait for each other. */
export async function findGroupRow(
  tx: TenantTransaction,
  providerId: string,
  id: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`
    select ${groupColumns} from scim_groups r
     where r.tenant_id = ${tx.tenantId} and r.identity_provider_id = ${providerId} and r.id = ${id}
       and r.deleted_at is null ${isLocked ? sql`for no key update` : sql``}`.execute(tx.db)
  return rows[0]
}

/** A new version. Throws the error of the database where another group has the displayName or externalId. */
export async function updateGroupRow(tx: TenantTransaction, id: string, values: GroupValues): Promise<GroupRow> {
  const { displayName, externalId, resource } = values
  const { rows } = await sql<GroupRow>`
    update scim_groups r set display_name = ${displayName}, display_name_key = ${displayName.toLowerCase()},
           external_id = ${externalId}, resource = ${JSON.stringify(resource)}::jsonb,
           version = version + 1, updated_at = now()
     where r.tenant_id = ${tx.tenantId} and r.id = ${id}
    returning ${groupColumns}`.execute(tx.db)
  const [row] = rows
  if (row === undefined) throw new Error('The locked row of a group is gone.')
  return row
}

export async function deleteGroupRow(tx: TenantTransaction, id: string): Promise<void> {
  await sql`
    update scim_groups set deleted_at = now(), updated_at = now(), resource = '{}'
     where tenant_id = ${tx.tenantId} and id = ${id}`.execute(tx.db)
}

export const groupLookup: Lookup = {
  column: columnOf,
  related: {
    members: (value) =>
      value !== undefined && !isUuid(value)
        ? sql<boolean>`false`
        : sql<boolean>`exists (
            select from scim_members m
             where m.tenant_id = r.tenant_id and m.identity_provider_id = r.identity_provider_id and m.group_id = r.id
               ${value === undefined ? sql`` : sql`and m.user_id = ${value}::uuid`})`,
  },
}

function columnOf({ attribute, sub }: AttributePath): Column | undefined {
  const name = sub === undefined ? attribute.name : `${attribute.name}.${sub.name}`
  return Object.hasOwn(columns, name) ? columns[name] : undefined
}

const column = (kind: Column['kind'], of: RawBuilder<unknown>): Column => ({ kind, of })
const columns: Readonly<Record<string, Column>> = {
  id: column('uuid', sql`r.id`),
  displayName: column('folded', sql`r.display_name_key`),
  externalId: column('exact', sql`r.external_id`),
  'meta.created': column('time', sql`r.created_at`),
  'meta.lastModified': column('time', sql`r.updated_at`),
}
