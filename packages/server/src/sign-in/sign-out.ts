import type { signOut } from '@portico/core/contract'

import { visitorScope } from '../kit/database/tenant-scope.ts'
import type { Answer, TenantCall } from '../kit/http/route.ts'
import { loadProvider, type IdentityProvider } from '../providers/identity-providers/queries.ts'
import { goPage } from '../kit/pages/continue.ts'
import { samlSessionsOf } from '../applications/saml-applications/end-named.ts'
import { answerStep, leaveToChain, tellApplications } from '../applications/saml-applications/logout-chain.ts'
import { endedSessionCookies } from './sessions/cookies.ts'
import { endSession } from './sessions/queries.ts'
import { endRepairSessions } from './sessions/repair-sessions.ts'
import { endSetupSessions } from './sessions/setup-sessions.ts'
import { closeVisit, endSupportSessions } from './sessions/support-sessions.ts'
import { revokeAccessToken } from '../protocols/oauth/access-tokens.ts'
import { oidcSignOut } from './oidc/sign-out.ts'
import { readProviderState } from './attempts/provider-state.ts'
import { samlSignOut } from './saml/logout.ts'

type Call = TenantCall<typeof signOut>
type Goodbye = Answer<undefined>

/**
 * POST /login/signout: always ends the session here first; then tells the applications that speak SAML, and sends the browser to the provider to end the
 * provider's session, and from there to our page or the company's. Programs and command-line sessions only end the
 * session here.
 */
export async function signOutEverywhere(call: Call): Promise<Goodbye> {
  const { actor, tx, deps } = call
  const ended = actor.kind === 'user' && isBrowser(call) ? await samlSessionsOf(tx, actor.sessionHash) : []
  const answer = await signOutHere(call)
  if (ended.length === 0) return answer
  await leaveToChain(tx, ended)
  const afterwards = async () => {
    const { afterwards: _, headers = [], ...last } = (await answer.afterwards?.()) ?? answer
    const kept = headers.filter(([name]) => name !== 'Set-Cookie')
    const told = { ended, last: { kind: 'page', answer: { ...last, headers: kept } } } as const
    const step = await visitorScope(deps.database, tx.tenantId).transaction((next) =>
      tellApplications(next, deps, told),
    )
    return withoutCookies(await answerStep(deps, tx.tenantId, step), call)
  }
  return { ...answer, afterwards }
}

async function signOutHere(call: Call): Promise<Goodbye> {
  const { tx, actor, audit, deps } = call
  if (actor.kind === 'service-account') {
    await revokeAccessToken(tx, actor.token.id)
    const target = { kind: actor.kind, id: actor.id, name: actor.name }
    await audit({ action: 'token.revoke', target, after: { tokenId: actor.token.id } })
    return { location: '/login/signed-out' }
  }
  if (actor.kind === 'recovery') {
    await endRepairSessions(tx)
    await audit({ action: 'recovery-codes.end', target: { kind: 'recovery-codes' } })
    return withoutCookies({ location: '/login/signed-out' }, call)
  }
  if (actor.kind === 'setup') {
    await endSetupSessions(tx, actor.sessionHash)
    await audit({ action: 'setup.leave', target: { kind: 'setup' } })
    return withoutCookies({ location: '/login/setup/left' }, call)
  }
  if (actor.kind === 'support') {
    const [ended] = await endSupportSessions(tx, { id: actor.id, how: 'left', by: actor.name })
    await audit({ action: 'support.leave', target: { kind: 'tenant', id: tx.tenantId } })
    const goodbye = withoutCookies({ location: '/login/signed-out' }, call)
    const about = { requestId: call.requestId, nowMs: deps.clock.now() }
    const afterwards = async () => {
      if (ended !== undefined) await closeVisit(deps.database, ended, 'left', about)
      return goodbye
    }
    return { ...goodbye, afterwards }
  }
  const held = await readProviderState(tx, deps.secrets, actor.sessionHash)
  const provider = held && (await loadProvider(tx, held.identityProviderId, deps.secrets))
  await endSession(tx, actor.sessionHash)
  await audit({ action: 'session.end', target: { kind: 'user', id: actor.id, name: actor.name } })
  const here = withoutCookies({ location: '/login/signed-out' }, call)
  if (held === undefined || provider === undefined || !isBrowser(call)) return here
  const local = withoutCookies(localGoodbye(provider), call)
  if (provider.family === 'saml') {
    const page = held.state.kind === 'saml' ? await samlSignOut(tx, deps, provider, held.state) : undefined
    return page === undefined ? local : withoutCookies(page, call)
  }
  if (held.state.kind !== 'oidc') return local
  const { idToken } = held.state
  // No transaction is open while the provider is asked for its metadata.
  const afterwards = async () => {
    const page = await oidcSignOut(deps, provider, idToken)
    return page === undefined ? local : withoutCookies(page, call)
  }
  return { ...local, afterwards }
}

/** Where the browser ends without the provider; another site is reached by a page (pages/continue.ts). */
function localGoodbye({ config }: IdentityProvider): Goodbye {
  return config.logoutRedirectUrl === undefined ? { location: '/login/signed-out' } : goPage(config.logoutRedirectUrl)
}

function isBrowser({ request }: Call): boolean {
  return /\btext\/html\b/i.test(request.headers.get('accept') ?? '')
}

function withoutCookies(answer: Goodbye, { deps }: Call): Goodbye {
  return { ...answer, headers: [...(answer.headers ?? []), ...endedSessionCookies(deps.settings)] }
}
