import type { beginSetup, readSetupUrl, ReplyOf, SetupUrl } from '@portico/core/contract'

import { recordAudit } from '../../kit/audit-trail/record.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { checkOrigin } from '../../kit/http/csrf.ts'
import { Failure, tooManyRequests } from '../../kit/http/failure.ts'
import { networkOf } from '../../kit/http/rate-limit.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import type { Sender } from '../../kit/http/senders.ts'
import { hashToken, randomToken } from '../../kit/secrets/secret-box.ts'
import { sessionCookies } from '../sessions/cookies.ts'
import { earlierSender, endEarlierSession } from '../sessions/end-earlier-session.ts'
import { createSetupSession } from '../sessions/setup-sessions.ts'
import { tenantName } from '../../tenant/tenants/queries.ts'
import { findSetupTenant, noteOpened, readSetup, type SetupRow } from './queries.ts'

/** Where the wizard begins and continues. */
export const setupPath = '/login/setup'

/** POST /login/setup/tenant: whose setup a URL opens, and whose session would end. It does not begin the setup. */
export async function previewSetup(call: Call<typeof readSetupUrl>): Promise<Answer<ReplyOf<typeof readSetupUrl>>> {
  const { deps, request } = call
  const tenant = await withSetup(call, async (tx) => ({ id: tx.tenantId, name: await tenantName(tx) }))
  const sender = await earlierSender(deps, request)
  return { value: { tenantName: tenant.name, session: sender === undefined ? null : endedBy(tenant, sender) } }
}

/**
 * POST /login/setup: exchanges the token of a setup URL for a session. The same URL opens the setup in several browsers
 * until it is complete. A token that opens nothing gets the same answer whatever became of it.
 */
export async function openSetup(call: Call<typeof beginSetup>): Promise<Answer<ReplyOf<typeof beginSetup>>> {
  const { deps, request, address, requestId } = call
  const session = randomToken()
  const opened = await withSetup(call, async (tx, { expiresAt }, about) => {
    await recordAudit(tx, about, { action: 'setup.open', target })
    await noteOpened(tx, address)
    const { nowMs } = about
    return createSetupSession(tx, { hash: hashToken(session), nowMs, urlEndsAt: expiresAt })
  })
  deps.log.info({ requestId, address }, 'a setup URL was opened')
  await endEarlierSession(deps, request)
  return {
    value: { redirectUrl: setupPath, expiresOn: opened.toISOString() },
    headers: sessionCookies(deps.settings, deps.secrets, session),
  }
}

/** The session that ends; null: the same setup goes on. */
function endedBy(setUp: { readonly id: string }, { actor, tenant }: Sender): SetupUrl['session'] {
  if (actor.kind === 'setup' && actor.tenantId === setUp.id) return null
  return { name: actor.kind === 'setup' || actor.kind === 'recovery' ? null : actor.name, tenantName: tenant.name }
}

type About = Parameters<typeof recordAudit>[1]
const target = { kind: 'setup' } as const

/** Runs in the tenant of a setup URL that is open. Throws Failure 400 for any other token, and 429. */
async function withSetup<T>(
  { deps, request, address, requestId, body }: Call<typeof beginSetup>,
  work: (tx: TenantTransaction, setup: SetupRow, about: About) => Promise<T>,
): Promise<T> {
  checkOrigin(request, deps.settings.baseUrl)
  const wait = await deps.rateLimits.take('setup-address', networkOf(address))
  if (wait > 0) throw tooManyRequests(wait)
  const tenantId = await findSetupTenant(deps.database, body.token)
  if (tenantId === undefined) throw refused()
  const nowMs = deps.clock.now()
  const about = { actor: { kind: 'setup', name: address }, requestId, nowMs, address } as const
  const done = await tenantScope(deps.database, tenantId).transaction(async (tx) => {
    const setup = await readSetup(tx, { token: body.token, lock: true })
    if (setup?.state === 'open') return { value: await work(tx, setup, about) }
    await recordAudit(tx, about, { action: 'setup.refuse', target })
    return undefined
  })
  if (done === undefined) throw refused()
  return done.value
}

const refused = () => new Failure(400, 'SETUP_URL_REFUSED')
