import type { beginCliSession } from '@portico/core/contract'

import { recordAudit } from '../../kit/audit-trail/record.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { checkOrigin } from '../../kit/http/csrf.ts'
import { tooManyRequests, unauthenticated } from '../../kit/http/failure.ts'
import { networkOf } from '../../kit/http/rate-limit.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { hashToken, randomToken } from '../../kit/secrets/secret-box.ts'
import { sessionCookies } from '../sessions/cookies.ts'
import { originOf } from '../sessions/list-queries.ts'
import { createSession } from '../sessions/queries.ts'
import { readPerson } from '../sessions/read-sender.ts'
import { selectOnlyEnvironment } from '../sessions/only-environment.ts'
import { findGrantTenant, useGrant, type Grant } from './grants.ts'

/**
 * POST /login/cli-session: exchanges the access token of a sign-in, once, for an ordinary session with its own id. The
 * token is sent in a header, which another site's form cannot set. Throws 401 without a reason.
 */
export async function exchange(call: Call<typeof beginCliSession>): Promise<Answer<undefined>> {
  const { deps, request, address, requestId } = call
  const { database, secrets, settings, clock } = deps
  checkOrigin(request, settings.baseUrl)
  const wait = await deps.rateLimits.take('cli-session', networkOf(address))
  if (wait > 0) throw tooManyRequests(wait)
  const bearer = /^Bearer ([\w-]{43})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (bearer === undefined) throw unauthenticated()
  const hash = hashToken(bearer)
  const tenantId = await findGrantTenant(database, hash)
  if (tenantId === undefined) throw unauthenticated()
  const token = randomToken()
  await tenantScope(database, tenantId).transaction(async (tx) => {
    const grant = await useGrant(tx, hash, 'access')
    if (grant === undefined) throw unauthenticated()
    const actor = await begin(tx, grant, { hash: hashToken(token), call })
    await recordAudit(
      tx,
      { actor, requestId, nowMs: clock.now(), address },
      { action: 'session.begin', target: actor, after: { kind: 'cli', via: grant.via, address } },
    )
  })
  return { headers: sessionCookies(settings, secrets, token) }
}

/** The person may have been deactivated since, or the provider switched off: the new session shows that at once. */
async function begin(
  tx: TenantTransaction,
  grant: Grant,
  { hash, call }: { hash: Buffer; call: Call<typeof beginCliSession> },
) {
  await createSession(tx, {
    hash,
    signInId: grant.signInId,
    userId: grant.userId,
    identityProviderId: grant.identityProviderId,
    environmentId: null,
    providerSession: null,
    credentialsAgeSecs: null,
    lifetimeSecs: call.deps.settings.sessionHours * 3600,
    origin: originOf(call),
    cli: {
      authenticatedAt: grant.authenticatedAt,
      credentialsAt: grant.credentialsAt,
      endsAt: grant.sessionEndsAt,
    },
  })
  const person = await readPerson(tx, hash)
  if (person === undefined) throw unauthenticated()
  await selectOnlyEnvironment(tx, { hash, userId: person.id })
  return { kind: 'user', id: person.id, name: person.name } as const
}
