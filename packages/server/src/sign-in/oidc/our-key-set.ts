import { createPublicKey } from 'node:crypto'

import type { oidcKeySet } from '@portico/core/contract'
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose'

import { visitorScope } from '../../kit/database/tenant-scope.ts'
import { federationKeys } from '../../providers/federation-keys/keys.ts'
import { notFound } from '../../kit/http/failure.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { findAnyProviderTenant } from '../../providers/identity-providers/queries.ts'

/**
 * GET …/oidc/jwks: the keys that sign our client assertions at this provider (RFC 7517), public. The next key is shown
 * before it is used, the previous one until it is withdrawn, as in our SAML metadata.
 */
export async function answerKeySet(call: Call<typeof oidcKeySet>): Promise<Answer<undefined>> {
  const { deps, params } = call
  const tenantId = await findAnyProviderTenant(deps.database, params.idpId)
  if (tenantId === undefined) throw notFound()
  const keys = await visitorScope(deps.database, tenantId).transaction((tx) => federationKeys(tx, deps))
  const signing = keys.filter((key) => key.use === 'signing')
  const text = JSON.stringify({ keys: await Promise.all(signing.map(({ certificate }) => publicJwk(certificate))) })
  return {
    document: { type: 'application/jwk-set+json', text },
    headers: [['Cache-Control', 'public, max-age=300']],
  }
}

/** RFC 7638 thumbprint of the certificate's key. */
export async function keyId(certificate: string): Promise<string> {
  return calculateJwkThumbprint(await exportJWK(createPublicKey(certificate)))
}

async function publicJwk(certificate: string): Promise<JWK> {
  const jwk = await exportJWK(createPublicKey(certificate))
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), use: 'sig', alg: 'RS256' }
}
