import { sendLater } from '../../kit/database/later.ts'
import { visitorScope } from '../../kit/database/tenant-scope.ts'
import { readCookie } from '../../kit/http/cookies.ts'
import type { Deps } from '../../kit/http/deps.ts'
import type { Call } from '../../kit/http/route.ts'
import { enabledProvider, type IdentityProvider } from '../../providers/identity-providers/queries.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import type { Recording } from '../records/recording.ts'
import { providerOfAttempt } from './attempted-provider.ts'
import { consumeAttemptLast, findAttempt, type Attempt } from './transactions.ts'

type FollowTest = (
  of: { readonly deps: Deps; readonly tenantId: string; readonly attempt: Attempt },
  recording: Recording,
) => void

export type OpenedAttempt<Answer> = {
  readonly provider: IdentityProvider
  readonly attempt: Attempt
  readonly answer: Answer
  readonly state: string
}

/**
 * Finds the attempt of a state, checks that this browser began it and that the provider is as it was, reads the answer
 * and uses the attempt up. `follow` makes the recording that of a test login. `answerOf` may refuse without using it up. Throws SignInFault.
 */
export async function openAttempt<Answer>(
  { deps, request }: Pick<Call<never>, 'deps' | 'request'>,
  { idpId, state, follow }: { idpId: string; state: string | null; follow: FollowTest },
  recording: Recording,
  answerOf: (attempt: Attempt, provider: IdentityProvider) => Answer,
): Promise<OpenedAttempt<Answer>> {
  const { checks } = recording
  // Includes disabled providers, so that the record says that the provider was disabled during the sign-in.
  const tenantId = await deps.providerTenants.of(idpId)
  if (tenantId === undefined) throw new SignInFault('SIGN_IN_EXPIRED', 'unknown provider')
  recording.tenantId = tenantId
  recording.identityProviderId = idpId
  return visitorScope(deps.database, tenantId).transaction(async (tx) => {
    // Both in one message.
    const row = await sendLater(tx.db, enabledProvider(tx, idpId))
    const attempt = state === null ? undefined : await findAttempt(tx, deps.secrets, idpId, state)
    if (state === null || attempt === undefined) return checks.refuse('request-unknown')
    const binding = readCookie(request, deps.settings, 'sign-in')
    if (binding === undefined || !hashToken(binding).equals(attempt.bindingHash)) {
      // Not recorded in the attempt: the person who started it can still finish it.
      return checks.refuse('browser-other')
    }
    recording.recordId = attempt.recordId
    recording.purpose = attempt.purpose
    recording.username = attempt.secrets.username || undefined
    if (attempt.test !== undefined) follow({ deps, tenantId, attempt }, recording)
    checks.passed('request')
    checks.passed('browser')
    const provider = await providerOfAttempt(tx, attempt, deps.secrets, checks, async () => ({
      rows: await row.rows(),
    }))
    const answer = answerOf(attempt, provider)
    if (!(await consumeAttemptLast(tx, attempt.id))) return checks.refuse('request-used')
    return { provider, attempt, answer, state }
  })
}
