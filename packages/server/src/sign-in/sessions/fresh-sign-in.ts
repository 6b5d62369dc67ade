import { freshSignInSecs } from '@portico/core/contract'
import { sql } from 'kysely'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Actor } from '../../kit/http/actor.ts'
import { Failure, personOnly } from '../../kit/http/failure.ts'

/**
 * Whether session `s` is fresh: its provider checked the person's credentials within the last minutes. That is not the moment
 * at which the session began: the provider may have had a session of many hours (docs/decisions/0083).
 */
export const isFreshSignIn = sql<boolean>`coalesce(s.credentials_at > now() - make_interval(secs => ${freshSignInSecs}),
  false)`

/** Throws 403 unless a person signed in at their provider within the last minutes; a program cannot have. */
export async function checkFreshSignIn(tx: TenantTransaction, actor: Actor): Promise<void> {
  if (actor.kind !== 'user') throw personOnly()
  const row = await tx.db
    .selectFrom('sessions as s')
    .select(isFreshSignIn.as('isFresh'))
    .where('s.tenant_id', '=', tx.tenantId)
    .where('s.id_hash', '=', actor.sessionHash)
    .executeTakeFirstOrThrow()
  if (!row.isFresh) throw new Failure(403, 'FRESH_SIGN_IN_REQUIRED', { values: { minutes: freshSignInSecs / 60 } })
}
