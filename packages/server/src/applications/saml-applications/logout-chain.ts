import { sql } from 'kysely'

import { areAllTold, leaveToBrowser, noteAnswer } from '../application-sessions/notifications.ts'
import { findTenantClient } from '../clients/queries.ts'
import { visitorScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import type { Answer } from '../../kit/http/route.ts'
import { goPage, postPage } from '../../kit/pages/continue.ts'
import { buildLogoutRequest, buildLogoutResponse, type Outgoing, type SamlNameId } from '../../protocols/saml/index.ts'
import { hashToken, randomToken } from '../../kit/secrets/secret-box.ts'
import { newMessageId } from '../../sign-in/saml/start.ts'
import { isSamlClient, peerOf, selfOf } from './parties.ts'

/** Applications that one sign-out tells. Each is a page more for the person. */
const toldMax = 10
const lifeSecs = 600

/** A session in an application that has ended here, about which the application is notified. */
export type EndedThere = { readonly id: string; readonly clientId: string; readonly nameId: SamlNameId }

type Goodbye = Answer<undefined>

/** What the browser gets at the end: a page, or the answer to the application that began the logout. */
type Last =
  | { readonly kind: 'page'; readonly answer: Goodbye }
  | {
      readonly kind: 'response'
      readonly clientId: string
      readonly inResponseTo: string
      readonly relayState: string | null
      /** The sessions in other applications that ended too. */
      readonly others: readonly string[]
    }

type Asked = { readonly id: string; readonly clientId: string; readonly requestId: string }

type Chain = {
  readonly pending: readonly EndedThere[]
  /** The request that the browser carries now, about the session `id`. */
  readonly asked: Asked | null
  readonly last: Last
}

/** What the browser does next. `over`: nothing is left for it to tell, and the application that began the logout is answered. */
type Step = { readonly kind: 'page'; readonly answer: Goodbye } | { readonly kind: 'over'; readonly last: Last }

/** Sessions that the browser is about to tell are not told by the queue meanwhile. In the transaction that ends them. */
export function leaveToChain(tx: TenantTransaction, ended: readonly EndedThere[]): Promise<void> {
  const ids = ended.slice(0, toldMax).map(({ id }) => id)
  return leaveToBrowser(tx, ids, lifeSecs)
}

/**
 * Notifies applications one after the other, by the browser, that sessions have ended (profiles 4.4.3.1). The sessions here were ended
 * before: an application that cannot be reached keeps no one signed in. Those after it are notified by SOAP later, if they accept it.
 */
export async function tellApplications(
  tx: TenantTransaction,
  deps: Deps,
  { ended, last }: { readonly ended: readonly EndedThere[]; readonly last: Last },
): Promise<Step> {
  if (ended.length === 0) return { kind: 'over', last }
  const token = randomToken()
  await tx.db
    .insertInto('saml_logouts')
    .values({
      tenant_id: tx.tenantId,
      id_hash: hashToken(token),
      state: Buffer.of(),
      expires_at: sql<Date>`now() + make_interval(secs => ${lifeSecs})`,
    })
    .execute()
  const chain = { pending: ended.slice(0, toldMax), asked: null, last }
  return next(tx, deps, token, chain)
}

/** The application has answered: goes on with the next one. undefined: no sign-out of ours has this token. */
export async function continueChain(
  deps: Deps,
  { tenantId, token }: { readonly tenantId: string; readonly token: string },
  /** Whether the application says that its session is over. */
  isDone: (tx: TenantTransaction, asked: Asked) => Promise<boolean>,
): Promise<Step | undefined> {
  return visitorScope(deps.database, tenantId).transaction(async (tx) => {
    const row = await tx.db
      .selectFrom('saml_logouts')
      .select('state')
      .where('tenant_id', '=', tenantId)
      .where('id_hash', '=', hashToken(token))
      .where('expires_at', '>', sql<Date>`now()`)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return undefined
    const chain = JSON.parse(deps.secrets.open(row.state, samlLogoutContext(tenantId))) as Chain
    if (chain.asked === null) return undefined
    await noteAnswer(tx, chain.asked.id, await isDone(tx, chain.asked))
    return next(tx, deps, token, chain)
  })
}

export function samlLogoutContext(tenantId: string): string {
  return `saml-logout:${tenantId}`
}

async function next(tx: TenantTransaction, deps: Deps, token: string, chain: Chain): Promise<Step> {
  for (const [index, session] of chain.pending.entries()) {
    const client = await findTenantClient(tx, session.clientId)
    if (!isSamlClient(client) || client.config.sloUrl === null) {
      await noteAnswer(tx, session.id, false)
      continue
    }
    const id = newMessageId()
    const { nameId, id: sessionIndex } = session
    const parties = { peer: peerOf(client), self: await selfOf(tx, deps) }
    const message = { id, nameId, sessionIndex, relayState: token, nowMs: deps.clock.now() }
    const asked = { id: sessionIndex, clientId: client.id, requestId: id }
    await save(tx, deps, token, { ...chain, pending: chain.pending.slice(index + 1), asked })
    return { kind: 'page', answer: pageFor(buildLogoutRequest({ ...parties, ...message })) }
  }
  await tx.db
    .deleteFrom('saml_logouts')
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', hashToken(token))
    .execute()
  return { kind: 'over', last: chain.last }
}

async function save(tx: TenantTransaction, deps: Deps, token: string, chain: Chain): Promise<void> {
  await tx.db
    .updateTable('saml_logouts')
    .set({ state: deps.secrets.seal(JSON.stringify(chain), samlLogoutContext(tx.tenantId)) })
    .where('tenant_id', '=', tx.tenantId)
    .where('id_hash', '=', hashToken(token))
    .execute()
}

/** The answer to the browser, after the transaction of the step: the applications that the queue notifies get a moment. */
export async function answerStep(deps: Deps, tenantId: string, step: Step): Promise<Goodbye> {
  if (step.kind === 'page') return step.answer
  const { last } = step
  if (last.kind === 'page') return last.answer
  const complete = await areAllTold(deps.database, tenantId, last.others)
  return visitorScope(deps.database, tenantId).transaction((tx) => lastAnswer(tx, deps, last, complete))
}

/** The service provider that asked learns whether all others were really notified (core 3.7.3.2). */
async function lastAnswer(
  tx: TenantTransaction,
  deps: Deps,
  last: Extract<Last, { kind: 'response' }>,
  complete: boolean,
): Promise<Goodbye> {
  const client = await findTenantClient(tx, last.clientId)
  const { config } = isSamlClient(client) ? client : { config: undefined }
  if (!isSamlClient(client) || (config?.sloUrl ?? config?.sloResponseUrl ?? null) === null)
    return { location: '/login/signed-out' }
  const { inResponseTo, relayState } = last
  const status = complete ? 'Success' : 'PartialLogout'
  const message = { id: newMessageId(), inResponseTo, relayState, nowMs: deps.clock.now(), status } as const
  return pageFor(buildLogoutResponse({ peer: peerOf(client), self: await selfOf(tx, deps), ...message }))
}

/** A page, since the redirects of a posted form are bound by the policy of the form's own page. */
function pageFor(outgoing: Outgoing): Goodbye {
  return outgoing.kind === 'redirect' ? goPage(outgoing.url) : postPage(outgoing.action, outgoing.fields)
}
