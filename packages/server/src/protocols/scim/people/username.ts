import { nameTransformer, type NameTransform } from '@portico/core/contract'

import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { readPattern } from '../../../providers/identity-providers/patterns.ts'
import { findProviderRow } from '../../../providers/identity-providers/rows.ts'
import { belongsTo } from '../../../providers/username-formats/queries.ts'

/** The username of a person whom a directory sent, as `users` has it. */
export type SentUsername = {
  readonly username: string
  /** As the directory sent it, where the provider's transforms changed it. */
  readonly received: string | null
  readonly belongs: boolean
}

/**
 * What a directory's userName becomes here: itself, or what the transforms of the provider's sign-ins make of it where only that
 * belongs to the provider.
 */
export async function sentUsername(tx: TenantTransaction, providerId: string, userName: string): Promise<SentUsername> {
  if (await belongsTo(tx, userName, providerId)) return { username: userName, received: null, belongs: true }
  const after = await transformed(tx, providerId, userName)
  if (after === undefined || !(await belongsTo(tx, after, providerId)))
    return { username: userName, received: null, belongs: false }
  return { username: after, received: userName, belongs: true }
}

async function transformed(tx: TenantTransaction, providerId: string, userName: string): Promise<string | undefined> {
  const provider = await findProviderRow(tx, providerId)
  const { usernameTransforms = [] } = (provider?.config ?? {}) as {
    readonly usernameTransforms?: readonly NameTransform[]
  }
  if (usernameTransforms.length === 0) return undefined
  return nameTransformer(usernameTransforms, readPattern)(userName).after ?? undefined
}
