import { sql, type RawBuilder } from 'kysely'

import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { isUuid } from '../../../kit/identifiers.ts'
import type { ResourceRow } from '../http/resource.ts'
import type { Column, Lookup } from '../lists/compile-filter.ts'
import type { AttributePath } from '../paths.ts'
import { personIn, type ScimPerson } from '../people/person.ts'
import type { ResourceValues } from '../values.ts'

export type UserRow = ResourceRow & {
  readonly userName: string
  readonly active: boolean
  readonly resource: ResourceValues
  /** The row in `users`. */
  readonly personId: string | null
}

/** What is stored of a person; the columns repeat parts of the resource. */
export type UserValues = {
  readonly userName: string
  readonly externalId: string | null
  readonly active: boolean
  readonly resource: ResourceValues
}

export const userColumns = sql`r.id, r.version, r.created_at as "createdAt", r.updated_at as "updatedAt", r.user_name as "userName", r.active, r.resource,
  r.person_id as "personId"`

/** With its person (people/person.ts). undefined: another user of the provider has this userName or externalId. */
export async function insertUserRow(
  tx: TenantTransaction,
  user: ScimPerson & { readonly values: UserValues },
): Promise<(UserRow & { readonly isNewPerson: boolean }) | undefined> {
  const { scimId, providerId, values } = user
  const person = personIn(tx, user)
  const { rows } = await sql<UserRow & { readonly isNewPerson: boolean }>`
    with ${person.found}
    insert into scim_users as r (tenant_id, id, identity_provider_id, user_name, user_name_key, external_id,
                                 display_name_key, active, resource, person_id)
    values (${tx.tenantId}, ${scimId}, ${providerId}, ${values.userName}, ${keyOf(values.userName)}, ${values.externalId},
            ${displayNameKey(values.resource)}, ${values.active}, ${JSON.stringify(values.resource)}::jsonb, ${person.id})
    on conflict do nothing
    returning ${userColumns}, ${person.isNew} as "isNewPerson"`.execute(tx.db)
  return rows[0]
}

/** `isLocked`: until the transaction ends. */
export async function findUserRow(
  tx: TenantTransaction,
  providerId: string,
  id: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`
    select ${userColumns} from scim_users r
     where r.tenant_id = ${tx.tenantId} and r.identity_provider_id = ${providerId} and r.id = ${id}
       and r.deleted_at is null ${isLocked ? sql`for update` : sql``}`.execute(tx.db)
  return rows[0]
}

/** Throws the error of the database where another person has the userName or externalId. */
export async function updateUserRow(tx: TenantTransaction, id: string, values: UserValues): Promise<UserRow> {
  const { rows } = await sql<UserRow>`
    update scim_users r set user_name = ${values.userName}, user_name_key = ${keyOf(values.userName)},
           external_id = ${values.externalId}, display_name_key = ${displayNameKey(values.resource)},
           active = ${values.active}, resource = ${JSON.stringify(values.resource)}::jsonb,
           version = version + 1, updated_at = now()
     where r.tenant_id = ${tx.tenantId} and r.id = ${id}
    returning ${userColumns}`.execute(tx.db)
  const [row] = rows
  if (row === undefined) throw new Error('The locked row of a person is gone.')
  return row
}

/** Keeps the id, and what a sign-in is matched by. */
export async function deleteUserRow(tx: TenantTransaction, providerId: string, id: string): Promise<void> {
  await sql`
    delete from scim_members
     where tenant_id = ${tx.tenantId} and identity_provider_id = ${providerId} and user_id = ${id}`.execute(tx.db)
  await sql`
    update scim_users set deleted_at = now(), updated_at = now(), active = false, resource = '{}'
     where tenant_id = ${tx.tenantId} and id = ${id}`.execute(tx.db)
}

export const userLookup: Lookup = {
  column: columnOf,
  related: {
    groups: (value) =>
      value !== undefined && !isUuid(value)
        ? sql<boolean>`false`
        : sql<boolean>`exists (
            select from scim_members m
             where m.tenant_id = r.tenant_id and m.identity_provider_id = r.identity_provider_id and m.user_id = r.id
               ${value === undefined ? sql`` : sql`and m.group_id = ${value}::uuid`})`,
  },
}

function columnOf({ extension, attribute, sub }: AttributePath): Column | undefined {
  if (extension !== undefined) return undefined
  const name = sub === undefined ? attribute.name : `${attribute.name}.${sub.name}`
  return Object.hasOwn(columns, name) ? columns[name] : undefined
}

const column = (kind: Column['kind'], of: RawBuilder<unknown>): Column => ({ kind, of })
const columns: Readonly<Record<string, Column>> = {
  id: column('uuid', sql`r.id`),
  userName: column('folded', sql`r.user_name_key`),
  externalId: column('exact', sql`r.external_id`),
  displayName: column('folded', sql`r.display_name_key`),
  active: column('boolean', sql`r.active`),
  'meta.created': column('time', sql`r.created_at`),
  'meta.lastModified': column('time', sql`r.updated_at`),
}

function keyOf(userName: string): string {
  return userName.toLowerCase()
}

function displayNameKey({ displayName }: ResourceValues): string | null {
  return typeof displayName === 'string' ? displayName.toLowerCase() : null
}
