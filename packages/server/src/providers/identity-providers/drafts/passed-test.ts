import type { TestResult } from '@portico/core/contract'
import type { Selectable } from 'kysely'

import type { Tables } from '../../../kit/database/tables.ts'
import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import type { SecretBox } from '../../../kit/secrets/secret-box.ts'

/** Who passed a test login, and the groups that the provider sent for them. */
export type PassedTest = {
  readonly username: string
  readonly name: string
  readonly groups: readonly { readonly claim: string; readonly name: string }[]
}

/** The latest test login of a provider that passed with exactly this configuration. */
export async function passedTest(
  tx: TenantTransaction,
  providerId: string,
  { fingerprint, box }: { readonly fingerprint: string; readonly box: SecretBox },
): Promise<PassedTest | undefined> {
  const row = await tx.db
    .selectFrom('identity_provider_tests')
    .selectAll()
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .where('fingerprint', '=', fingerprint)
    .where('passed', '=', true)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const mapped = row && resultOf(row, box)?.mapped
  if (row === undefined || mapped == null) return undefined
  const { username, name, groups } = mapped
  return { username, name, groups }
}

/** Opens the result of a test; null while there is none. */
export function resultOf(
  { id, result }: Pick<Selectable<Tables['identity_provider_tests']>, 'id' | 'result'>,
  box: SecretBox,
): TestResult | null {
  return result === null ? null : (JSON.parse(box.open(result, testContext(id))) as TestResult)
}

/** What the result of a test is sealed for. */
export function testContext(id: string): string {
  return `test-login:${id}`
}
