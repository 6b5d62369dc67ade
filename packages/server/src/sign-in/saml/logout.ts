import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import type { Answer } from '../../kit/http/route.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import type { SamlProvider } from '../../providers/identity-providers/queries.ts'
import { goPage, postPage } from '../../kit/pages/continue.ts'
import { buildLogoutRequest, type Outgoing } from '../../protocols/saml/index.ts'
import { randomToken } from '../../kit/secrets/secret-box.ts'
import type { ProviderState } from '../attempts/provider-state.ts'
import { insertAttempt } from '../attempts/transactions.ts'
import { writingParties } from './parties.ts'
import { newMessageId } from './start.ts'

/**
 * Single logout that starts here (profiles 4.4): the page that sends our LogoutRequest to the provider. The session
 * was ended before, in this transaction. undefined when the provider must not be notified, or has no address for it.
 */
export async function samlSignOut(
  tx: TenantTransaction,
  deps: Deps,
  provider: SamlProvider,
  state: Extract<ProviderState, { kind: 'saml' }>,
): Promise<Answer<never> | undefined> {
  const { config } = provider
  if (config.disableSlo || config.sloUrl === undefined || state.nameId === null) return undefined
  const id = newMessageId()
  const relayState = randomToken()
  const nowMs = deps.clock.now()
  await insertAttempt(tx, deps.secrets, {
    id: uuidv7(nowMs),
    state: relayState,
    // Cannot finish a sign-in: no browser has this binding. A logout answer needs none.
    binding: randomToken(),
    identityProviderId: provider.id,
    configVersion: provider.configVersion,
    returnPath: '/login/signed-out',
    secrets: { username: '', samlLogout: { requestId: id } },
    purpose: 'logout',
    recordId: null,
  })
  const parties = await writingParties(tx, deps, provider)
  const { nameId, sessionIndex } = state
  return pageFor(buildLogoutRequest({ ...parties, id, nameId, sessionIndex, relayState, nowMs }))
}

/** A page, since the redirects of a posted form are bound by the policy of the form's own page. */
function pageFor(outgoing: Outgoing): Answer<never> {
  return outgoing.kind === 'redirect' ? goPage(outgoing.url) : postPage(outgoing.action, outgoing.fields)
}
