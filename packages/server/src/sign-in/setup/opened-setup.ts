import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { notFound } from '../../kit/http/failure.ts'
import type { TenantCall } from '../../kit/http/route.ts'
import { readSetup, type SetupRow } from './queries.ts'

/** The setup of the caller's tenant. A session of its URL exists only while it is open; it may end during a call. */
export async function openedSetup(tx: TenantTransaction): Promise<SetupRow> {
  const setup = await readSetup(tx)
  if (setup?.state !== 'open') throw notFound()
  return setup
}

/**
 * The setup, locked, for a change of it, after every other lock. Another browser may have completed it, or an operator made
 * a newer setup URL, while the call waited for its locks: throws Failure 401, because the caller's session has ended.
 */
export async function lockOpenedSetup({
  tx,
  sender,
  deps,
}: Pick<TenantCall<never>, 'tx' | 'sender' | 'deps'>): Promise<SetupRow> {
  const setup = await readSetup(tx, { lock: true })
  await deps.senders.readSender(tx, sender.credential)
  if (setup?.state !== 'open') throw notFound()
  return setup
}
