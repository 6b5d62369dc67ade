import type { TestResult } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { importedSubject } from '../../people/people/imported-people.ts'
import type { AssertedIdentity } from '../attempts/identity.ts'
import { rolesOfPerson } from './roles.ts'

const groupsMax = 500

type Today = NonNullable<NonNullable<TestResult['mapped']>['today']> & { readonly securityAdmin: boolean }

/** What the person has before the tested configuration is in effect; null: the person is new to this provider. */
export async function heldToday(
  tx: TenantTransaction,
  providerId: string,
  { subjectKey, username }: Pick<AssertedIdentity, 'subjectKey' | 'username'>,
): Promise<Today | null> {
  const { rows } = await sql<{ id: string; username: string }>`
    select id, username from users
     where tenant_id = ${tx.tenantId} and identity_provider_id = ${providerId}
       and subject in (${subjectKey}, ${importedSubject(username)})
     order by subject = ${subjectKey} desc limit 1`.execute(tx.db)
  const [person] = rows
  if (person === undefined) return null
  const groups = await sql<{ claim: string; name: string }>`
    select g.claim, g.name
      from user_groups ug join groups g on g.tenant_id = ug.tenant_id and g.id = ug.group_id
     where ug.tenant_id = ${tx.tenantId} and ug.user_id = ${person.id}
     order by g.name limit ${groupsMax}`.execute(tx.db)
  return { username: person.username, groups: groups.rows, ...(await rolesOfPerson(tx, person.id)) }
}
