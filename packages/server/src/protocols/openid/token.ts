import { createHash, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import type { Client } from '../../applications/clients/queries.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { equalText, hashToken } from '../../kit/secrets/secret-box.ts'
import { invalidRequest, invalidTarget, type Refusal } from '../../kit/http/oauth-refusal.ts'
import { authenticateClient } from './client-authentication.ts'
import { insertAccessToken, useCode, type UsedCode } from './grants.ts'
import { readPersonClaims } from './person-claims.ts'
import { provenKey } from './proven-key.ts'
import { issueRefreshToken } from './refresh-tokens.ts'
import { signTokens, type Issued, type TokenDeps, type TokenReply } from './sign-tokens.ts'

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
    await deps.refused(
      client,
      'the authorization code, or the redirect_uri, code_verifier or key sent with it, is not the right one',
    )
    return invalidGrant
  }
  return signTokens(client, redeemed, deps)
}

type CodeRequest = { readonly code: string; readonly redirectUri: string; readonly verifier: string | undefined }

function readCodeRequest(fields: ReadonlyMap<string, string>, { application, config }: Client): CodeRequest | Refusal {
  const [code, redirectUri, verifier] = ['code', 'redirect_uri', 'code_verifier'].map((name) => fields.get(name))
  if (code === undefined || redirectUri === undefined) return invalidRequest('code and redirect_uri are needed.')
  const mustVerify = config.protocol === 'openid' && config.requirePkce
  if (mustVerify && verifier === undefined)
    return invalidRequest('code_verifier is needed: this client must use PKCE (RFC 7636).')
  const resource = fields.get('resource')
  if (resource !== undefined && resource !== application.urn)
    return invalidTarget('resource must be the URN of the application.')
  return { code, redirectUri, verifier }
}

type Redemption = CodeRequest & Pick<Issued, 'jkt'> & { readonly lifeSecs: number }

/**
 * Uses the code up and writes the access token, and the refresh token if it was requested. undefined: refused. Nothing in here throws on a wrong request, because the first
 * attempt of its client uses a code up, also a failed one.
 */
async function redeem(tx: TenantTransaction, client: Client, redemption: Redemption): Promise<Issued | undefined> {
  const { code, jkt, lifeSecs } = redemption
  const used = await useCode(tx, code, client.id)
  if (used === undefined || !mayRedeem(used, redemption)) return undefined
  const { environmentId, application } = client
  const person = await readPersonClaims(tx, used.userId, { environmentId, applicationId: application.id })
  if (person === undefined) return undefined

  const tokenId = randomUUID()
  const { sessionId, scope, audience } = used
  const granted = { family: hashToken(code), scope, audience, keyThumbprint: jkt }
  const session = { applicationSessionId: sessionId }
  await insertAccessToken(tx, { ...granted, id: tokenId, session, lifeSecs })
  const refreshToken = await issueRefreshToken(tx, client, { ...granted, ...session, userId: used.userId })
  return { ...used, sid: sessionId, person, tokenId, jkt, refreshToken }
}

/** The session of the code still lasts, and the request has the redirect_uri, the verifier and the key that the code was asked with. */
function mayRedeem(used: UsedCode, { redirectUri, verifier, jkt }: Redemption): boolean {
  const hasKey = used.keyThumbprint === null || used.keyThumbprint === jkt
  return used.isLive && used.redirectUri === redirectUri && isVerifier(verifier, used) && hasKey
}

/** A verifier for a code without a challenge is refused too: the request for the code was tampered with (RFC 9700 section 2.1.1). */
function isVerifier(verifier: string | undefined, { codeChallenge }: UsedCode): boolean {
  if (verifier === undefined || codeChallenge === null) return verifier === undefined && codeChallenge === null
  const given = createHash('sha256').update(verifier).digest('base64url')
  return verifierShape.test(verifier) && equalText(given, codeChallenge)
}
