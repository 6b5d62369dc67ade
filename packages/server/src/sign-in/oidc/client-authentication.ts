import { importPKCS8 } from 'jose'
import * as client from 'openid-client'

import type { TokenAuthMethod } from '@portico/core/contract'

import { visitorScope } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { federationKeys, signingKey } from '../../providers/federation-keys/keys.ts'
import { keyId } from './our-key-set.ts'
import type { ClientKey, Flow } from './flow.ts'
import type { RelyingParty } from '../../kit/outbound/relying-party.ts'

/** Who we are at the token endpoint, by the provider's configuration (OpenID Connect Core 1.0 section 9). */
export function clientAuthentication(flow: Flow): client.ClientAuth {
  const { clientSecret: secret } = flow.party
  switch (authenticationMethod(flow)) {
    case 'private_key_jwt':
      return flow.clientKey === undefined ? client.None() : client.PrivateKeyJwt(flow.clientKey)
    case 'client_secret_basic':
      return secret === undefined ? client.None() : basic(secret)
    case 'client_secret_post':
      return secret === undefined ? client.None() : client.ClientSecretPost(secret)
    case 'none':
      return client.None()
  }
}

/** The method that is used, `auto` resolved: Basic if it is advertised or nothing is, because RFC 6749 requires it. */
export function authenticationMethod({
  party,
  facts,
}: Pick<Flow, 'party' | 'facts'>): Exclude<TokenAuthMethod, 'auto'> | 'none' {
  if (party.tokenAuthMethod === 'private_key_jwt') return party.tokenAuthMethod
  if (party.clientSecret === undefined) return 'none'
  if (party.tokenAuthMethod !== 'auto') return party.tokenAuthMethod
  return facts.tokenAuthMethods.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post'
}

/**
 * RFC 6749 section 2.3.1, encoding only what form encoding must: the library also encodes `-`, `_` and `.`, and
 * LemonLDAP 2.16 among others does not decode them.
 */
function basic(secret: string): client.ClientAuth {
  return (_server, { client_id: id }, _body, headers) => {
    const credentials = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }
}

/** Our key for a provider that asks for signed client assertions; undefined for the others. */
export async function clientKeyFor(deps: Deps, tenantId: string, party: RelyingParty): Promise<ClientKey | undefined> {
  if (party.tokenAuthMethod !== 'private_key_jwt') return undefined
  const { privateKey, certificate } = await visitorScope(deps.database, tenantId).transaction(async (tx) =>
    signingKey(await federationKeys(tx, deps)),
  )
  return { key: await importPKCS8(privateKey, 'RS256'), kid: await keyId(certificate) }
}
