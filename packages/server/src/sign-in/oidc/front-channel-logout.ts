import type { oidcFrontChannelLogout } from '@portico/core/contract'

import { recordAudit } from '../../kit/audit-trail/record.ts'
import { visitorScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { tooManyRequests } from '../../kit/http/failure.ts'
import { networkOf } from '../../kit/http/rate-limit.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import {
  findAnyProviderTenant,
  loadAnyProvider,
  type IdentityProvider,
} from '../../providers/identity-providers/queries.ts'
import { createChecks } from '../../kit/checks/checks.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import { endNamedSessions } from '../sessions/end-sessions.ts'
import { relyingPartyOf } from './relying-party.ts'

type Incoming = Call<typeof oidcFrontChannelLogout>

/**
 * A provider's page shows this in a hidden frame when a session ended there (OpenID Connect Front-Channel Logout 1.0):
 * ends the sessions with exactly this issuer and session id. Browsers withhold cookies from frames of other sites, so
 * the two values are the only credentials; knowing them allows signing that person out, nothing else. The answer is
 * always the same.
 */
export async function hearOfLogout(call: Incoming): Promise<Answer<undefined>> {
  const { deps, request, address } = call
  const wait = await deps.rateLimits.take('front-channel-address', networkOf(address))
  if (wait > 0) throw tooManyRequests(wait)
  const query = new URL(request.url).searchParams
  const [issuer, session] = [onlyName(query, 'iss'), onlyName(query, 'sid')]
  if (issuer === undefined || session === undefined) return emptyPage
  const provider = await providerOf(call)
  if (provider !== undefined && issuer === (await issuerOf(call, provider)))
    await visitorScope(deps.database, provider.tenantId).transaction((tx) => end(tx, call, provider, session))
  return emptyPage
}

/** May be shown in any frame: it has no content that could mislead. */
const emptyPage: Answer<undefined> = {
  document: {
    type: 'text/html; charset=utf-8',
    text: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Signed out</title></head><body></body></html>',
  },
  headers: [['Content-Security-Policy', "default-src 'none'; base-uri 'none'; form-action 'none'; sandbox"]],
}

/** A parameter that is there once and could be a name; a session id is kept in this form (finish.ts). */
function onlyName(query: URLSearchParams, name: string): string | undefined {
  const [value, second] = query.getAll(name)
  return second === undefined && value !== undefined && /^[^\p{Cc}]{1,255}$/u.test(value) ? value : undefined
}

/** Switched off or not: a session of a provider that is switched off must not come back with it. */
async function providerOf({ deps, params }: Incoming): Promise<IdentityProvider | undefined> {
  const tenantId = await findAnyProviderTenant(deps.database, params.idpId)
  if (tenantId === undefined) return undefined
  return visitorScope(deps.database, tenantId).transaction((tx) => loadAnyProvider(tx, params.idpId, deps.secrets))
}

/** The issuer of the provider's ID tokens; undefined when it has none or is unreachable. */
async function issuerOf({ deps }: Incoming, provider: IdentityProvider): Promise<string | undefined> {
  if (provider.family === 'saml') return undefined
  if (provider.family === 'oidc') return provider.config.issuer
  try {
    const party = relyingPartyOf(provider, deps.settings, deps.clock.now())
    return (await deps.providerMetadata.read(party, createChecks())).issuer
  } catch (error) {
    if (!(error instanceof SignInFault)) throw error
    deps.log.warn({ provider: provider.id, reason: error.message }, 'a logout in a frame could not be told from others')
    return undefined
  }
}

async function end(
  tx: TenantTransaction,
  { deps, requestId, address }: Incoming,
  provider: IdentityProvider,
  session: string,
): Promise<void> {
  const ended = await endNamedSessions(tx, { providerId: provider.id, session, subjectHash: undefined })
  const actor = { kind: 'system', id: provider.id, name: provider.name } as const
  const by = { actor, requestId, nowMs: deps.clock.now(), address }
  for (const { id, name, sessions } of ended) {
    const target = { kind: 'user', id, name } as const
    await recordAudit(tx, by, { action: 'session.end', target, after: { by: 'identity provider', sessions } })
  }
}
