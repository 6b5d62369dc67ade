import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { Failure } from '../../kit/http/failure.ts'
import { say } from '../../kit/words/say.ts'
import type { ProvenBy } from './drafts/proofs.ts'
import { primaryProviderId, findProviderRow } from './rows.ts'
import { roleHolders, securityAdminPaths } from './security-admin-paths.ts'

/**
 * Makes a change of providers, formats or mappings in the caller's transaction, which holds `lockProviderList`, so that two
 * changes cannot each rely on the path that the other one removes. Throws 409 `LAST_ADMIN_PATH`, with the reason, if it
 * removes the last proven path to the Security Admin role. `reason` says it where groups hold the role, but no sign-in
 * proves them. A tenant that never had a path is not restricted: it is being set up. `by`: whose logins prove a path.
 */
export async function keepingAdminPath<T>(
  tx: TenantTransaction,
  change: () => Promise<T>,
  reason: (groups: string) => string | undefined = () => undefined,
  by: ProvenBy = 'anyone',
): Promise<T> {
  const hadPath = (await securityAdminPaths(tx, by)).length > 0
  const result = await change()
  if (hadPath && (await securityAdminPaths(tx, by)).length === 0)
    throw new Failure(409, 'LAST_ADMIN_PATH', {
      values: { reason: await reasonOf(tx, reason) },
      resource: { type: 'portal-role', id: 'security-admin' },
    })
  return result
}

async function reasonOf(tx: TenantTransaction, reason: (groups: string) => string | undefined): Promise<string> {
  const primaryId = await primaryProviderId(tx)
  const primary = primaryId === undefined ? undefined : await findProviderRow(tx, primaryId)
  if (primary?.enabled !== true) return say('adminPath.noProvider')
  const holders = await roleHolders(tx)
  if (holders.length === 0) return say('ADMIN_GROUP_REQUIRED')
  const groups = holders
    .map(({ group }) => group)
    .slice(0, 5)
    .join(', ')
  return reason(groups) ?? say('adminPath.unproven', { provider: primary.name, groups })
}
