import type { IncomingMessage, ServerResponse } from 'node:http'

import { freshSignInSecs, type FindingId } from '@portico/core/contract'
import { sql } from 'kysely'

import { findClient, type Client } from '../../applications/clients/queries.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import type { Person } from '../../kit/http/actor.ts'
import { Failure } from '../../kit/http/failure.ts'
import type { Sender } from '../../kit/http/senders.ts'
import { randomToken } from '../../kit/secrets/secret-box.ts'
import { recordOpening, startApplicationSession } from '../../applications/application-sessions/application-sessions.ts'
import type { CheckLine } from '../../kit/checks/checks.ts'
import { recordRefusedRequest, refusedLine, usernameOf } from '../../sign-in/records/application-refusals.ts'
import {
  namedClient,
  readAuthorizationRequest,
  type AuthorizationRequest,
  type ReturnAddress,
} from './authorization-request.ts'
import { markFresh, readFresh } from './fresh-marker.ts'
import { insertCode } from './grants.ts'
import { openidPaths } from './limits.ts'
import { refusalPage } from './pages.ts'
import { readPersonClaims } from './person-claims.ts'
import { answerClient, browserRequest, redirect, sendPage } from './respond.ts'
import type { Signer } from './signer.ts'

export type AuthorizeDeps = Pick<
  Deps,
  'database' | 'settings' | 'clock' | 'secrets' | 'log' | 'senders' | 'metrics' | 'rateLimits'
> & {
  readonly signer: Signer
}

export type Visit = {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly query: URLSearchParams
  readonly requestId: string
  readonly address: string
}

/** What the client gets. `sign-in`: the person signs in first, again where `fresh`. */
type Outcome =
  | { readonly code: string }
  | Denial
  | { readonly page: 'session' }
  | { readonly signIn: 'any' | 'fresh'; readonly sessionId?: string | undefined }

/** `finding`: what the administrator reads; absent if nothing is wrong. */
type Denial = {
  readonly error: string
  readonly description: string
  readonly finding?: FindingId
  readonly username?: string
}

const loginRequired = { error: 'login_required', description: 'The person has to sign in.' } as const
const denied = {
  error: 'access_denied',
  description: 'The person may not open this application.',
  finding: 'application-access',
} as const

/**
 * GET /oauth2/authorize of a registered client (OpenID Connect Core section 3.1.2). The session is the portal's own: there is no
 * second one, and no page asks for consent, because an administrator registered the application.
 */
export async function authorize(visit: Visit, deps: AuthorizeDeps): Promise<void> {
  const { res, query, requestId } = visit
  const client = await findClient(deps.database, namedClient(query) ?? '')
  if (client === undefined || client.config.protocol !== 'openid')
    return sendPage(res, refusalPage('client', requestId), 400)
  const read = readAuthorizationRequest(query, client)
  if (read.kind === 'no-address') {
    const evidence = { found: query.get('redirect_uri') ?? '', expected: client.config.redirectUris.join(' ') }
    const code = await recordDenial(visit, client, { finding: 'application-address', evidence }, deps)
    return sendPage(res, refusalPage('address', code ?? requestId), 400)
  }
  const iss = deps.settings.baseUrl
  const answerError = async (to: ReturnAddress, { error, description, finding, username }: Denial) => {
    deps.log.info(
      { requestId, tenantId: client.tenantId, client: client.id, error, reason: description },
      'authorization refused',
    )
    const evidence = { error, reason: description, ...(username !== undefined && { username }) }
    const code = finding && (await recordDenial(visit, client, { finding, evidence }, deps))
    answerClient(res, to, {
      error,
      error_description: code === undefined ? description : `${description} (${code})`,
      iss,
    })
  }
  if (read.kind === 'error') return answerError(read.to, read.error)
  const { request } = read
  const outcome = await decide(visit, { client, request }, deps)
  if ('code' in outcome) return answerClient(res, request, { code: outcome.code, iss })
  if ('page' in outcome) {
    const code = await recordDenial(visit, client, { finding: 'application-session', evidence: {} }, deps)
    return sendPage(res, refusalPage(outcome.page, code ?? requestId), 403)
  }
  if ('signIn' in outcome) return redirect(res, signInPlace(query, outcome, deps))
  return answerError(request, outcome)
}

/** Returns the code of the record, which the person reads out. */
function recordDenial(
  { address, requestId }: Visit,
  { tenantId, id, application: { label: application } }: Client,
  { finding, evidence }: { readonly finding: FindingId; readonly evidence: CheckLine['evidence'] },
  deps: AuthorizeDeps,
): Promise<string | undefined> {
  const { username } = evidence
  return recordRefusedRequest(deps, {
    tenantId,
    clientId: id,
    lines: [refusedLine(finding, { application, ...evidence })],
    ...(typeof username === 'string' && { username }),
    address,
    requestId,
  })
}

