import { createHash } from 'node:crypto'

import { cliClientId, deviceCodeGrant } from '@portico/core/contract'

import { findClient } from '../../applications/clients/queries.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { globalQuery, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { equalText, hashToken, randomToken } from '../../kit/secrets/secret-box.ts'
import { invalidRequest, type Refusal } from '../../kit/http/oauth-refusal.ts'
import { markUsed, poll, type Polled } from './device-requests.ts'
import { findGrantTenant, insertGrant, killDescendants, useGrant, type Grant } from './grants.ts'
import { accessTokenSecs } from './limits.ts'

export const cliGrantTypes = ['authorization_code', deviceCodeGrant] as const

/** RFC 6749 section 5.1. The token is only valid for POST /api/login/cli-session. */
export type TokenReply = { readonly access_token: string; readonly token_type: 'Bearer'; readonly expires_in: number }

type Fields = ReadonlyMap<string, string>
type GrantDeps = Pick<Deps, 'database'>

export function isCliGrant(fields: Fields): boolean {
  return (cliGrantTypes as readonly string[]).includes(fields.get('grant_type') ?? '')
}

/** A token request of the command line: an authorization code with its verifier, or an allowed device code. */
export async function answerCliGrant(fields: Fields, deps: GrantDeps): Promise<TokenReply | Refusal> {
  const fault = await clientFault(fields, deps)
  if (fault !== undefined) return fault
  return fields.get('grant_type') === deviceCodeGrant ? redeemDeviceCode(fields, deps) : redeemCode(fields, deps)
}

/**
 * A public client sends its id and proves nothing (RFC 6749 section 3.2.1). A registered application is known, and may not use these
 * grants.
 */
export async function clientFault(fields: Fields, { database }: GrantDeps): Promise<Refusal | undefined> {
  const id = fields.get('client_id')
  if (id === cliClientId) return undefined
  if (id !== undefined && (await findClient(database, id)) !== undefined)
    return { status: 400, error: 'unauthorized_client', description: 'Only the command line may use this grant.' }
  return { status: 401, error: 'invalid_client', description: `client_id has to be ${cliClientId}.` }
}

const verifierShape = /^[\w.~-]{43,128}$/

async function redeemCode(fields: Fields, { database }: GrantDeps): Promise<TokenReply | Refusal> {
  const [code, redirectUri, verifier] = ['code', 'redirect_uri', 'code_verifier'].map((name) => fields.get(name))
  if (code === undefined || redirectUri === undefined || verifier === undefined)
    return invalidRequest('code, redirect_uri and code_verifier are needed.')
  const hash = hashToken(code)
  const tenantId = await findGrantTenant(database, hash)
  if (tenantId === undefined) return invalidCode
  // Do not throw in here: a code counts as used after the first attempt, even a failed one.
  return tenantScope(database, tenantId).transaction(async (tx) => {
    const grant = await useGrant(tx, hash, 'code')
    if (grant === undefined) {
      await killDescendants(tx, hash)
      return invalidCode
    }
    const isRight = grant.redirectUri === redirectUri && verifierShape.test(verifier) && fits(verifier, grant)
    return isRight ? issue(tx, grant, hash) : invalidCode
  })
}

/** RFC 7636 section 4.6. */
function fits(verifier: string, { codeChallenge }: Grant): boolean {
  const given = createHash('sha256').update(verifier).digest('base64url')
  return codeChallenge !== null && equalText(given, codeChallenge)
}

async function redeemDeviceCode(fields: Fields, { database }: GrantDeps): Promise<TokenReply | Refusal> {
  const deviceCode = fields.get('device_code')
  if (deviceCode === undefined) return invalidRequest('device_code is needed.')
  const hash = hashToken(deviceCode)
  const polled = await poll(globalQuery(database), hash)
  if (polled !== 'allowed') return waitAnswers[polled]
  const tenantId = await findGrantTenant(database, hash)
  if (tenantId === undefined) return waitAnswers.unknown
  return tenantScope(database, tenantId).transaction(async (tx) => {
    if (!(await markUsed(tx.db, hash))) return waitAnswers.used
    const grant = await useGrant(tx, hash, 'device')
    return grant === undefined ? waitAnswers.expired : issue(tx, grant, hash)
  })
}

async function issue(tx: TenantTransaction, grant: Grant, parentHash: Buffer): Promise<TokenReply> {
  const token = randomToken()
  await insertGrant(tx, {
    ...grant,
    kind: 'access',
    codeChallenge: null,
    redirectUri: null,
    hash: hashToken(token),
    lifeSecs: accessTokenSecs,
    parentHash,
  })
  return { access_token: token, token_type: 'Bearer', expires_in: accessTokenSecs }
}

const refusal = (error: string, description: string): Refusal => ({ status: 400, error, description })

const invalidCode = refusal(
  'invalid_grant',
  'The authorization code is not accepted. It is good once and for a minute, with the redirect_uri and code_verifier it was asked with.',
)

/** RFC 8628 section 3.5. */
const waitAnswers: Readonly<Record<Exclude<Polled, 'allowed'>, Refusal>> = {
  pending: refusal('authorization_pending', 'The request is still pending.'),
  'too-fast': refusal('slow_down', 'Wait five seconds longer between requests from now on.'),
  denied: refusal('access_denied', 'The request was denied.'),
  expired: refusal('expired_token', 'The device code is too old.'),
  used: refusal('invalid_grant', 'The device code was used before.'),
  unknown: refusal('invalid_grant', 'The device code is not known.'),
}
