import type { oidcCallback, oidcFormCallback } from '@portico/core/contract'

import { visitorScope } from '../../kit/database/tenant-scope.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import type { AzureProvider, OidcProvider } from '../../providers/identity-providers/queries.ts'
import { azureIdentity } from '../azure/identity.ts'
import { beforeLimit } from '../attempts/provider-timeout.ts'
import { credentialsAge, type SaidAuthentication } from '../attempts/credentials-age.ts'
import { beginSession } from '../attempts/begin-session.ts'
import type { SaidContext } from '../sessions/queries.ts'
import type { Checks } from '../../kit/checks/checks.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import type { AssertedIdentity } from '../attempts/identity.ts'
import { openAttempt, type OpenedAttempt } from '../attempts/open-attempt.ts'
import { recorded, type Recording } from '../records/recording.ts'
import { stateLengthMax, storeAnswer } from '../attempts/transactions.ts'
import { finishTest } from '../test-logins/finish.ts'
import { followTest } from '../test-logins/follow.ts'
import { codeOf } from './answer.ts'
import type { Claims } from '../../kit/outbound/claims.ts'
import { clientKeyFor } from './client-authentication.ts'
import { exchangeCode } from './exchange.ts'
import { authenticationOf } from './authentication.ts'
import { verifyIdToken } from './id-token.ts'
import { oidcIdentity, toldBy } from './identity.ts'
import { relyingPartyOf } from './relying-party.ts'
import { readUserinfo } from './userinfo.ts'

/** What an authorization response may say (RFC 6749 section 4.1.2, RFC 9207); nothing else is kept. */
const answerFields = ['state', 'code', 'iss', 'error', 'error_description'] as const

/** The cross-site form of response_mode=form_post: kept, and answered with a redirect that brings the browser's own cookies. */
export async function receiveForm(call: Call<typeof oidcFormCallback>): Promise<Answer<undefined>> {
  return recorded(call, async (recording) => {
    const { deps, params, form } = call
    const state = form.get('state')
    if (typeof state !== 'string' || state === '' || state.length > stateLengthMax)
      throw new SignInFault('SIGN_IN_EXPIRED', 'no state in the form')
    const tenantId = await deps.providerTenants.of(params.idpId)
    if (tenantId === undefined) throw new SignInFault('SIGN_IN_EXPIRED', 'unknown provider')
    const answer = Object.fromEntries(
      answerFields.flatMap((name) => {
        const value = form.get(name)
        return typeof value === 'string' ? [[name, value] as const] : []
      }),
    )
    const stored = await visitorScope(deps.database, tenantId).transaction((tx) =>
      storeAnswer(tx, deps.secrets, { providerId: params.idpId, state, answer }),
    )
    recording.tenantId = tenantId
    recording.identityProviderId = params.idpId
    // The attempt is over: the browser may have a session, whose cookie is not sent with this form (recording.ts).
    if (stored === 'second') recording.checks.refuse('request-unknown')
    return { location: `/api/login/idps/${params.idpId}/oidc/callback?received=${encodeURIComponent(state)}` }
  })
}

/** The browser returns with its cookies: checks everything, uses the attempt up, and begins a session. */
export async function finishOidc(call: Call<typeof oidcCallback>): Promise<Answer<undefined>> {
  return recorded(call, async (recording) => {
    const query = new URL(call.request.url).searchParams
    const received = query.get('received')
    const state = query.getAll('state').length > 1 ? null : (received ?? query.get('state'))
    const opened = await openAttempt(
      call,
      { idpId: call.params.idpId, state, follow: followTest },
      recording,
      (attempt, provider) => {
        if (provider.family === 'saml') return recording.checks.refuse('answer-other-way')
        return { provider, answer: answerOf(attempt, provider, query, received !== null, recording) }
      },
    )
    const { providerTimeoutMs } = call.deps.settings
    const said = await beforeLimit(providerTimeoutMs, recording, (checks, signal) =>
      askProvider(call, opened, signal, checks, (claims) => (recording.claims = claims)),
    )
    const { test, secrets } = opened.attempt
    const isFresh = secrets.forceAuthn === true
    const nowMs = call.deps.clock.now()
    const credentialsAgeSecs = credentialsAge(
      said.authentication,
      { isForced: isFresh, isTest: test !== undefined, nowMs },
      recording.checks,
    )
    if (test !== undefined) {
      const { provider } = opened
      return finishTest(call, { provider, identity: said.identity, test, isFresh }, recording)
    }
    return beginSession(
      call,
      {
        provider: opened.provider,
        identity: said.identity,
        providerSession: said.sid,
        providerState: { kind: 'oidc', idToken: said.idToken },
        endsAtMs: null,
        context: said.context,
        credentialsAgeSecs,
        returnPath: opened.attempt.returnPath,
        byOtherSite: secrets.byOtherSite === true,
        acceptance: secrets.acceptance,
      },
      recording,
    )
  })
}

