import { createHash, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import type { Client } from '../../applications/clients/queries.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { equalText } from '../../kit/secrets/secret-box.ts'
import { acceptProof } from '../oauth/dpop.ts'
import {
  invalidRequest,
  invalidTarget,
  missingProof,
  refusedProof,
  type Refusal,
} from '../../kit/http/oauth-refusal.ts'
import { routes } from '../oauth/routes.ts'
import { authenticateClient } from './client-authentication.ts'
import { insertAccessToken, useCode, type UsedCode } from './grants.ts'
import { idTokenSecs, type Scope } from './limits.ts'
import { claimsOf, readPersonClaims, type PersonClaims } from './person-claims.ts'
import type { Signer } from './signer.ts'

export type TokenDeps = Pick<Deps, 'database' | 'settings' | 'clock' | 'keySets' | 'log'> & { readonly signer: Signer }

/** OpenID Connect Core section 3.1.3.3. */
export type TokenReply = {
  readonly access_token: string
  readonly token_type: 'Bearer' | 'DPoP'
  readonly expires_in: number
  readonly id_token: string
  readonly scope: string
}

type Redeemed = {
  readonly used: UsedCode
  readonly person: PersonClaims
  readonly tokenId: string
  /** The thumbprint of the key that the access token is bound to. */
  readonly jkt: string | undefined
}

const invalidGrant: Refusal = {
  status: 400,
  error: 'invalid_grant',
  description:
    'The authorization code is not accepted. It is valid once and for a minute, for the client, redirect_uri and code_verifier it was asked with.',
}

const verifierShape = /^[\w.~-]{43,128}$/

/** The code grant of a registered client (RFC 6749 section 4.1.3, RFC 7636 section 4.6). */
export async function redeemCode(
  fields: ReadonlyMap<string, string>,
  headers: IncomingHttpHeaders,
  deps: TokenDeps,
): Promise<TokenReply | Refusal> {
  const client = await authenticateClient(fields, headers, deps)
  if ('status' in client) return client
  const request = readCodeRequest(fields, client)
  if ('status' in request) return request
  // Before the code is used up: a client with a wrong clock can try again.
  const jkt = await provenKey(client, headers, deps)
  if (typeof jkt === 'object') return jkt

  const lifeSecs = deps.settings.accessTokenSecs
  const redeemed = await tenantScope(deps.database, client.tenantId).transaction((tx) =>
    redeem(tx, client, { ...request, jkt, lifeSecs }),
  )
  if (redeemed === undefined) {
    deps.log.info({ tenantId: client.tenantId, client: client.id }, 'authorization code refused')
    return invalidGrant
  }
  return signTokens(client, redeemed, deps)
}

type CodeRequest = { readonly code: string; readonly redirectUri: string; readonly verifier: string }

function readCodeRequest(fields: ReadonlyMap<string, string>, { application }: Client): CodeRequest | Refusal {
  const [code, redirectUri, verifier] = ['code', 'redirect_uri', 'code_verifier'].map((name) => fields.get(name))
  if (code === undefined || redirectUri === undefined || verifier === undefined)
    return invalidRequest('code, redirect_uri and code_verifier are needed.')
  const resource = fields.get('resource')
  if (resource !== undefined && resource !== application.urn)
    return invalidTarget('resource must be the URN of the application.')
  return { code, redirectUri, verifier }
}

type Redemption = CodeRequest & Pick<Redeemed, 'jkt'> & { readonly lifeSecs: number }

/**
 * Uses the code up and writes the access token. undefined: refused. Nothing in here throws on a wrong request, because the first
 * attempt of its client uses a code up, also a failed one.
 */
async function redeem(tx: TenantTransaction, client: Client, redemption: Redemption): Promise<Redeemed | undefined> {
  const { code, jkt, lifeSecs } = redemption
  const used = await useCode(tx, code, client.id)
  if (used === undefined || !mayRedeem(used, redemption)) return undefined
  const { environmentId, application } = client
  const person = await readPersonClaims(tx, used.userId, { environmentId, applicationId: application.id })
  if (person === undefined) return undefined

  const tokenId = randomUUID()
  const { sessionId, scope, audience } = used
  await insertAccessToken(tx, { id: tokenId, code, sessionId, scope, audience, lifeSecs, keyThumbprint: jkt })
  return { used, person, tokenId, jkt }
}

/** The session of the code still lasts, and the request has the redirect_uri, the verifier and the key that the code was asked with. */
function mayRedeem(used: UsedCode, { redirectUri, verifier, jkt }: Redemption): boolean {
  const hasKey = used.keyThumbprint === null || used.keyThumbprint === jkt
  return used.isLive && used.redirectUri === redirectUri && isVerifier(verifier, used) && hasKey
}

/**
 * The thumbprint of the key that a token request proves to hold (RFC 9449 section 5). undefined: the client asks for a bearer token,
 * and its registration lets it.
 */
async function provenKey(
  { id, tenantId, config }: Client,
  { dpop }: IncomingHttpHeaders,
  { database, settings, clock, log }: TokenDeps,
): Promise<string | undefined | Refusal> {
  if (dpop === undefined) return config.protocol === 'openid' && config.dpopBound ? missingProof : undefined
  const asked = { method: 'POST', url: settings.baseUrl + routes.token, nowSecs: clock.now() / 1000 }
  const proof = await acceptProof(database, String(dpop), asked)
  if (typeof proof === 'object') return proof.jkt
  log.info({ tenantId, client: id, reason: proof }, 'DPoP proof refused')
  return refusedProof
}

function isVerifier(verifier: string, { codeChallenge }: UsedCode): boolean {
  const given = createHash('sha256').update(verifier).digest('base64url')
  return verifierShape.test(verifier) && equalText(given, codeChallenge)
}

async function signTokens(
  client: Client,
  { used, person, tokenId, jkt }: Redeemed,
  { settings, clock, signer }: TokenDeps,
): Promise<TokenReply> {
  const iat = Math.floor(clock.now() / 1000)
  const scopes = used.scope.split(' ') as Scope[]
  const place = { tenantId: client.tenantId, environmentId: client.environmentId }
  const { tenant, environment, roles, tenant_roles } = claimsOf(person, { scopes, ...place })
  const common = {
    iss: settings.baseUrl,
    sub: used.userId,
    iat,
    sid: used.sessionId,
    ...(used.credentialsAt !== null && { auth_time: Math.floor(used.credentialsAt.getTime() / 1000) }),
  }
  const accessToken = await signer.sign('at+jwt', {
    ...common,
    aud: used.audience,
    client_id: client.id,
    exp: iat + settings.accessTokenSecs,
    jti: tokenId,
    scope: used.scope,
    ...(jkt !== undefined && { cnf: { jkt } }),
    tenant,
    environment,
    roles,
    tenant_roles,
  })
  const idToken = await signer.sign('JWT', {
    ...common,
    ...claimsOf(person, { scopes, ...place }),
    aud: client.id,
    exp: iat + idTokenSecs,
    at_hash: halfHash(accessToken),
    ...(used.nonce !== null && { nonce: used.nonce }),
  })
  return {
    access_token: accessToken,
    token_type: jkt === undefined ? 'Bearer' : 'DPoP',
    expires_in: settings.accessTokenSecs,
    id_token: idToken,
    scope: used.scope,
  }
}

/** OpenID Connect Core section 3.1.3.6, for RS256. */
function halfHash(token: string): string {
  return createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url')
}
