import type { TenantTransaction } from '../kit/database/tenant-scope.ts'
import type { AssertedIdentity } from '../sign-in/attempts/identity.ts'
import { replaceImport, saveUser } from '../sign-in/attempts/users.ts'

/** Only the user that a sign-in creates or refreshes; undefined: the user was deactivated. */
export async function upsertUser(
  tx: TenantTransaction,
  providerId: string,
  identity: AssertedIdentity,
  nowMs: number,
): Promise<string | undefined> {
  const { config_version: configVersion } = await tx.db
    .selectFrom('identity_providers')
    .select('config_version')
    .where('id', '=', providerId)
    .executeTakeFirstOrThrow()
  const user = await saveUser(tx, { id: providerId, configVersion }, identity, nowMs)
  if (user?.active !== true) return undefined
  return (await replaceImport(tx, providerId, identity, user)) ? user.id : undefined
}
