import type { applicationSamlPost, applicationSamlRedirect } from '@portico/core/contract'
import { nameIdFormatUrns } from '@portico/core/contract'

import { createChecks, type KeptChecks } from '../../kit/checks/checks.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import { findServiceProvider } from '../clients/queries.ts'
import { visitorScope } from '../../kit/database/tenant-scope.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import {
  issuerOf,
  openAuthnRequest,
  readAuthnRequest,
  type LogoutMessage,
  type SamlAuthnRequest,
} from '../../protocols/saml/index.ts'
import { transientFormat } from '../../protocols/saml/names.ts'
import { recordRefusedRequest, refusedLine, writeRefusedRequest } from '../../sign-in/records/application-refusals.ts'
import { tenantPath } from '../clients/saml-addresses.ts'
import { relayStateBytesMax, sealRequest } from './held-request.ts'
import { countRefused, limitMessages } from './message-limits.ts'
import { findSamlTenant, isSamlClient, peerOf, selfOf, type SamlClient } from './parties.ts'
import { refusalPage } from './refusal-page.ts'
import { statusAnswer } from './status-answer.ts'

type Received = Call<typeof applicationSamlRedirect>

/** GET …/sso: a request in the query, signed over the query as received. */
export function receiveRedirect(call: Call<typeof applicationSamlRedirect>): Promise<Answer<undefined>> {
  const { search } = new URL(call.request.url)
  return receive(call, { binding: 'redirect', rawQuery: search.slice(1) })
}

/** POST …/sso: a request in a form of the application's site. */
export function receivePost(call: Call<typeof applicationSamlPost>): Promise<Answer<undefined>> {
  const fields = Object.fromEntries(
    [...call.form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
  )
  return receive(call, { binding: 'post', fields })
}

/**
 * Checks a request and leads to our page with the answer, for which the browser sends its cookies. What is wrong before
 * the service provider and its address are known is shown on a page: nothing is sent to an address that is not registered.
 */
async function receive(call: Received, message: LogoutMessage): Promise<Answer<undefined>> {
  const { deps, params, requestId: reference } = call
  await limitMessages(call)
  const checks = createChecks()
  try {
    return await answer(call, message, checks)
  } catch (error) {
    if (!(error instanceof SignInFault)) throw error
    deps.log.warn(
      { requestId: reference, tenant: params.tenantId, finding: error.finding, reason: error.reason },
      'the SAML request of an application was rejected',
    )
    countRefused(call)
    const from = { address: call.address, requestId: reference }
    const code = await recordRefusedRequest(deps, { tenantId: params.tenantId, lines: checks.lines, ...from })
    const reason = error.finding === 'application-unknown' ? 'samlApplications.unknown' : 'samlApplications.invalid'
    return refusalPage(reason, { reference: code ?? reference })
  }
}

async function answer(call: Received, message: LogoutMessage, checks: KeptChecks): Promise<Answer<undefined>> {
  const { deps, params, address, requestId } = call
  const nowMs = deps.clock.now()
  const opened = openAuthnRequest(message, checks)
  const issuer = issuerOf(opened, checks)
  return visitorScope(deps.database, params.tenantId).transaction(async (tx) => {
    const tenant = await findSamlTenant(tx)
    const client = tenant && (await findServiceProvider(tx, issuer))
    if (!isSamlClient(client)) return checks.refuse('application-unknown', { found: issuer })
    checks.passed('application', { application: client.application.label })
    const self = await selfOf(tx, deps)
    const asked = readAuthnRequest(opened, {
      peer: peerOf(client),
      self,
      nowMs,
      checks,
      destination: self.acsUrl,
      isSigned: client.config.requestsSigned,
    })
    const acsUrl = consumerOf(client, asked)
    if (acsUrl === undefined) {
      return checks.refuse('application-address', {
        application: client.application.label,
        expected: client.config.acsUrls.join(' '),
        found: asked.acsUrl ?? `index ${asked.acsIndex}`,
      })
    }
    const { relayState } = asked
    if (relayState !== null && Buffer.byteLength(relayState) > relayStateBytesMax)
      checks.refuse('saml-message-too-large', { bytesMax: relayStateBytesMax })
    const held = {
      tenantId: tx.tenantId,
      clientId: client.id,
      requestId: asked.id,
      acsUrl,
      relayState,
      isPassive: asked.isPassive,
      forceAuthn: asked.forceAuthn,
      isTransient: asked.nameIdFormat === transientFormat,
      context: contextOf(client, asked),
      receivedMs: nowMs,
      askedMs: null,
    }
    if (!canName(client, asked)) {
      const found = [asked.nameIdFormat, asked.spNameQualifier].filter((one) => one !== null).join(' ')
      const evidence = { application: client.application.label, found, expected: client.config.nameIdFormat }
      const lines = [...checks.lines, refusedLine('application-name-policy', evidence)]
      await writeRefusedRequest(tx, { clientId: client.id, lines, address, requestId }, deps)
      return statusAnswer({ self, held, nowMs, status: 'InvalidNameIDPolicy' })
    }
    const request = sealRequest(deps.secrets, held)
    return { location: `${tenantPath(tx.tenantId)}/continue?request=${request}` }
  })
}

/** The first registered address is the default; an index counts them from 0. undefined: the address is not registered. */
function consumerOf({ config }: SamlClient, { acsUrl, acsIndex }: SamlAuthnRequest): string | undefined {
  if (acsUrl !== null) return config.acsUrls.find((one) => one === acsUrl)
  return config.acsUrls[acsIndex ?? 0]
}

/** A request may ask for the registered format, for any, or for a name that changes with each session. */
function canName({ config }: SamlClient, { nameIdFormat, spNameQualifier }: SamlAuthnRequest): boolean {
  if (spNameQualifier !== null && spNameQualifier !== config.entityId) return false
  const allowed = [nameIdFormatUrns[config.nameIdFormat], nameIdFormatUrns.unspecified, transientFormat]
  return nameIdFormat === null || allowed.includes(nameIdFormat)
}

/** null: no context is requested, or the registration ignores it. */
function contextOf({ config }: SamlClient, { requestedContext }: SamlAuthnRequest) {
  if (requestedContext === null || config.ignoreRequestedContext) return null
  return { ...requestedContext, classes: [...requestedContext.classes] }
}
