import type { oidcBackChannelLogout } from '@portico/core/contract'
import { sql } from 'kysely'

import { recordAudit } from '../../kit/audit-trail/record.ts'
import { visitorScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { tooManyRequests } from '../../kit/http/failure.ts'
import { networkOf } from '../../kit/http/rate-limit.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import {
  findAnyProviderTenant,
  loadAnyProvider,
  type OidcProvider,
} from '../../providers/identity-providers/queries.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import { newRecording, recordFault, type Recording } from '../records/recording.ts'
import { clockSkewSecs } from './id-token-claims.ts'
import { logoutTokenSecs, verifyLogoutToken, type LogoutToken } from './logout-token.ts'
import { endNamedSessions } from '../sessions/end-sessions.ts'
import { oidcSubjectKey } from './identity.ts'
import { relyingPartyOf } from './relying-party.ts'

type Incoming = Call<typeof oidcBackChannelLogout>

/**
 * A provider says that sessions ended (OpenID Connect Back-Channel Logout 1.0): exactly those it names end here. 200,
 * also where none was left; 400 with an error otherwise, and the reason stays with the administrator.
 */
export async function receiveLogoutToken(call: Incoming): Promise<Answer<undefined>> {
  const { deps, address, form } = call
  const wait = await deps.rateLimits.take('back-channel-address', networkOf(address))
  if (wait > 0) throw tooManyRequests(wait)
  const token = form.get('logout_token')
  if (typeof token !== 'string' || token === '') return refused('The form has no logout_token.')
  const recording = newRecording('logout')
  try {
    const provider = await providerOf(call, recording)
    if (provider === undefined) return refused('OpenID provider not found.')
    const named = await verified(call, provider, token, recording)
    await visitorScope(deps.database, provider.tenantId).transaction((tx) => end(tx, call, provider, named, recording))
    return {}
  } catch (error) {
    if (!(error instanceof SignInFault)) throw error
    const code = await recordFault(call, recording, error)
    return refused(code === undefined ? 'The logout token was refused.' : `The logout token was refused: ${code}.`)
  }
}

/** RFC 6749 section 5.2's form of an error. */
function refused(description: string): Answer<undefined> {
  const text = JSON.stringify({ error: 'invalid_request', error_description: description })
  return { document: { type: 'application/json', text, status: 400 } }
}

async function providerOf({ deps, params }: Incoming, recording: Recording): Promise<OidcProvider | undefined> {
  const tenantId = await findAnyProviderTenant(deps.database, params.idpId)
  if (tenantId === undefined) return undefined
  const provider = await visitorScope(deps.database, tenantId).transaction((tx) =>
    loadAnyProvider(tx, params.idpId, deps.secrets),
  )
  if (provider?.family !== 'oidc') return undefined
  recording.tenantId = tenantId
  recording.identityProviderId = provider.id
  return provider
}

/** No transaction is open while the provider's keys are asked for. */
async function verified({ deps }: Incoming, provider: OidcProvider, token: string, { checks }: Recording) {
  const nowMs = deps.clock.now()
  const party = relyingPartyOf(provider, deps.settings, nowMs)
  const facts = await deps.providerMetadata.read(party, checks)
  return verifyLogoutToken(token, {
    party,
    issuer: facts.issuer,
    keys: deps.keySets.of(facts.jwksUri),
    nowMs,
    checks,
  })
}

async function end(
  tx: TenantTransaction,
  { deps, requestId, address }: Incoming,
  provider: OidcProvider,
  { id, subject, session }: LogoutToken,
  { checks }: Recording,
): Promise<void> {
  const nowMs = deps.clock.now()
  if (!(await isFirstUse(tx, provider.id, id, nowMs))) return checks.refuse('logout-token-replayed')
  const subjectHash = subject === undefined ? undefined : hashToken(oidcSubjectKey(provider, subject))
  const ended = await endNamedSessions(tx, { providerId: provider.id, session, subjectHash })
  const by = { actor: { kind: 'system', id: provider.id, name: provider.name }, requestId, nowMs, address } as const
  for (const { id: userId, name, sessions } of ended) {
    const target = { kind: 'user', id: userId, name } as const
    await recordAudit(tx, by, { action: 'session.end', target, after: { by: 'identity provider', sessions } })
  }
}

/** In the transaction that ends the sessions: a token whose work was undone may come again. */
async function isFirstUse(tx: TenantTransaction, providerId: string, id: string, nowMs: number): Promise<boolean> {
  const until = nowMs / 1000 + logoutTokenSecs + 2 * clockSkewSecs
  const result = await tx.db
    .insertInto('assertion_uses')
    .values({ issuer: `logout:${providerId}`, id_hash: hashToken(id), expires_at: sql<Date>`to_timestamp(${until})` })
    .onConflict((conflict) => conflict.columns(['issuer', 'id_hash']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}
