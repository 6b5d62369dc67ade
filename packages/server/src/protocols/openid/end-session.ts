import { findClient, type Client } from '../../applications/clients/queries.ts'
import { recordAudit } from '../../kit/audit-trail/record.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import type { Person } from '../../kit/http/actor.ts'
import { readCookie } from '../../kit/http/cookies.ts'
import { csrfTokenOf, isCsrfTokenOf, isFromUs, logForeignRequest } from '../../kit/http/csrf.ts'
import { goPage } from '../../kit/pages/continue.ts'
import { endedSessionCookies } from '../../sign-in/sessions/cookies.ts'
import { endSession } from '../../sign-in/sessions/queries.ts'
import { applicationSessionsOf } from '../../applications/application-sessions/application-sessions.ts'
import { senderOf, type AuthorizeDeps, type Visit } from './authorize.ts'
import { openidPaths } from './limits.ts'
import { logoutQuestion, refusalPage } from './pages.ts'
import { browserRequest, redirect, sendPage, withQuery } from './respond.ts'

/** Where a person is after logging out when no application says it. */
const signedOutPath = '/login/signed-out'

type LogoutRequest = {
  /** The client that asks, as far as it is known. */
  readonly client: Client | undefined
  /** The person and session that a valid `id_token_hint` names. */
  readonly hint: { readonly sub: string; readonly sid: unknown } | undefined
  /** Where the person goes afterwards: registered for the client, with `state`. */
  readonly next: string | undefined
}

/**
 * GET and POST /oauth2/end-session (OpenID Connect RP-Initiated Logout 1.0): ends the portal's session in this browser, and with it
 * those of all applications. Asks the person, unless the ID token of this very session is presented. `posted`: the fields of a form.
 */
export async function endPortalSession(
  visit: Visit,
  posted: URLSearchParams | undefined,
  deps: AuthorizeDeps,
): Promise<void> {
  const { req, res, requestId } = visit
  const fields = posted ?? visit.query
  const read = await readLogoutRequest(fields, deps)
  if (read === 'client' || read === 'address') return sendPage(res, refusalPage(`logout-${read}`, requestId), 400)
  const request = browserRequest(req, deps.settings.baseUrl)
  const token = readCookie(request, deps.settings, 'session')
  const actor = token === undefined ? undefined : (await senderOf(visit, deps))?.actor
  if (posted !== undefined) {
    const given = posted.get('X-CSRFToken')
    const isOurs = isFromUs(request, deps.settings.baseUrl)
    if (token === undefined || !isOurs || !isCsrfTokenOf(deps.secrets, token, given ?? '')) {
      // An application may post its form here. Only the form of our question has a token, and is refused by asking again.
      if (given !== null && (!isOurs || token !== undefined)) logForeignRequest(deps.log, request, requestId)
      // A form of another site comes without our cookies; the address it leads to has them, and asks.
      const rest = new URLSearchParams(posted)
      rest.delete('X-CSRFToken')
      return redirect(res, withQuery(openidPaths.endSession, Object.fromEntries(rest)))
    }
    if (actor?.kind === 'user') await end(actor, read, visit, deps)
    // Not a redirect: the policy of our form would hold for it.
    const cookies = endedSessionCookies(deps.settings)
    if (read.next === undefined) return redirect(res, signedOutPath, cookies)
    const page = goPage(read.next)
    return sendPage(res, { ...page, headers: [...(page.headers ?? []), ...cookies] })
  }
  if (actor?.kind !== 'user' || token === undefined) return redirect(res, read.next ?? signedOutPath)
  if (!(await isOwnHint(actor, read, deps))) {
    const csrf = csrfTokenOf(deps.secrets, token)
    return sendPage(res, logoutQuestion({ name: actor.name, csrf, fields: Object.fromEntries(fields) }))
  }
  await end(actor, read, visit, deps)
  redirect(res, read.next ?? signedOutPath, endedSessionCookies(deps.settings))
}

/** `client`: client_id and id_token_hint name different ones, or the client is unknown. `address`: it is not registered. */
async function readLogoutRequest(
  fields: URLSearchParams,
  { database, signer }: AuthorizeDeps,
): Promise<LogoutRequest | 'client' | 'address'> {
  const only = (name: string) => {
    const values = fields.getAll(name).filter((value) => value !== '')
    return values.length === 1 ? values[0] : undefined
  }
  const [hinted, clientId, address, state] = [
    only('id_token_hint'),
    only('client_id'),
    only('post_logout_redirect_uri'),
    only('state'),
  ]
  // Also an expired one: the session may be much older than the ID token.
  const claims = hinted === undefined ? undefined : await signer.verify(hinted, 'JWT', { expired: true })
  const named = typeof claims?.aud === 'string' ? claims.aud : undefined
  if (clientId !== undefined && named !== undefined && clientId !== named) return 'client'
  const id = named ?? clientId
  const client = id === undefined ? undefined : await findClient(database, id)
  if (id !== undefined && client?.config.protocol !== 'openid') return 'client'
  // Without a client the address cannot be checked, and is not used.
  if (
    address !== undefined &&
    client?.config.protocol === 'openid' &&
    !client.config.postLogoutRedirectUris.includes(address)
  )
    return 'address'
  // A hint that is not ours proves that something is wrong: the person is not sent on.
  const mayGo = client !== undefined && (hinted === undefined || claims !== undefined)
  return {
    client,
    hint: claims?.sub === undefined ? undefined : { sub: claims.sub, sid: claims['sid'] },
    next: address === undefined || !mayGo ? undefined : withQuery(address, state === undefined ? {} : { state }),
  }
}

/** Whether the ID token was issued in this very session of the portal. */
async function isOwnHint(
  actor: Person,
  { client, hint }: LogoutRequest,
  { database }: AuthorizeDeps,
): Promise<boolean> {
  if (client === undefined || hint === undefined || hint.sub !== actor.id || client.tenantId !== actor.tenantId)
    return false
  const begun = await tenantScope(database, actor.tenantId).transaction((tx) =>
    applicationSessionsOf(tx, actor.sessionHash),
  )
  return begun.some(({ id, clientId }) => id === hint.sid && clientId === client.id)
}

async function end(
  actor: Person,
  { client }: LogoutRequest,
  { requestId, address }: Visit,
  { database, clock }: AuthorizeDeps,
): Promise<void> {
  const by = {
    actor: { kind: 'user', id: actor.id, name: actor.name },
    requestId,
    address,
    nowMs: clock.now(),
  } as const
  await tenantScope(database, actor.tenantId).transaction(async (tx) => {
    await endSession(tx, actor.sessionHash)
    const target = { kind: 'user', id: actor.id, name: actor.name }
    const after =
      client !== undefined && client.tenantId === actor.tenantId ? { application: client.application.label } : {}
    await recordAudit(tx, by, { action: 'session.end', target, after: { by: 'application', ...after } })
  })
}
