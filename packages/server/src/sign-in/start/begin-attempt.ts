import { sendLast } from '../../kit/database/later.ts'
import { visitorScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { cookie, readCookie } from '../../kit/http/cookies.ts'
import type { Call } from '../../kit/http/route.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { enabledProvider, type IdentityProvider } from '../../providers/identity-providers/queries.ts'
import { randomToken } from '../../kit/secrets/secret-box.ts'
import { startOidc } from '../oidc/start.ts'
import type { Recording } from '../records/recording.ts'
import { insertRecord } from '../records/records.ts'
import { startSaml } from '../saml/start.ts'
import { insertAttempt, transactionSecs } from '../attempts/transactions.ts'
import type { AttemptStart, StartedAttempt } from '../attempts/attempt-start.ts'
import { providerOfAttempt } from '../attempts/attempted-provider.ts'

/**
 * From a provider to its address: one transaction record per attempt, bound to this browser.
 * Throws SignInFault with everything that was checked in `recording`.
 */
export async function beginAttempt(
  { deps, request, requestId, address }: Pick<Call<never>, 'deps' | 'request' | 'requestId' | 'address'>,
  start: AttemptStart,
  recording: Recording,
): Promise<{ url: string; headers: [string, string][] }> {
  const { database, secrets, settings, clock } = deps
  const { checks } = recording
  recording.tenantId = start.tenantId
  recording.identityProviderId = start.identityProviderId
  if (start.username !== '') recording.username = start.username
  const scope = visitorScope(database, start.tenantId)
  const provider = await scope.transaction((tx) =>
    providerOfAttempt(tx, start, secrets, checks, () => sendLast(tx.db, enabledProvider(tx, start.identityProviderId))),
  )
  checks.passed('provider', { name: provider.name, type: provider.type })
  // No transaction is open while the provider is asked for its metadata.
  const state = randomToken()
  const forceAuthn = start.forceAuthn === true || (provider.family === 'saml' && provider.config.forceAuthn)
  const started = await startWith(provider, deps, { ...start, forceAuthn, state }, recording)
  // One binding for all attempts of a browser, so that two tabs can both finish.
  const before = readCookie(request, settings, 'sign-in')
  const binding = before !== undefined && /^[\w-]{43}$/.test(before) ? before : randomToken()
  await scope.transaction(async (tx) => {
    const now = clock.now()
    // A test login has its row from the beginning.
    const recordId = recording.recordId ?? (await newRecord(tx, now))
    await insertAttempt(tx, secrets, {
      id: uuidv7(now),
      state: started.state,
      binding,
      identityProviderId: provider.id,
      configVersion: provider.configVersion,
      returnPath: start.returnPath,
      secrets: {
        username: start.username,
        forceAuthn,
        byOtherSite: start.byOtherSite === true,
        ...(start.acceptance !== undefined && { acceptance: start.acceptance }),
        ...started.secrets,
      },
      purpose: recording.purpose,
      recordId,
      test: start.test,
    })
  })
  return { url: started.url, headers: [['Set-Cookie', cookie(settings, 'sign-in', binding, transactionSecs)]] }

  async function newRecord(tx: TenantTransaction, now: number): Promise<string> {
    const { username, identityProviderId } = start
    const about = { identityProviderId, purpose: recording.purpose, username, address, requestId }
    return (await insertRecord(tx, { ...about, lines: checks.lines }, now)).id
  }
}

function startWith(
  provider: IdentityProvider,
  deps: Call<never>['deps'],
  start: AttemptStart & { state: string },
  { checks }: Recording,
): Promise<StartedAttempt> {
  if (provider.family === 'saml') return startSaml(provider, deps, start)
  return startOidc(provider, deps, start, checks)
}
