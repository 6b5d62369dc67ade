import { getTestLogin, startTestLogin, type TestLogin } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { Failure, notFound } from '../../kit/http/failure.ts'
import { route } from '../../kit/http/route.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { readConfigurations } from '../../providers/identity-providers/drafts/working-copy.ts'
import { findProviderRow } from '../../providers/identity-providers/rows.ts'
import { randomToken } from '../../kit/secrets/secret-box.ts'
import { checkOf } from '../records/routes.ts'
import { findRecordById } from '../records/queries.ts'
import { transactionSecs } from '../attempts/transactions.ts'
import { resultOf } from '../../providers/identity-providers/drafts/passed-test.ts'
import { findTest, insertTest, type TestRow } from './rows.ts'

export const testLoginRoutes = [
  // Spec section 5: at least one username format is required to test.
  route(
    startTestLogin,
    ['admin', 'support-changing', 'recovery', 'setup'],
    { 409: ['FORMATS_REQUIRED'] },
    async ({ tx, params, query, deps, audit }) => {
      const row = await findProviderRow(tx, params.id)
      if (row === undefined) throw notFound()
      const { formats, fingerprint } = (await readConfigurations(tx, row)).working
      if (formats.prefixes.length + formats.suffixes.length === 0)
        throw new Failure(409, 'FORMATS_REQUIRED', { resource: { type: 'identity-provider' } })
      const token = randomToken()
      const id = uuidv7(deps.clock.now())
      const isFresh = query.fresh !== 'false'
      const { expires_at } = await insertTest(tx, { id, token, providerId: row.id, fingerprint, isFresh })
      await audit({
        action: 'identity-provider.test',
        target: { kind: 'identity-provider', id: row.id, name: row.name },
        after: { test: id, ...(isFresh ? {} : { fresh: false }) },
      })
      const url = `${deps.settings.baseUrl}/api/login/idps/${row.id}/test?${new URLSearchParams({ token }).toString()}`
      return { value: { id, url, expiresAt: expires_at.toISOString() } }
    },
  ),

  route(getTestLogin, ['admin', 'support-reading', 'recovery', 'setup'], async ({ tx, params, deps }) => {
    const row = await findProviderRow(tx, params.id)
    const test = row && (await findTest(tx, row.id, params.testId))
    if (row === undefined || test === undefined) throw notFound()
    const { fingerprint } = (await readConfigurations(tx, row)).working
    return { value: await shown(tx, test, { fingerprint, deps }) }
  }),
]

async function shown(
  tx: TenantTransaction,
  test: TestRow,
  { fingerprint, deps }: { readonly fingerprint: string; readonly deps: Deps },
): Promise<TestLogin> {
  const record = test.record_id === null ? undefined : await findRecordById(tx, test.record_id)
  return {
    id: test.id,
    state: stateOf(test, deps.clock.now()),
    fresh: test.is_fresh,
    current: test.fingerprint === fingerprint,
    startedAt: test.created_at.toISOString(),
    expiresAt: test.expires_at.toISOString(),
    finishedAt: test.finished_at?.toISOString() ?? null,
    code: record?.code ?? null,
    checks: (record?.lines ?? []).map((line) => checkOf(line)),
    result: resultOf(test, deps.secrets),
  }
}

/** An attempt at the provider may last as long again as the address (transactions.ts). */
function stateOf({ passed, opened_at: openedAt, expires_at: expiresAt }: TestRow, nowMs: number): TestLogin['state'] {
  if (passed !== null) return passed ? 'passed' : 'failed'
  if (openedAt === null) return nowMs > expiresAt.getTime() ? 'expired' : 'waiting'
  return nowMs > openedAt.getTime() + transactionSecs * 1000 ? 'expired' : 'running'
}
