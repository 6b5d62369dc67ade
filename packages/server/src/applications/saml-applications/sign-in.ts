import type { applicationSamlContinue, applicationSamlLaunch, FindingId } from '@portico/core/contract'

import { findTenantClient } from '../clients/queries.ts'
import { visitorScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { Failure } from '../../kit/http/failure.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { senderScope } from '../../kit/http/sender-scope.ts'
import type { Credential, Sender } from '../../kit/http/senders.ts'
import { recordOpening, recordRefusal, startApplicationSession } from '../application-sessions/application-sessions.ts'
import { readPersonClaims } from '../../protocols/openid/person-claims.ts'
import { postPage } from '../../kit/pages/continue.ts'
import { buildLoginResponse, type SamlNameId } from '../../protocols/saml/index.ts'
import { useOnce } from '../../sign-in/saml/one-use.ts'
import { newMessageId } from '../../sign-in/saml/start.ts'
import { launchPath, tenantPath } from '../clients/saml-addresses.ts'
import { openRequestText, sealRequest, type HeldRequest } from './held-request.ts'
import { encryptionOf, findSamlTenant, isSamlClient, selfOf, type SamlClient } from './parties.ts'
import { attributesOf, nameIdOf } from './person.ts'
import { statedContext } from './stated-context.ts'
import { unspecifiedContext } from '../../protocols/saml/names.ts'
import { refusedLine, usernameOf, writeRefusedRequest } from '../../sign-in/records/application-refusals.ts'
import { refusalPage, type Reason } from './refusal-page.ts'
import { readPortalSession } from './portal-session.ts'
import { statusAnswer, statusForm } from './status-answer.ts'
import type { RefusalStatus } from '../../protocols/saml/index.ts'

/** How long a request's id is remembered: longer than any request is taken, slack included. */
const rememberedMs = 3_600_000
/** By how much a provider's clock may be behind ours when it reports a fresh sign-in. */
const freshSlackMs = 30_000

type Work = {
  readonly call: Pick<Call<typeof applicationSamlContinue>, 'deps' | 'request' | 'requestId' | 'address'>
  readonly held: HeldRequest
  /** This page again, after a sign-in. */
  readonly again: (held: HeldRequest) => string
}

/** GET …/continue: answers a request that was checked when it came (receive-request.ts). */
export async function continueSignIn(call: Call<typeof applicationSamlContinue>): Promise<Answer<undefined>> {
  const { deps, params, request, requestId: reference } = call
  const text = new URL(request.url).searchParams.get('request') ?? ''
  const at = { tenantId: params.tenantId, nowMs: deps.clock.now() }
  const held = openRequestText(deps.secrets, text, at)
  if (held === undefined) return refusalPage('samlApplications.expired', { reference })
  const again = (next: HeldRequest) =>
    `${tenantPath(held.tenantId)}/continue?request=${sealRequest(deps.secrets, next)}`
  return answerPerson({ call, held, again })
}

/** GET …/launch/{clientId}: opens the application by a response that it did not ask for, at its default address. */
export async function launchApplication(call: Call<typeof applicationSamlLaunch>): Promise<Answer<undefined>> {
  const { deps, params, requestId: reference } = call
  const client = await visitorScope(deps.database, params.tenantId).transaction((tx) =>
    findTenantClient(tx, params.clientId),
  )
  if (!isSamlClient(client)) return refusalPage('samlApplications.unknown', { reference })
  const held = {
    tenantId: params.tenantId,
    clientId: client.id,
    requestId: null,
    acsUrl: client.config.acsUrls[0] ?? '',
    relayState: client.launchUrl,
    isPassive: false,
    forceAuthn: false,
    isTransient: false,
    context: null,
    receivedMs: deps.clock.now(),
    askedMs: null,
  }
  return answerPerson({ call, held, again: () => launchPath(client) })
}

async function answerPerson(work: Work): Promise<Answer<undefined>> {
  const { deps, request } = work.call
  const credential = await credentialOf(work)
  if (credential === undefined || (work.held.forceAuthn && work.held.askedMs === null)) return signInFirst(work)
  if (credential.tenantId !== work.held.tenantId) return refused(work, 'samlApplications.otherOrganization')
  const { answer, sender } = await senderScope(deps.database, credential).transaction(async (tx) => {
    const sender = await deps.senders.readSender(tx, credential)
    return { sender, answer: await answerSender(tx, work, sender) }
  })
  // Passive requests come from the application, not from the person: they do not extend the session.
  if (!work.held.isPassive) await deps.senders.used(sender, request, false)
  return answer
}

/** undefined: the browser has no session that counts. */
async function credentialOf({ call: { deps, request } }: Work): Promise<Credential | undefined> {
  try {
    return await deps.senders.credentialOf(request)
  } catch (error) {
    if (error instanceof Failure && error.status === 401) return undefined
    throw error
  }
}

async function signInFirst(work: Work): Promise<Answer<undefined>> {
  const { call, held, again } = work
  if (held.isPassive) return status(work, 'NoPassive')
  const returnPath = again({ ...held, askedMs: call.deps.clock.now() })
  const query = new URLSearchParams({ ...(held.forceAuthn && { fresh: 'true' }), returnPath })
  return { location: `/login?${query.toString()}` }
}

async function answerSender(tx: TenantTransaction, work: Work, { actor, tenant }: Sender): Promise<Answer<undefined>> {
  const { call, held } = work
  const { deps, requestId: reference } = call
  const nowMs = deps.clock.now()
  const client = await findTenantClient(tx, held.clientId)
  if (!isSamlClient(client) || !client.config.acsUrls.includes(held.acsUrl))
    return refusalPage('samlApplications.unknown', { reference })
  const application = client.application.label
  const why = { values: { application }, userId: actor.kind === 'user' ? actor.id : undefined }
  const deny = (reason: Reason) => deniedIn(tx, work, { reason, status: 'RequestDenied', ...why })
  if (tenant.deactivated) return deny('samlApplications.deactivated')
  const session = actor.kind === 'user' ? await readPortalSession(tx, actor.sessionHash) : undefined
  if (actor.kind !== 'user' || session === undefined) return deny('samlApplications.personOnly')
  if (held.forceAuthn && !isFreshSince(session.credentialsAt, held.askedMs ?? nowMs))
    return deniedIn(tx, work, { reason: 'samlApplications.notFresh', status: 'AuthnFailed', ...why })
  const { environmentId } = client
  const claims = await readPersonClaims(tx, actor.id, { environmentId, applicationId: client.application.id })
  if (claims === undefined) return deny('samlApplications.noAccess')
  const self = await selfOf(tx, deps)
  const nameId = nameIdOf({ ...claims, id: actor.id }, client, {
    entityId: self.entityId,
    isTransient: held.isTransient,
  })
  if (nameId === undefined) {
    const reason = claims.email === null ? 'noEmail' : 'foreignEmail'
    deps.log.warn(
      { requestId: reference, tenant: tx.tenantId, client: client.id, user: actor.id, reason },
      'no e-mail address may name the person to the application',
    )
    // An application can repeat such a request without the person.
    if (!held.isPassive) {
      const by = { person: actor, requestId: reference, address: call.address, nowMs }
      await recordRefusal(tx, client, { ...by, reason, email: claims.email })
    }
    return deniedIn(tx, work, {
      reason: `samlApplications.${reason}`,
      status: 'UnknownPrincipal',
      ...why,
    })
  }
  const contextClass = statedContext(held.context, session.acr)
  if (contextClass === undefined) {
    const { comparison = '', classes = [] } = held.context ?? {}
    const evidence = { application, found: classes.join(' '), comparison, stated: session.acr ?? unspecifiedContext }
    await writeRefusedRequest(
      tx,
      {
        clientId: client.id,
        lines: [refusedLine('application-context', evidence)],
        address: call.address,
        requestId: reference,
      },
      deps,
    )
    return statusAnswer({ self, held, nowMs, status: 'NoAuthnContext' })
  }
  if (!(await isFirstAnswer(tx, held, nowMs))) return refusalPage('samlApplications.expired', { reference })
  const begun = await beginSession(tx, { client, nameId, sessionHash: actor.sessionHash, nowMs })
  if (begun === undefined) return deny('samlApplications.personOnly')
  if (begun.isNew)
    await recordOpening(tx, client, { person: actor, requestId: reference, address: call.address, nowMs })
  const outgoing = await buildLoginResponse({
    self,
    id: newMessageId(),
    assertionId: newMessageId(),
    acsUrl: held.acsUrl,
    audience: client.config.entityId,
    encryption: encryptionOf(client),
    inResponseTo: held.requestId,
    relayState: held.relayState,
    nowMs,
    person: {
      nameId,
      sessionIndex: begun.id,
      authenticatedMs: (session.credentialsAt ?? session.authenticatedAt).getTime(),
      sessionEndsMs: session.endsAt.getTime(),
      contextClass,
      attributes: attributesOf(claims, client),
    },
  })
  deps.log.info({ requestId: reference, tenant: tx.tenantId, client: client.id, user: actor.id }, 'signed in by SAML')
  if (outgoing.kind !== 'post') throw new Error('A response goes by a form.')
  return postPage(outgoing.action, outgoing.fields)
}

/** Only the first answer to a request signs the person in, whichever processes answer. */
async function isFirstAnswer(tx: TenantTransaction, { clientId, requestId }: HeldRequest, nowMs: number) {
  if (requestId === null) return true
  return useOnce(tx, { kind: 'request', providerId: clientId, id: requestId, untilMs: nowMs + rememberedMs })
}

function beginSession(
  tx: TenantTransaction,
  o: {
    readonly client: SamlClient
    readonly nameId: SamlNameId
    readonly sessionHash: Buffer
    readonly nowMs: number
  },
) {
  const { client, ...rest } = o
  return startApplicationSession(tx, { ...rest, clientId: client.id, protocol: 'saml' })
}

/** What counts is when the provider checked the person's credentials (docs/decisions/0083). */
function isFreshSince(credentialsAt: Date | null, askedMs: number): boolean {
  return credentialsAt !== null && credentialsAt.getTime() >= askedMs - freshSlackMs
}

async function refused(work: Work, reason: Reason): Promise<Answer<undefined>> {
  return visitorScope(work.call.deps.database, work.held.tenantId).transaction((tx) =>
    deniedIn(tx, work, { reason, status: 'RequestDenied' }),
  )
}

async function status(work: Work, code: RefusalStatus): Promise<Answer<undefined>> {
  const { call, held } = work
  return visitorScope(call.deps.database, held.tenantId).transaction(async (tx) => {
    if (!(await isStillRegistered(tx, held))) {
      return refusalPage('samlApplications.unknown', { reference: call.requestId })
    }
    return statusAnswer({ self: await selfOf(tx, call.deps), held, nowMs: call.deps.clock.now(), status: code })
  })
}

/** The findings that administrators read. A deactivated tenant has none: its page already states the cause. */
const findingOf: Partial<Record<Reason, FindingId>> = {
  'samlApplications.otherOrganization': 'application-session',
  'samlApplications.personOnly': 'application-session',
  'samlApplications.notFresh': 'application-not-fresh',
  'samlApplications.noAccess': 'application-access',
  'samlApplications.noEmail': 'application-email',
  'samlApplications.foreignEmail': 'application-email',
}

/** A page that says why, with the way back to the application. A request that must not show anything is answered at once. */
async function deniedIn(
  tx: TenantTransaction,
  { call, held }: Work,
  why: {
    readonly reason: Reason
    readonly status: RefusalStatus
    readonly values?: { readonly application: string }
    readonly userId?: string | undefined
  },
): Promise<Answer<undefined>> {
  const refusal = { self: await selfOf(tx, call.deps), held, nowMs: call.deps.clock.now(), status: why.status }
  const finding = findingOf[why.reason]
  const { address, requestId } = call
  const application = why.values?.application ?? ''
  const username = finding === undefined || why.userId === undefined ? undefined : await usernameOf(tx, why.userId)
  const code =
    finding &&
    (await writeRefusedRequest(
      tx,
      {
        clientId: held.clientId,
        lines: [refusedLine(finding, { application, username: username ?? '' })],
        username,
        address,
        requestId,
      },
      call.deps,
    ))
  if (held.isPassive) return statusAnswer(refusal)
  const form = (await isStillRegistered(tx, held)) ? statusForm(refusal) : undefined
  return refusalPage(why.reason, { reference: code ?? requestId, form, ...(why.values && { values: why.values }) })
}

/** The registration may have changed since the request was checked: nothing goes to an address that was removed. */
async function isStillRegistered(tx: TenantTransaction, { clientId, acsUrl }: HeldRequest): Promise<boolean> {
  if ((await findSamlTenant(tx)) === undefined) return false
  const client = await findTenantClient(tx, clientId)
  return isSamlClient(client) && client.config.acsUrls.includes(acsUrl)
}
