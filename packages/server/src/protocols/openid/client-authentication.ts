import { createPublicKey } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import type { ClientAuthMethod } from '@portico/core/contract'
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  decodeJwt,
  errors,
  jwtVerify,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose'

import { findClient, type Client } from '../../applications/clients/queries.ts'
import { isClientSecret } from '../../applications/clients/secrets.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { checkJwt } from '../../kit/json/read-json.ts'
import type { ProviderKeys } from '../../kit/outbound/key-sets.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { useAssertion } from '../oauth/assertion-uses.ts'
import {
  assertionAlgorithms,
  assertionLengthMax,
  assertionLifeMaxSecs,
  clockSkewSecs,
  jtiLengthMax,
} from '../oauth/limits.ts'
import type { Refusal } from '../../kit/http/oauth-refusal.ts'

type Fields = ReadonlyMap<string, string>
type AuthenticationDeps = Pick<Deps, 'database' | 'settings' | 'clock' | 'keySets' | 'log'> & {
  readonly refused?: NoteRefusal | undefined
}

/** Called when a known client is refused at the token endpoint. `reason`: for an administrator. */
export type NoteRefusal = (client: Client, reason: string) => Promise<unknown>

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** What a request presents; one way only (RFC 6749 section 2.3). */
type Presented =
  | { readonly method: 'client_secret_basic' | 'client_secret_post'; readonly id: string; readonly secret: string }
  | { readonly method: 'private_key_jwt'; readonly id: string; readonly assertion: string }
  | { readonly method: 'none'; readonly id: string }

export function invalidClient(usedBasic: boolean): Refusal {
  return {
    status: 401,
    error: 'invalid_client',
    description:
      'The client is not accepted. Check its id, its secret or key, and the way of authentication that is registered.',
    ...(usedBasic && { headers: { 'WWW-Authenticate': 'Basic realm="token", charset="UTF-8"' } }),
  }
}

/**
 * The registered OpenID client that a request comes from, by the one way that is registered for it (OpenID Connect Core section 9).
 * All refusals are alike.
 */
export async function authenticateClient(
  fields: Fields,
  headers: IncomingHttpHeaders,
  deps: AuthenticationDeps,
): Promise<Client | Refusal> {
  const usedBasic = headers.authorization !== undefined
  const presented = present(fields, headers)
  const client = presented && (await findClient(deps.database, presented.id))
  const reason = presented === undefined ? 'no single way of authentication' : await fault(presented, client, deps)
  if (client !== undefined && reason === undefined) return client
  deps.log.info({ client: presented?.id.slice(0, 100), tenantId: client?.tenantId, reason }, 'client refused')
  if (client !== undefined && reason !== undefined) await deps.refused?.(client, reason)
  return invalidClient(usedBasic)
}

async function fault(
  presented: Presented,
  client: Client | undefined,
  deps: AuthenticationDeps,
): Promise<string | undefined> {
  if (client === undefined) return 'unknown client'
  const { config } = client
  if (config.protocol !== 'openid') return 'not an OpenID client'
  if (client.tenantDeactivated) return 'the tenant is deactivated'
  if (!isRegisteredFor(config.authMethod, presented.method))
    return `registered for ${config.authMethod}, used ${presented.method}`
  if (presented.method === 'none') return undefined
  if (presented.method !== 'private_key_jwt')
    return isClientSecret(presented.secret, client.secretHashes) ? undefined : 'wrong secret'
  return assertionFault(presented, client, deps)
}

function isRegisteredFor(registered: ClientAuthMethod, used: Presented['method']): boolean {
  const isSecret = used === 'client_secret_basic' || used === 'client_secret_post'
  return registered === used || (registered === 'client_secret' && isSecret)
}

function present(fields: Fields, { authorization }: IncomingHttpHeaders): Presented | undefined {
  const [id, secret, assertion] = ['client_id', 'client_secret', 'client_assertion'].map((name) => fields.get(name))
  if (authorization !== undefined) {
    const basic = readBasic(authorization)
    if (basic === undefined || secret !== undefined || assertion !== undefined) return undefined
    return id === undefined || id === basic.id ? { method: 'client_secret_basic', ...basic } : undefined
  }
  if (assertion !== undefined) {
    if (secret !== undefined || fields.get('client_assertion_type') !== assertionType) return undefined
    const named = subjectOf(assertion)
    return named === undefined || (id !== undefined && id !== named)
      ? undefined
      : { method: 'private_key_jwt', id: named, assertion }
  }
  if (id === undefined) return undefined
  return secret === undefined ? { method: 'none', id } : { method: 'client_secret_post', id, secret }
}

