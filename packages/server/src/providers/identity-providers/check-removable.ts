import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Actor } from '../../kit/http/actor.ts'
import { conflict, Failure } from '../../kit/http/failure.ts'
import { providerOfSession, type ProviderRow } from './rows.ts'

const kind = 'identity-provider'

/** Refuses to remove the primary provider or the one you signed in with (spec section 4). */
export async function checkRemovable(
  tx: TenantTransaction,
  row: ProviderRow,
  actor: Actor,
  fieldID: 'enabled' | undefined,
): Promise<void> {
  if (row.is_primary) throw primary(fieldID)
  if (actor.kind === 'user' && (await providerOfSession(tx, actor.sessionHash)) === row.id)
    throw refused('IDP_SIGNED_IN_WITH', fieldID)
}

export const primary = (fieldID: 'enabled' | undefined) => refused('IDP_PRIMARY', fieldID)

function refused(errorID: 'IDP_PRIMARY' | 'IDP_SIGNED_IN_WITH', fieldID: 'enabled' | undefined): Failure {
  return fieldID === undefined
    ? new Failure(409, errorID, { resource: { type: kind } })
    : conflict(errorID, fieldID, kind)
}
