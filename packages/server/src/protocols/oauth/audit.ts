import { recordAudit } from '../../kit/audit-trail/record.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import type { ClientAccount } from './accounts.ts'

/**
 * Records that an account got no token, after the answer. Where an account is refused too often, only some rows are written: the
 * log of the server has the rest. (A token that is issued is recorded by the statement that issues it: record-tokens.ts.)
 */
export async function auditRefusal(
  { database, rateLimits }: Pick<Deps, 'database' | 'rateLimits'>,
  account: ClientAccount,
  { requestId, address, ...after }: { requestId: string; address: string; error: string; reason: string },
): Promise<void> {
  const { tenantId, id, name } = account
  if ((await rateLimits.take('stray-records', `token ${id}`)) > 0) return
  const target = { kind: 'service-account', id, name } as const
  await tenantScope(database, tenantId).transaction((tx) =>
    recordAudit(
      tx,
      { actor: target, requestId, address, nowMs: Math.round(account.nowSecs() * 1000) },
      { action: 'token.refuse', after, target },
    ),
  )
}
