import type { Evidence } from '@portico/core/contract'

import { authenticationMethod } from './client-authentication.ts'
import { callAsClient, saidError, type ClientAnswer, type SaidError } from './client-call.ts'
import { describe } from './client.ts'
import type { Flow } from './flow.ts'
import { redirectUri } from '../addresses/oidc.ts'

/** The part of a token response that a sign-in uses. Only userinfo needs the access token, and Azure AD B2C sends none. */
export type Tokens = { readonly idToken: string; readonly accessToken: string | undefined }

/**
 * Exchanges the code (RFC 6749 section 4.1.3, OpenID Connect Core 1.0 section 3.1.3). It reads only the two tokens of the response: all
 * other members may be missing or malformed, because nothing depends on them. The ID token is verified separately (id-token.ts).
 * Throws SignInFault.
 */
export async function exchangeCode(
  flow: Flow,
  { code, pkceVerifier }: { code: string; pkceVerifier: string },
): Promise<Tokens> {
  const { party, checks, facts } = flow
  const secrets = [code, pkceVerifier, party.clientSecret ?? ''].filter(Boolean)
  const shown = (text: string) => secrets.reduce((before, secret) => before.replaceAll(secret, '…'), text)
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri(flow.baseUrl, party.providerId),
    code_verifier: pkceVerifier,
  }
  const answer = await callAsClient(flow, facts.tokenEndpoint, form).catch((error: unknown) =>
    checks.refuse('token-unreachable', { address: facts.tokenEndpoint, error: shown(describe(error)) }),
  )
  const { id_token: idToken, access_token: accessToken } = answer.body ?? {}
  const isSuccess = answer.status >= 200 && answer.status <= 299
  if (!isSuccess || typeof idToken !== 'string' || idToken === '') return refuse(flow, answer, { isSuccess, shown })
  checks.passed('token-endpoint')
  return { idToken, accessToken: typeof accessToken === 'string' && accessToken !== '' ? accessToken : undefined }
}

type Refusal = { readonly isSuccess: boolean; readonly shown: (text: string) => string }

/** Distinguishes causes that an administrator fixes differently: DPoP, the method, the secret, an expired secret, anything else. */
function refuse({ party, checks, facts }: Flow, answer: ClientAnswer, { isSuccess, shown }: Refusal): never {
  const { status } = answer
  const said = saidError(answer)
  const evidence: Evidence = {
    status,
    error: shown(said.error ?? withoutError(answer, isSuccess)),
    description: shown(said.description),
  }
  if (/dpop/i.test(`${said.error ?? ''} ${said.description}`)) return checks.refuse('dpop-required', evidence)
  if (wantsOtherAuthentication(said))
    return checks.refuse('token-auth-other', { ...evidence, method: authenticationMethod({ party, facts }) })
  const wrongClient = refusesClient(said, status)
  if (party.secretEndsOn !== undefined && (isExpired(said.description) || (wrongClient && party.secretEndsOn.passed)))
    return checks.refuse('azure-secret-expired', { ...evidence, endsOn: party.secretEndsOn.day ?? 'unknown' })
  return checks.refuse(wrongClient ? 'token-secret-wrong' : 'token-refused', evidence)
}

function withoutError({ body }: ClientAnswer, isSuccess: boolean): string {
  if (body === undefined) return 'the answer is not a JSON object'
  return isSuccess ? 'the answer contains no ID token' : 'the answer names no error'
}

/**
 * RFC 6749 requires `invalid_client`. Keycloak 26 sends `unauthorized_client: Invalid client or Invalid client
 * credentials`; others answer 401 with their own error.
 */
function refusesClient({ error, description }: SaidError, status: number): boolean {
  if (error === 'invalid_client') return true
  if (error === 'unauthorized_client') return /invalid client|credential|secret/i.test(description)
  return status === 401 && error !== 'invalid_grant'
}

/**
 * The client is registered for another method: a secret where a signed assertion is expected, in the header, the body. The sentence of
 * RFC 6749 section 5.2, which Ory Hydra sends for a wrong secret too, lists the method among other causes.
 */
function wantsOtherAuthentication({ error, description }: SaidError): boolean {
  if (/unknown client/i.test(description)) return false
  if (error === undefined || !['invalid_client', 'unauthorized_client', 'invalid_request'].includes(error)) return false
  return /client_assertion|client_secret_(basic|post|jwt)|private_key_jwt|auth(entication)?[ _]method/i.test(
    description,
  )
}

/** Azure AD's own number for a client secret whose days are over. */
function isExpired(description: string): boolean {
  return description.includes('AADSTS7000222')
}
