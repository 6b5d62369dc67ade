import type { Checks } from '../../kit/checks/checks.ts'
import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { loadTested } from '../../providers/identity-providers/drafts/working-copy.ts'
import {
  enabledProvider,
  providerOf,
  type IdentityProvider,
  type ProviderRow,
} from '../../providers/identity-providers/queries.ts'
import type { SecretBox } from '../../kit/secrets/secret-box.ts'
import type { AttemptTest } from './attempt-test.ts'

type Attempted = {
  readonly identityProviderId: string
  readonly test?: AttemptTest | undefined
  /** Absent while the attempt begins. */
  readonly configVersion?: number
}

/**
 * The provider that an attempt goes on with: a test login with the working copy, as long as it is the one that the test
 * was started for; every other attempt with what is in effect, as `read` finds it. Throws SignInFault.
 */
export async function providerOfAttempt(
  tx: TenantTransaction,
  { identityProviderId, test, configVersion }: Attempted,
  box: SecretBox,
  checks: Checks,
  read: () => Promise<{ readonly rows: readonly ProviderRow[] }> = async () => ({
    rows: await enabledProvider(tx, identityProviderId).execute(),
  }),
): Promise<IdentityProvider> {
  if (test !== undefined) {
    const tested = await loadTested(tx, identityProviderId, box)
    if (tested === undefined) return checks.refuse('provider-disabled')
    return tested.fingerprint === test.fingerprint ? tested.provider : checks.refuse('draft-changed')
  }
  const [row] = (await read()).rows
  if (row === undefined) return checks.refuse('provider-disabled')
  const provider = providerOf(row, box)
  if (configVersion !== undefined && provider.configVersion !== configVersion) return checks.refuse('provider-changed')
  return provider
}
