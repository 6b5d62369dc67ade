import { randomBytes } from 'node:crypto'

import { nameIdFormatUrns } from '@portico/core/contract'
import { sql } from 'kysely'

import { grantsOfPerson } from '../access/grants.ts'
import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { SamlNameId } from '../saml/index.ts'
import { transientFormat } from '../saml/names.ts'
import type { SamlClient } from './parties.ts'

/** A person as an application is told about them. */
export type ToldPerson = {
  readonly id: string
  readonly username: string
  readonly name: string
  readonly email: string | null
}

export async function readToldPerson(tx: TenantTransaction, id: string): Promise<ToldPerson> {
  return tx.db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'email'])
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/**
 * How the person is named to the application; undefined: the application wants an e-mail address, and none is known. A persistent
 * name is the id of the person, which is never used again (docs/decisions/0108).
 */
export function nameIdOf(
  person: ToldPerson,
  { config }: SamlClient,
  { entityId, isTransient }: { readonly entityId: string; readonly isTransient: boolean },
): SamlNameId | undefined {
  const qualified = { nameQualifier: entityId, spNameQualifier: config.entityId }
  const plain = { nameQualifier: null, spNameQualifier: null }
  if (isTransient) return { value: `_${randomBytes(20).toString('hex')}`, format: transientFormat, ...qualified }
  const format = nameIdFormatUrns[config.nameIdFormat]
  switch (config.nameIdFormat) {
    case 'persistent':
      return { value: person.id, format, ...qualified }
    case 'emailAddress':
      return person.email === null ? undefined : { value: person.email, format, ...plain }
    case 'unspecified':
      return { value: person.username, format, ...plain }
  }
}

/** Attributes of the person in one application; undefined: they cannot open it. Read in the transaction of the answer. */
export async function readAttributes(
  tx: TenantTransaction,
  person: ToldPerson,
  { environmentId, application }: SamlClient,
): Promise<Readonly<Record<string, readonly string[]>> | undefined> {
  const { rows } = await sql<{ kind: string; name: string | null }>`
    select distinct o.kind, case when o.is_visible then coalesce(r.name, o.label) end as name
      from (${grantsOfPerson(tx, person.id)}) o
      left join app_roles r on r.tenant_id = ${tx.tenantId} and r.id = o.role_id and o.kind = 'application-role'
     where o.environment_id = ${environmentId}
       and (o.application_id = ${application.id} or o.kind = 'tenant-role')
     order by 1, 2`.execute(tx.db)
  const named = (kind: string) => rows.filter((row) => row.kind === kind).flatMap(({ name }) => name ?? [])
  if (!rows.some(({ kind }) => kind !== 'tenant-role')) return undefined
  return {
    username: [person.username],
    displayName: [person.name],
    email: person.email === null ? [] : [person.email],
    tenant: [tx.tenantId],
    environment: [environmentId],
    roles: named('application-role'),
    tenantRoles: named('tenant-role'),
  }
}
