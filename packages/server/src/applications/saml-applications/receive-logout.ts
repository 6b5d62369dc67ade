import type { applicationSamlLogoutPost, applicationSamlLogoutRedirect } from '@portico/core/contract'

import { createChecks, type Checks, type KeptChecks } from '../../kit/checks/checks.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import { findServiceProvider, findTenantClient } from '../clients/queries.ts'
import { visitorScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import {
  issuerOf,
  openLogout,
  readLogoutRequest,
  readLogoutResponse,
  type LogoutMessage,
  type OpenedMessage,
} from '../../protocols/saml/index.ts'
import { recordRefusedRequest } from '../../sign-in/records/application-refusals.ts'
import { useOnce } from '../../sign-in/saml/one-use.ts'
import { endSessionsNamed } from './end-named.ts'
import { answerStep, continueChain, leaveToChain, tellApplications } from './logout-chain.ts'
import { countRefused, limitMessages } from './message-limits.ts'
import { isSamlClient, peerOf, selfOf } from './parties.ts'
import { refusalPage } from './refusal-page.ts'

type Received = Call<typeof applicationSamlLogoutRedirect>

/** How long a request's id is remembered: longer than any request is taken, slack included. */
const rememberedMs = 3_600_000

/** GET …/slo: a logout request of an application, or its answer to ours, signed over the query as received. */
export function receiveLogoutRedirect(call: Call<typeof applicationSamlLogoutRedirect>): Promise<Answer<undefined>> {
  const { search, searchParams } = new URL(call.request.url)
  const message = { binding: 'redirect', rawQuery: search.slice(1) } as const
  return receive(call, message, searchParams.has('SAMLRequest') ? null : searchParams.get('RelayState'))
}

/** POST …/slo: it arrives without our cookies and needs none: the message names the session. */
export function receiveLogoutPost(call: Call<typeof applicationSamlLogoutPost>): Promise<Answer<undefined>> {
  const fields = Object.fromEntries(
    [...call.form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
  )
  const answered = Object.hasOwn(fields, 'SAMLRequest') ? null : (fields['RelayState'] ?? null)
  return receive(call, { binding: 'post', fields }, answered)
}

/** `token`: of the sign-out that the message answers; null: the message is a request. */
async function receive(call: Received, message: LogoutMessage, token: string | null): Promise<Answer<undefined>> {
  const { deps, params, requestId: reference } = call
  await limitMessages(call)
  if (token !== null) {
    const asked = { tenantId: params.tenantId, token }
    const step = await continueChain(deps, asked, (tx, o) => isOver(tx, call, message, o))
    return step === undefined ? { location: '/login/signed-out' } : answerStep(deps, params.tenantId, step)
  }
  const checks = createChecks()
  try {
    return await endAndTell(call, openLogout(message, 'request', checks), checks)
  } catch (error) {
    if (!(error instanceof SignInFault)) throw error
    const code = await noteRefused(call, error, checks)
    const reason =
      error.finding === 'application-unknown' ? 'samlApplications.unknown' : 'samlApplications.logoutInvalid'
    return refusalPage(reason, { reference: code ?? reference })
  }
}

/** An application ends the sessions it names, and with them the sessions of all others that began from the same sign-in here. */
async function endAndTell(call: Received, opened: OpenedMessage, checks: Checks): Promise<Answer<undefined>> {
  const { deps, params } = call
  const step = await visitorScope(deps.database, params.tenantId).transaction(async (tx) => {
    const { client, said, ended } = await endAsked(tx, call, opened, checks)
    await leaveToChain(tx, ended.byBrowser)
    const answered = { clientId: client.id, inResponseTo: said.id, relayState: said.relayState, others: ended.ids }
    return tellApplications(tx, deps, { ended: ended.byBrowser, last: { kind: 'response', ...answered } })
  })
  return answerStep(deps, params.tenantId, step)
}

/** Records the request as a refused sign-in is recorded, and returns its code; undefined: only the log has it. */
export async function noteRefused(
  call: Pick<Received, 'deps' | 'params' | 'requestId' | 'address'>,
  error: SignInFault,
  { lines }: KeptChecks,
): Promise<string | undefined> {
  const { deps, params, requestId, address } = call
  note(call, error, 'the SAML logout request of an application was rejected')
  countRefused(call)
  return recordRefusedRequest(deps, { tenantId: params.tenantId, lines, address, requestId })
}

/** Verifies a logout request and ends what it names. */
export async function endAsked(
  tx: TenantTransaction,
  call: Pick<Received, 'deps' | 'requestId' | 'address'>,
  opened: OpenedMessage,
  checks: Checks,
) {
  const { deps } = call
  const nowMs = deps.clock.now()
  const issuer = issuerOf(opened, checks)
  const client = await findServiceProvider(tx, issuer)
  if (!isSamlClient(client)) return checks.refuse('application-unknown', { found: issuer })
  checks.passed('application', { application: client.application.label })
  const self = await selfOf(tx, deps)
  const said = readLogoutRequest(opened, { peer: peerOf(client), self, nowMs, checks })
  const use = { kind: 'logout', providerId: client.id, id: said.id, untilMs: nowMs + rememberedMs } as const
  // A repeated request is answered again, and ends nothing that began since.
  const isFirst = await useOnce(tx, use)
  const ended = isFirst ? await endSessionsNamed(tx, call, client, said) : { ids: [], byBrowser: [] }
  return { client, self, said, ended }
}

/** Whether this is the application's word that its session is over. Otherwise the sign-out goes on all the same. */
async function isOver(
  tx: TenantTransaction,
  call: Received,
  message: LogoutMessage,
  asked: { readonly clientId: string; readonly requestId: string },
): Promise<boolean> {
  const { deps } = call
  const client = await findTenantClient(tx, asked.clientId)
  if (!isSamlClient(client)) return false
  try {
    const checks = createChecks()
    const o = { peer: peerOf(client), self: await selfOf(tx, deps), nowMs: deps.clock.now(), checks }
    const said = readLogoutResponse(openLogout(message, 'response', checks), o)
    return said.inResponseTo === asked.requestId && said.status.code === 'Success' && said.status.nested === null
  } catch (error) {
    if (!(error instanceof SignInFault)) throw error
    note(call, error, 'the answer of an application to a sign-out was rejected')
    return false
  }
}

function note(
  { deps, params, requestId }: Pick<Received, 'deps' | 'params' | 'requestId'>,
  { finding, reason }: SignInFault,
  what: string,
): void {
  deps.log.warn({ requestId, tenant: params.tenantId, finding, reason }, what)
}
