import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import { createChecks } from '../../kit/checks/checks.ts'
import { readJson } from '../../kit/json/read-json.ts'
import type { Claims } from '../../kit/outbound/claims.ts'
import type { ProviderKeys } from '../../kit/outbound/key-sets.ts'
import { describe } from './client.ts'
import type { Flow } from './flow.ts'
import { verifySignature } from './id-token-signature.ts'

type Asked = {
  /** undefined: the token endpoint sent none. */
  readonly accessToken: string | undefined
  /** The ID token's `sub`. */
  readonly subject: string
  readonly keys: ProviderKeys
  readonly nowMs: number
  /** Whether the ID token has everything that a sign-in requires: a failure is then only a warning. */
  readonly isOptional: boolean
}

/**
 * Claims of the userinfo endpoint, as JSON or as a signed JWT; empty when the provider has none, or when it failed and the ID token
 * suffices. Their `sub` must be the ID token's, otherwise they are about another person (OpenID Connect Core 1.0 section 5.3).
 * Throws SignInFault.
 */
export async function readUserinfo(flow: Flow, asked: Asked): Promise<Claims> {
  const { facts, checks } = flow
  const address = facts.userinfoEndpoint
  if (address === undefined) return {}
  const heard = { status: 0 }
  try {
    const claims = await read(flow, address, asked, heard)
    if (claims['sub'] !== asked.subject)
      return checks.refuse('userinfo-subject', { expected: asked.subject, found: shownSubject(claims['sub']) })
    checks.passed('userinfo')
    return claims
  } catch (error) {
    if (error instanceof SignInFault) throw error
    const hidden = (text: string) => (asked.accessToken ? text.replaceAll(asked.accessToken, '…') : text)
    const evidence = { address, status: heard.status, error: hidden(describe(error)) }
    if (!asked.isOptional) return checks.refuse('userinfo-failed', evidence)
    checks.warned('userinfo-failed', evidence)
    return {}
  }
}

/** Throws for an answer that cannot be used. */
async function read(flow: Flow, address: string, asked: Asked, heard: { status: number }): Promise<Claims> {
  if (asked.accessToken === undefined) throw new Error('the token endpoint sent no access token')
  const response = await flow.fetch(address, {
    headers: { authorization: `Bearer ${asked.accessToken}`, accept: 'application/json, application/jwt' },
    signal: flow.signal,
  })
  heard.status = response.status
  const text = (await response.text()).trim()
  if (response.status < 200 || response.status > 299)
    throw new Error(response.headers.get('www-authenticate') ?? 'the answer is an error')
  const claims = text.startsWith('{') ? readJson(text) : await signedClaims(flow, text, asked)
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims))
    throw new Error('the answer is not an object of claims')
  if ((claims as Claims)['sub'] === undefined) throw new Error('the answer has no sub')
  return claims as Claims
}

/** The claims of a signed answer. Issuer and audience are checked if present (OpenID Connect Core 1.0 section 5.3.2). */
async function signedClaims(flow: Flow, text: string, { keys, nowMs }: Asked): Promise<Claims> {
  const { party, facts } = flow
  const parts = text.split('.').length
  if (parts === 5) throw new Error('the answer is encrypted')
  if (parts !== 3) throw new Error('the answer is neither JSON nor a signed JWT')
  const checks = createChecks()
  const claims = await ownFault(checks, verifySignature(text, { party, keys, nowMs, checks }))
  const { iss, aud } = claims
  if (iss !== undefined && iss !== facts.issuer) throw new Error(`the signed answer comes from ${JSON.stringify(iss)}`)
  if (aud !== undefined && ![aud].flat().includes(party.clientId))
    throw new Error(`the signed answer is for ${JSON.stringify(aud)}`)
  return claims
}

/** Turns a signature failure into the reason why this answer is not read, instead of ending the sign-in. */
async function ownFault<Value>(checks: ReturnType<typeof createChecks>, verified: Promise<Value>): Promise<Value> {
  try {
    return await verified
  } catch (error) {
    if (!(error instanceof SignInFault)) throw error
    const evidence = JSON.stringify(checks.lines.at(-1)?.evidence ?? {})
    throw new Error(`its signature: ${error.finding ?? error.reason} ${evidence}`, { cause: error })
  }
}

function shownSubject(sub: unknown): string {
  return typeof sub === 'string' ? sub : JSON.stringify(sub)
}