async function decide(
  visit: Visit,
  { client, request }: { readonly client: Client; readonly request: AuthorizationRequest },
  deps: AuthorizeDeps,
): Promise<Outcome> {
  const isSilent = request.prompts.includes('none')
  const isFresh = request.prompts.some((one) => one === 'login' || one === 'select_account')
  const sender = await senderOf(visit, deps)
  if (sender === undefined) return isSilent ? loginRequired : { signIn: isFresh ? 'fresh' : 'any' }
  const { actor, credential } = sender
  if (actor.kind !== 'user' || credential.kind !== 'session') return isSilent ? loginRequired : { page: 'session' }
  if (actor.tenantId !== client.tenantId)
    return isSilent ? loginRequired : { ...denied, finding: 'application-session' }
  if (client.tenantDeactivated) return { error: denied.error, description: denied.description }
  const hinted = request.idTokenHint
  if (hinted !== undefined && (await deps.signer.verify(hinted, 'JWT', { expired: true }))?.sub !== actor.id)
    return loginRequired
  const outcome = await tenantScope(deps.database, client.tenantId).transaction((tx) =>
    decideIn(tx, { visit, client, request, actor, isFresh }, deps),
  )
  if ('signIn' in outcome && isSilent) return loginRequired
  // Silent requests come from the application, not from the person: they do not extend the session.
  if ('code' in outcome && !isSilent)
    await deps.senders.used(sender, browserRequest(visit.req, deps.settings.baseUrl), false)
  return outcome
}

type Deciding = {
  readonly visit: Visit
  readonly client: Client
  readonly request: AuthorizationRequest
  readonly actor: Person
  readonly isFresh: boolean
}

async function decideIn(
  tx: TenantTransaction,
  { visit, client, request, actor, isFresh }: Deciding,
  { secrets, clock }: AuthorizeDeps,
): Promise<Outcome> {
  const nowMs = clock.now()
  const session = await readPortalSession(tx, actor.sessionHash)
  if (session === undefined) return loginRequired
  const isOld = request.maxAge !== undefined && (session.ageSecs === null || session.ageSecs > request.maxAge)
  if (isFresh || isOld) {
    const marker = readFresh(visit.query, { secrets, nowMs })
    if (marker === undefined) return { signIn: 'fresh', sessionId: session.id }
    const isNew = marker.sessionBefore !== session.id && (session.ageSecs ?? Infinity) < freshSignInSecs
    if (!isNew) return { ...loginRequired, finding: 'application-not-fresh' }
  }
  const { environmentId, application } = client
  const place = { environmentId, applicationId: application.id }
  if ((await readPersonClaims(tx, actor.id, place)) === undefined)
    return { ...denied, username: await usernameOf(tx, actor.id) }
  const begun = await startApplicationSession(tx, {
    sessionHash: actor.sessionHash,
    clientId: client.id,
    protocol: 'openid',
    nowMs,
  })
  if (begun === undefined) return loginRequired
  const code = randomToken()
  await insertCode(tx, code, {
    sessionId: begun.id,
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    nonce: request.nonce,
    scope: request.scopes.join(' '),
    audience: application.urn,
    keyThumbprint: request.keyThumbprint,
  })
  if (begun.isNew)
    await recordOpening(tx, client, { person: actor, requestId: visit.requestId, address: visit.address, nowMs })
  return { code }
}

/** `ageSecs`: since the provider checked the person's credentials; null: it is not known. */
async function readPortalSession(
  tx: TenantTransaction,
  hash: Buffer,
): Promise<{ readonly id: string; readonly ageSecs: number | null } | undefined> {
  const { rows } = await sql<{ id: string; ageSecs: number | null }>`
    select s.id, extract(epoch from now() - s.credentials_at)::float8 as "ageSecs" from sessions s
     where s.tenant_id = ${tx.tenantId} and s.id_hash = ${hash} and s.ended_at is null`.execute(tx.db)
  return rows[0]
}

/** Who is signed in at the portal in this browser, only by its cookie. */
export async function senderOf({ req }: Visit, { senders, settings }: AuthorizeDeps): Promise<Sender | undefined> {
  try {
    return await senders.senderOf(browserRequest(req, settings.baseUrl))
  } catch (error) {
    if (error instanceof Failure && error.status === 401) return undefined
    throw error
  }
}

/** The login page, which leads back to this request. */
function signInPlace(
  query: URLSearchParams,
  { signIn, sessionId }: { readonly signIn: 'any' | 'fresh'; readonly sessionId?: string | undefined },
  { secrets, clock }: AuthorizeDeps,
): string {
  const isFresh = signIn === 'fresh'
  const back = isFresh ? markFresh(query, { sessionId, secrets, nowMs: clock.now() }) : query
  const place = new URLSearchParams({ returnPath: `${openidPaths.authorization}?${back.toString()}` })
  if (isFresh) place.set('fresh', 'true')
  return `/login/?${place.toString()}`
}
