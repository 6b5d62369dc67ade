import { createHash, timingSafeEqual } from 'node:crypto'

import type { CheckedClient } from '../config/checked.ts'
import type { AccessTokens } from './access-tokens.ts'
import { accessTokenSecs } from './access-tokens.ts'
import { graphBase, graphResources } from './addresses.ts'
import type { Directory, IssuedCode } from './directory.ts'
import { type AadFailure, aadFailures } from './errors.ts'
import { idToken } from './id-token.ts'

export type TokenAnswer = { failed: AadFailure } | { body: Record<string, unknown> }

type Deps = { base: URL; tokens: AccessTokens; now: () => number }

/** The token endpoint: authorization codes and client credentials. */
export async function answerToken(
  directory: Directory,
  sent: URLSearchParams,
  authorization: string | undefined,
  { base, tokens, now }: Deps,
): Promise<TokenAnswer> {
  const client = authenticate(directory, sent, authorization)
  if ('failed' in client) return client
  const grant = sent.get('grant_type')
  if (grant === null) return { failed: aadFailures.missing('grant_type') }
  if (grant === 'client_credentials') return ofApplication(client.clientId)
  if (grant === 'authorization_code') return ofPerson(client.clientId)
  return { failed: aadFailures.unsupportedGrant(grant) }

  async function ofApplication(clientId: string): Promise<TokenAnswer> {
    const resource = directory.config.version === 1 ? sent.get('resource') : resourceOfScope(sent.get('scope'))
    if (resource === null) return { failed: aadFailures.missing(directory.config.version === 1 ? 'resource' : 'scope') }
    if (typeof resource !== 'string') return resource
    if (!isGraph(resource, base)) return { failed: aadFailures.unknownResource(resource) }
    const access_token = await tokens.issue({ directory, clientId, person: undefined, scope: [] })
    return { body: { ...lifeOf(directory, now(), resource), access_token } }
  }

  async function ofPerson(clientId: string): Promise<TokenAnswer> {
    const code = directory.codes.get(sent.get('code') ?? '')
    const failed = codeFailure(code, clientId, sent, now())
    if (failed !== undefined) return { failed }
    const issued = code!
    directory.codes.set(sent.get('code')!, { ...issued, used: true })
    const { request, person } = issued
    const scope = request.scope.length > 0 ? request.scope : ['User.Read']
    const access_token = await tokens.issue({ directory, clientId, person, scope })
    // Version 1 always issues an ID token, version 2 only on request.
    const vouches = directory.config.version === 1 || request.scope.includes('openid')
    const id_token = vouches ? { id_token: await idToken(directory, base, issued, now()) } : {}
    const resource = request.resource ?? sent.get('resource') ?? clientId
    const granted = directory.config.version === 1 ? 'openid User.Read' : scope.join(' ')
    return { body: { ...lifeOf(directory, now(), resource), scope: granted, access_token, ...id_token } }
  }
}

/** RFC 6749, section 2.3.1: in the body, or as Basic with both parts form-encoded. */
function authenticate(
  { config, clients, switches }: Directory,
  sent: URLSearchParams,
  authorization: string | undefined,
): CheckedClient | { failed: AadFailure } {
  const basic = /^Basic (\S+)$/i.exec(authorization ?? '')?.[1]
  const [basicId, basicSecret] = basic === undefined ? [] : Buffer.from(basic, 'base64').toString('utf8').split(':', 2)
  const clientId = basicId === undefined ? sent.get('client_id') : formDecoded(basicId)
  const secret = basicSecret === undefined ? sent.get('client_secret') : formDecoded(basicSecret)
  if (clientId === null) return { failed: aadFailures.missing('client_id') }
  const client = clients().find((each) => each.clientId.toLowerCase() === clientId.toLowerCase())
  if (client === undefined) return { failed: aadFailures.unknownApplication(clientId, config.name) }
  if (secret === null) return { failed: aadFailures.noSecret() }
  const right = [client.clientSecret, client.nextClientSecret].some((each) => each !== undefined && same(each, secret))
  if (!right) return { failed: aadFailures.wrongSecret(clientId) }
  if (switches().expiredSecret) return { failed: aadFailures.expiredSecret(clientId) }
  return client
}

function codeFailure(
  code: IssuedCode | undefined,
  clientId: string,
  sent: URLSearchParams,
  now: number,
): AadFailure | undefined {
  if (code === undefined || code.request.clientId !== clientId) return aadFailures.unknownCode()
  if (code.used) return aadFailures.usedCode()
  if (code.expiresAt <= now) return aadFailures.expiredCode()
  const { redirectUri, challenge, challengeMethod } = code.request
  if (sent.get('redirect_uri') !== redirectUri) return aadFailures.redirectDiffers()
  if (challenge === null) return undefined
  const verifier = sent.get('code_verifier') ?? ''
  const found = challengeMethod === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return same(found, challenge) ? undefined : aadFailures.wrongVerifier()
}

function resourceOfScope(scope: string | null): string | null | { failed: AadFailure } {
  if (scope === null) return null
  return scope.endsWith('/.default')
    ? scope.slice(0, -'/.default'.length)
    : { failed: aadFailures.notDefaultScope(scope) }
}

function isGraph(resource: string, base: URL): boolean {
  return [graphBase(base), ...graphResources].includes(resource.replace(/\/$/, ''))
}

/** Version 1 sends times as strings, version 2 as numbers. */
function lifeOf({ config }: Directory, now: number, resource: string): Record<string, unknown> {
  const common = { token_type: 'Bearer' }
  if (config.version === 2) return { ...common, expires_in: accessTokenSecs, ext_expires_in: accessTokenSecs }
  const nowSecs = Math.floor(now / 1000)
  return {
    ...common,
    expires_in: String(accessTokenSecs),
    ext_expires_in: String(accessTokenSecs),
    expires_on: String(nowSecs + accessTokenSecs),
    not_before: String(nowSecs),
    resource,
  }
}

function formDecoded(text: string): string {
  return new URLSearchParams(`x=${text}`).get('x') ?? ''
}

function same(left: string, right: string): boolean {
  const [one, other] = [left, right].map((each) => createHash('sha256').update(each).digest())
  return timingSafeEqual(one!, other!)
}
