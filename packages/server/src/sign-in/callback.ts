import { readReturnPath, type oidcCallback, type oidcFormCallback } from '@portico/core/contract'

import { recordAudit } from '../audit/record.ts'
import { tenantScope } from '../database/tenant-scope.ts'
import { readCookie } from '../http/cookies.ts'
import { tooManyRequests } from '../http/failure.ts'
import type { Answer, Call } from '../http/route.ts'
import { findProviderTenant, loadProvider, lockProvider, type IdentityProvider } from '../identity-providers/queries.ts'
import { hashToken, randomToken } from '../secrets/secret-box.ts'
import { sessionCookies } from '../sessions/cookies.ts'
import { createSession, endSession, findSessionTenant } from '../sessions/queries.ts'
import { belongsToProvider } from '../username-formats/queries.ts'
import { errorScreen } from './browser-refusal.ts'
import { SignInFault } from './faults.ts'
import { identityOf, type AssertedIdentity } from './identity.ts'
import { finishFlow, readUserinfo } from './oidc/flow.ts'
import { verifyIdToken } from './oidc/id-token.ts'
import { selectOnlyEnvironment } from './only-environment.ts'
import { providerTimeoutMs } from './provider-fetch.ts'
import { consumeAttempt, findAttempt, launcherPath, storeAnswer, type Attempt } from './transactions.ts'
import { replaceUserGroups, upsertUser } from './users.ts'

/** What an authorization response may say (RFC 6749 section 4.1.2, RFC 9207); nothing else is kept. */
const answerFields = ['state', 'code', 'iss', 'error', 'error_description'] as const

const perAddress = { attempts: 240, windowSecs: 60 }

/** The cross-site form of response_mode=form_post: kept, and answered with a redirect that brings the browser's own cookies. */
export async function receiveForm(call: Call<typeof oidcFormCallback>): Promise<Answer<undefined>> {
  return guarded(call, async () => {
    const { deps, params, form } = call
    const state = form.get('state')
    if (typeof state !== 'string' || state === '') throw new SignInFault('SIGN_IN_EXPIRED', 'no state in the form')
    const tenantId = await findProviderTenant(deps.database, params.idpId)
    if (tenantId === undefined) throw new SignInFault('SIGN_IN_EXPIRED', 'unknown provider')
    const answer = Object.fromEntries(
      answerFields.flatMap((name) => {
        const value = form.get(name)
        return typeof value === 'string' ? [[name, value] as const] : []
      }),
    )
    const stored = await tenantScope(deps.database, tenantId).transaction((tx) =>
      storeAnswer(tx, deps.secrets, { providerId: params.idpId, state, answer }),
    )
    if (!stored) throw new SignInFault('SIGN_IN_EXPIRED', 'no open attempt for the state, or answered before')
    return { location: `/api/login/idps/${params.idpId}/oidc/callback?received=${encodeURIComponent(state)}` }
  })
}

/** The browser is back by itself: everything is checked, the attempt is used up, and a session begins. */
export async function finishSignIn(call: Call<typeof oidcCallback>): Promise<Answer<undefined>> {
  return guarded(call, async () => {
    const opened = await openAttempt(call, new URL(call.request.url).searchParams)
    const signal = AbortSignal.timeout(providerTimeoutMs)
    const { identity, sid } = await beforeAbort(signal, askProvider(call, opened, signal))
    return beginSession(call, opened, identity, sid)
  })
}

type Opened = Awaited<ReturnType<typeof openAttempt>>

/** Everything the provider has to say, checked; no transaction is open meanwhile. */
async function askProvider(
  { deps, requestId }: Call<typeof oidcCallback>,
  { provider, attempt, answer, state }: Opened,
  signal: AbortSignal,
) {
  const { config, secrets } = provider
  const facts = await deps.providerMetadata.read(config)
  const flow = { provider, facts, fetch: deps.providerFetch, baseUrl: deps.settings.baseUrl, signal }
  const tokens = await finishFlow(flow, answer, { state, ...attempt.secrets })
  if (config.disableSignatureVerification)
    deps.log.warn({ requestId, provider: provider.id }, 'ID token taken without verifying its signature, as configured')
  const claims = await verifyIdToken(tokens.idToken, {
    config,
    clientSecret: secrets.clientSecret,
    keys: deps.keySets.of(facts.jwksUri),
    nonce: attempt.secrets.nonce,
    accessToken: tokens.accessToken,
    nowMs: deps.clock.now(),
  })
  const userinfo = await readUserinfo(flow, tokens.accessToken, claims.sub)
  const sid = claims['sid']
  return {
    identity: identityOf({ ...claims }, userinfo, config),
    sid: typeof sid === 'string' && /^[^\p{Cc}]{1,255}$/u.test(sid) ? sid : null,
  }
}

/**
 * The work's result, or IDP_ERROR once the signal fires. What others wait for too (discovery, keys) goes on within its
 * own limit.
 */
function beforeAbort<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new SignInFault('IDP_ERROR', 'the provider took too long in all'))
    signal.addEventListener('abort', late, { once: true })
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', late))
  })
}

