import { testLoginSecs, type TestResult } from '@portico/core/contract'
import { sql, type Selectable } from 'kysely'

import type { Tables } from '../../kit/database/tables.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { hashToken, type SecretBox } from '../../kit/secrets/secret-box.ts'
import { testContext } from '../../providers/identity-providers/drafts/passed-test.ts'

export type TestRow = Selectable<Tables['identity_provider_tests']>

export async function insertTest(
  tx: TenantTransaction,
  test: { id: string; token: string; providerId: string; fingerprint: string; isFresh: boolean },
): Promise<TestRow> {
  return tx.db
    .insertInto('identity_provider_tests')
    .values({
      tenant_id: tx.tenantId,
      id: test.id,
      identity_provider_id: test.providerId,
      fingerprint: test.fingerprint,
      token_hash: hashToken(test.token),
      is_fresh: test.isFresh,
      expires_at: sql<Date>`now() + make_interval(secs => ${testLoginSecs})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findTest(tx: TenantTransaction, providerId: string, id: string): Promise<TestRow | undefined> {
  return tx.db
    .selectFrom('identity_provider_tests')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Uses the token of a test up. undefined: there is none, or it was used before or expired. */
export async function takeToken(
  tx: TenantTransaction,
  providerId: string,
  { token, recordId }: { readonly token: string; readonly recordId: string },
): Promise<TestRow | undefined> {
  return tx.db
    .updateTable('identity_provider_tests')
    .set({ opened_at: sql<Date>`now()`, record_id: recordId })
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .where('token_hash', '=', hashToken(token))
    .where('opened_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returningAll()
    .executeTakeFirst()
}

/** Ends a test that is running; the first result counts. */
export async function endTest(
  tx: TenantTransaction,
  box: SecretBox,
  id: string,
  { passed, result }: { readonly passed: boolean; readonly result: TestResult | undefined },
): Promise<void> {
  await tx.db
    .updateTable('identity_provider_tests')
    .set({
      finished_at: sql<Date>`now()`,
      passed,
      result: result === undefined ? null : box.seal(JSON.stringify(result), testContext(id)),
    })
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
}