type Opened = OpenedAttempt<{ provider: OidcProvider | AzureProvider; answer: URLSearchParams }>

/** The provider's complete, verified answer; no transaction is open during the calls. */
async function askProvider(
  { deps, requestId }: Call<typeof oidcCallback>,
  { attempt, answer: { provider, answer } }: Opened,
  signal: AbortSignal,
  checks: Checks,
  heard: (claims: Claims) => void,
): Promise<{
  identity: AssertedIdentity
  sid: string | null
  idToken: string
  authentication: SaidAuthentication
  context: SaidContext
}> {
  const party = relyingPartyOf(provider, deps.settings, deps.clock.now())
  const { oidc } = attempt.secrets
  if (oidc === undefined) return checks.refuse('answer-other-way')
  const facts = await deps.providerMetadata.read(party, checks)
  const clientKey = await clientKeyFor(deps, provider.tenantId, party)
  const flow = { party, facts, fetch: deps.providerFetch, baseUrl: deps.settings.baseUrl, signal, checks, clientKey }
  const code = codeOf(flow, answer)
  const { idToken, accessToken } = await exchangeCode(flow, { code, pkceVerifier: oidc.pkceVerifier })
  if (party.disableSignatureVerification)
    deps.log.warn({ requestId, provider: provider.id }, 'ID token taken without verifying its signature, as configured')
  const keys = deps.keySets.of(facts.jwksUri)
  const nowMs = deps.clock.now()
  const { issuer } = facts
  const claims = await verifyIdToken(idToken, { party, issuer, keys, nonce: oidc.nonce, accessToken, nowMs, checks })
  heard(claims)
  // Azure AD's userinfo returns nothing beyond its tokens.
  const told = provider.family === 'azure' ? { complete: true, enough: true } : toldBy(claims, provider.config)
  const userinfo = told.complete
    ? {}
    : await readUserinfo(flow, { accessToken, subject: claims.sub, keys, nowMs, isOptional: told.enough })
  heard({ ...userinfo, ...claims })
  const sid = claims['sid']
  const identity =
    provider.family === 'azure'
      ? await azureIdentity(provider, claims, deps, { signal, checks })
      : oidcIdentity(provider, claims, userinfo, checks)
  return {
    identity,
    sid: typeof sid === 'string' && /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(sid) ? sid : null,
    idToken,
    authentication: authenticationOf(claims, provider.family),
    context: { acr: contextText(claims['acr']) ?? null, amr: contextTexts(claims['amr']) },
  }
}

const contextsMax = 20

/** How the provider authenticated the person; passed on to applications. */
function contextText(value: unknown): string | undefined {
  return typeof value === 'string' && /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(value) ? value : undefined
}

/** A list of texts; some providers send one text. */
function contextTexts(value: unknown): readonly string[] | null {
  const texts = [value]
    .flat()
    .slice(0, contextsMax)
    .flatMap((one) => contextText(one) ?? [])
  return texts.length === 0 ? null : texts
}

/** The provider's answer in the configured response mode; any other is rejected. */
function answerOf(
  attempt: Opened['attempt'],
  { config }: OidcProvider | AzureProvider,
  query: URLSearchParams,
  received: boolean,
  { checks }: Recording,
): URLSearchParams {
  const byForm = config.responseMode === 'form_post'
  if (byForm !== received) return checks.refuse('answer-other-way', { expected: config.responseMode })
  if (!byForm) return query
  if (attempt.answer === undefined) return checks.refuse('request-unknown')
  return new URLSearchParams(attempt.answer)
}
