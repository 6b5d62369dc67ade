import { freshSignInSecs } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../database/tenant-scope.ts'
import type { Actor } from '../http/actor.ts'
import { Failure, personOnly } from '../http/failure.ts'

/** Throws 403 unless a person signed in at their provider within the last minutes; a program cannot have. */
export async function checkFreshSignIn(tx: TenantTransaction, actor: Actor): Promise<void> {
  if (actor.kind !== 'user') throw personOnly()
  const row = await tx.db
    .selectFrom('sessions')
    .select(sql<boolean>`authenticated_at > now() - make_interval(secs => ${freshSignInSecs})`.as('isFresh'))
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', actor.sessionHash)
    .executeTakeFirstOrThrow()
  if (!row.isFresh) throw new Failure(403, 'FRESH_SIGN_IN_REQUIRED', { values: { minutes: freshSignInSecs / 60 } })
}
