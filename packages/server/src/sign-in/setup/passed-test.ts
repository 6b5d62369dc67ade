import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { SecretBox } from '../../kit/secrets/secret-box.ts'
import { resultOf } from '../test-logins/rows.ts'

/** Who passed a test login, and the groups that the provider sent for them. */
export type PassedTest = {
  readonly username: string
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
  const { username, groups } = mapped
  return { username, groups }
}