/** RFC 6749 section 2.3.1: both parts are form-encoded before they are joined. */
function readBasic(authorization: string): { readonly id: string; readonly secret: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization)?.[1]
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8')
  const at = text.indexOf(':')
  if (at < 1) return undefined
  try {
    const [id, secret] = [text.slice(0, at), text.slice(at + 1)].map((one) =>
      decodeURIComponent(one.replaceAll('+', ' ')),
    )
    return id === undefined || secret === undefined || secret === '' ? undefined : { id, secret }
  } catch {
    return undefined
  }
}

function subjectOf(assertion: string): string | undefined {
  if (assertion.length > assertionLengthMax) return undefined
  try {
    checkJwt(assertion)
    return decodeJwt(assertion).sub
  } catch {
    return undefined
  }
}

/** RFC 7523 section 3, with the rules of service accounts: our issuer as the only audience, five minutes, once. */
async function assertionFault(
  { assertion, id }: { readonly assertion: string; readonly id: string },
  client: Client,
  { database, settings, clock, keySets }: AuthenticationDeps,
): Promise<string | undefined> {
  try {
    const { payload } = await verifiedByOne(assertion, await keysOf(client, keySets), {
      algorithms: [...assertionAlgorithms],
      issuer: id,
      subject: id,
      requiredClaims: ['jti', 'exp', 'iat'],
      currentDate: new Date(clock.now()),
    })
    const { aud, jti = '', exp = 0, iat = 0 } = payload
    const nowSecs = clock.now() / 1000
    if ((Array.isArray(aud) && aud.length === 1 ? aud[0] : aud) !== settings.baseUrl)
      return 'aud is not only our issuer'
    if (exp > nowSecs + assertionLifeMaxSecs) return 'exp is too far ahead'
    if (iat > nowSecs + clockSkewSecs) return 'iat is in the future'
    if (jti.length > jtiLengthMax) return 'jti is too long'
    const isFirst = await useAssertion(database, { issuer: id, idHash: hashToken(jti), untilSecs: exp + clockSkewSecs })
    return isFirst ? undefined : 'the assertion was used before'
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return error.message.slice(0, 200)
    throw error
  }
}

/** Verifies under the first key that fits. Only a signature of another key lets the next one try. */
async function verifiedByOne(assertion: string, keys: readonly JWTVerifyGetKey[], options: JWTVerifyOptions) {
  for (const key of keys.slice(0, -1)) {
    try {
      return await jwtVerify(assertion, key, options)
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
    }
  }
  const last = keys.at(-1)
  if (last === undefined) throw new TypeError('no key is registered')
  return jwtVerify(assertion, last, options)
}

/**
 * The keys to try, in turn. A set behind an address chooses by `kid`, which a set of several keys requires (OpenID Connect Core section
 * 10.1). Registered keys are not such a set, and the client may not know their names: each is tried unless `kid` names one.
 */
async function keysOf({ config }: Client, keySets: Deps['keySets']): Promise<readonly JWTVerifyGetKey[]> {
  if (config.protocol !== 'openid') throw new TypeError('not an OpenID client')
  if (config.publicKeys.length === 0) {
    if (config.jwksUri === null) throw new TypeError('no key is registered')
    return [publishedKey(keySets.of(config.jwksUri))]
  }
  const keys = await Promise.all(
    config.publicKeys.map(async (pem) => {
      const jwk = { ...createPublicKey(pem).export({ format: 'jwk' }), kty: 'RSA' }
      return { ...jwk, kid: await calculateJwkThumbprint(jwk), use: 'sig' }
    }),
  )
  const set = createLocalJWKSet({ keys })
  return keys.map(({ kid }) => async (header) => {
    const isNamed = keys.some((one) => one.kid === header.kid)
    return set(isNamed ? header : { ...header, kid })
  })
}

/** The key that an assertion names; if it is missing, the key set is fetched again once. */
function publishedKey(keys: ProviderKeys): JWTVerifyGetKey {
  return async (header, token) => {
    const set = await keys.current()
    try {
      return await createLocalJWKSet({ keys: [...set.keys] })(header, token)
    } catch (error) {
      const newer = error instanceof errors.JWKSNoMatchingKey ? await keys.newerThan(set.version) : undefined
      if (newer === undefined) throw error
      return createLocalJWKSet({ keys: [...newer.keys] })(header, token)
    }
  }
}