/** Finds the attempt, checks that this browser began it, and uses it up. */
async function openAttempt(call: Call<typeof oidcCallback>, query: URLSearchParams) {
  const { deps, params, request } = call
  const received = query.get('received')
  const state = received ?? query.get('state')
  if (state === null || query.getAll('state').length > 1) throw new SignInFault('SIGN_IN_EXPIRED', 'no state')
  const tenantId = await findProviderTenant(deps.database, params.idpId)
  if (tenantId === undefined) throw new SignInFault('SIGN_IN_EXPIRED', 'unknown provider')
  return tenantScope(deps.database, tenantId).transaction(async (tx) => {
    const attempt = await findAttempt(tx, deps.secrets, params.idpId, state)
    if (attempt === undefined) throw new SignInFault('SIGN_IN_EXPIRED', 'no open attempt for the state')
    const binding = readCookie(request, deps.settings, 'sign-in')
    if (binding === undefined || !hashToken(binding).equals(attempt.bindingHash)) {
      throw new SignInFault('SIGN_IN_OTHER_BROWSER', 'the binding cookie is missing or another one')
    }
    const provider = await loadProvider(tx, params.idpId, deps.secrets)
    if (provider === undefined || provider.configVersion !== attempt.configVersion) {
      throw new SignInFault('SIGN_IN_EXPIRED', 'the provider was changed or disabled meanwhile')
    }
    const answer = answerOf(attempt, provider, query, received !== null)
    if (!(await consumeAttempt(tx, attempt.id))) throw new SignInFault('SIGN_IN_EXPIRED', 'used at the same time')
    return { provider, attempt, answer, state }
  })
}

/** The provider's answer, by the way its configuration says; the other way is refused. */
function answerOf(
  attempt: Attempt,
  provider: IdentityProvider,
  query: URLSearchParams,
  received: boolean,
): URLSearchParams {
  const byForm = provider.config.responseMode === 'form_post'
  if (byForm !== received)
    throw new SignInFault('IDP_ERROR', `the answer did not come by ${provider.config.responseMode}`)
  if (!byForm) return query
  if (attempt.answer === undefined) throw new SignInFault('SIGN_IN_EXPIRED', 'no form was received')
  return new URLSearchParams(attempt.answer)
}

async function beginSession(
  { deps, params, request, requestId }: Call<typeof oidcCallback>,
  { provider: checked, attempt }: Opened,
  identity: AssertedIdentity,
  sid: string | null,
): Promise<Answer<undefined>> {
  const { database, secrets, settings, clock } = deps
  const token = randomToken()
  const environmentId = await tenantScope(database, checked.tenantId).transaction(async (tx) => {
    // Again, under the transaction that makes the session: a provider disabled or changed meanwhile finishes no login.
    const provider = await lockProvider(tx, params.idpId, secrets)
    if (provider?.configVersion !== checked.configVersion)
      throw new SignInFault('SIGN_IN_EXPIRED', 'the provider was changed or disabled meanwhile')
    if (!(await belongsToProvider(tx, identity.username, provider.id)))
      throw new SignInFault('AUTH-001001', 'the asserted username matches no format of this provider')
    const now = clock.now()
    const userId = await upsertUser(tx, provider.id, identity, now)
    if (userId === undefined) throw new SignInFault('FORBIDDEN', 'the user is deactivated')
    await replaceUserGroups(tx, { id: userId, providerId: provider.id }, identity.groups, now)
    const hash = hashToken(token)
    await createSession(tx, {
      hash,
      userId,
      identityProviderId: provider.id,
      environmentId: null,
      providerSession: sid,
    })
    const actor = { kind: 'user', id: userId, name: identity.name } as const
    const after = { identityProvider: provider.name, groups: identity.groups }
    await recordAudit(
      tx,
      { actor, requestId, nowMs: now },
      { action: 'session.begin', target: { kind: 'user', id: userId, name: identity.name }, after },
    )
    return selectOnlyEnvironment(tx, hash)
  })
  await endEarlierSession(deps, readCookie(request, settings, 'session'))
  return {
    location: placeAfter(attempt, environmentId),
    headers: sessionCookies(settings, secrets, token),
  }
}

/** What the person came for, checked again although it is our own row; otherwise the launcher, or first the choice of an environment. */
function placeAfter({ returnPath }: Attempt, environmentId: string | undefined): string {
  if (returnPath !== launcherPath) return readReturnPath(returnPath) ?? launcherPath
  return environmentId === undefined ? '/portal/environments' : launcherPath
}

/** Signing in again replaces the session this browser had. */
async function endEarlierSession(
  { database }: Call<typeof oidcCallback>['deps'],
  token: string | undefined,
): Promise<void> {
  if (token === undefined) return
  const hash = hashToken(token)
  const tenantId = await findSessionTenant(database, hash)
  if (tenantId !== undefined) await tenantScope(database, tenantId).transaction((tx) => endSession(tx, hash))
}

/** What fails becomes the error screen, with a code and the request id to quote; app.ts sees to all other failures. */
async function guarded(
  { deps, address, requestId }: Pick<Call<typeof oidcCallback>, 'deps' | 'address' | 'requestId'>,
  work: () => Promise<Answer<undefined>>,
): Promise<Answer<undefined>> {
  const wait = deps.rateLimits.take('callback-address', address, perAddress)
  if (wait > 0) throw tooManyRequests(wait)
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SignInFault)) throw error
    deps.log.warn({ requestId, code: error.code, reason: error.reason }, 'sign-in refused')
    return { location: errorScreen(error.code, requestId) }
  }
}
