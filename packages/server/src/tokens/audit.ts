import { recordAudit } from '../audit/record.ts'
import { tenantScope, type TenantTransaction } from '../database/tenant-scope.ts'
import type { Deps } from '../deps.ts'
import type { ClientAccount } from './accounts.ts'
import type { Exchange } from './exchange.ts'

/** Records a token in the transaction that issues it. */
export async function auditIssue(tx: TenantTransaction, exchange: Exchange, after: Readonly<Record<string, string>>) {
  const { account } = exchange
  if (account !== undefined) await record(tx, account, exchange, { action: 'token.issue', after })
}

/**
 * Records that an account got no token, after the answer. Where an account is refused too often, only some rows are written: the
 * log of the server has the rest.
 */
export async function auditRefusal(
  { database, rateLimits }: Pick<Deps, 'database' | 'rateLimits'>,
  exchange: Exchange,
  after: Readonly<Record<string, string>>,
): Promise<void> {
  const { account } = exchange
  if (account === undefined || (await rateLimits.take('stray-records', `token ${account.id}`)) > 0) return
  await tenantScope(database, account.tenantId).transaction((tx) =>
    record(tx, account, exchange, { action: 'token.refuse', after }),
  )
}

function record(
  tx: TenantTransaction,
  { id, name, nowSecs }: ClientAccount,
  { requestId, address }: Exchange,
  entry: { action: string; after: Readonly<Record<string, string>> },
): Promise<void> {
  const target = { kind: 'service-account', id, name } as const
  return recordAudit(tx, { actor: target, requestId, address, nowMs: nowSecs * 1000 }, { ...entry, target })
}
