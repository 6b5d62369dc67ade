import { createHash } from 'node:crypto'

import type { Client } from '../../applications/clients/queries.ts'
import type { Deps } from '../../kit/http/deps.ts'
import type { NoteRefusal } from './client-authentication.ts'
import { idTokenSecs, type Scope } from './limits.ts'
import { claimsOf, type PersonClaims } from './person-claims.ts'
import type { Signer } from './signer.ts'

export type TokenDeps = Pick<Deps, 'database' | 'settings' | 'clock' | 'keySets' | 'log'> & {
  readonly signer: Signer
  readonly refused: NoteRefusal
}

/** OpenID Connect Core section 3.1.3.3. */
export type TokenReply = {
  readonly access_token: string
  readonly token_type: 'Bearer' | 'DPoP'
  readonly expires_in: number
  readonly id_token: string
  readonly scope: string
  readonly refresh_token?: string
}

/** What tokens are issued for: a code that was redeemed, or a refresh token that was used. */
export type Issued = {
  readonly userId: string
  /** The id of the application's session; null: the grant is not bound to one. */
  readonly sid: string | null
  readonly scope: string
  readonly audience: string
  /** null: none was sent, or the tokens are issued for a refresh token. */
  readonly nonce: string | null
  /** When and how the provider authenticated the person, as it reported. */
  readonly credentialsAt: Date | null
  readonly acr: string | null
  readonly amr: readonly string[] | null
  readonly person: PersonClaims
  /** The `jti` of the access token. */
  readonly tokenId: string
  /** The thumbprint of the key that the access token is bound to. */
  readonly jkt: string | undefined
  readonly refreshToken: string | undefined
}

/** The access token and the ID token of a grant (OpenID Connect Core sections 3.1.3.3 and 12.2). */
export async function signTokens(
  client: Client,
  issued: Issued,
  { settings, clock, signer }: Pick<Deps, 'settings' | 'clock'> & { readonly signer: Signer },
): Promise<TokenReply> {
  const { userId, sid, scope, audience, nonce, credentialsAt, acr, amr, person, tokenId, jkt, refreshToken } = issued
  const iat = Math.floor(clock.now() / 1000)
  const place = { tenantId: client.tenantId, environmentId: client.environmentId }
  const claims = claimsOf(person, { scopes: scope.split(' ') as Scope[], ...place })
  const { tenant, environment, roles, tenant_roles } = claims
  const common = {
    iss: settings.baseUrl,
    sub: userId,
    iat,
    ...(sid !== null && { sid }),
    ...(credentialsAt !== null && { auth_time: Math.floor(credentialsAt.getTime() / 1000) }),
    ...(acr !== null && { acr }),
    ...(amr !== null && { amr }),
  }
  const accessToken = await signer.sign('at+jwt', {
    ...common,
    aud: audience,
    client_id: client.id,
    exp: iat + settings.accessTokenSecs,
    jti: tokenId,
    scope,
    ...(jkt !== undefined && { cnf: { jkt } }),
    tenant,
    environment,
    roles,
    tenant_roles,
  })
  const idToken = await signer.sign('JWT', {
    ...common,
    ...claims,
    aud: client.id,
    exp: iat + idTokenSecs,
    at_hash: halfHash(accessToken),
    ...(nonce !== null && { nonce }),
  })
  return {
    access_token: accessToken,
    token_type: jkt === undefined ? 'Bearer' : 'DPoP',
    expires_in: settings.accessTokenSecs,
    id_token: idToken,
    scope,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  }
}

/** OpenID Connect Core section 3.1.3.6, for RS256. */
function halfHash(token: string): string {
  return createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url')
}
