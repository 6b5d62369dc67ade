import type { applicationSamlLogoutSoap } from '@portico/core/contract'

import { areAllTold } from '../application-sessions/notifications.ts'
import { createChecks } from '../../kit/checks/checks.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import { visitorScope } from '../../kit/database/tenant-scope.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { buildSoapLogoutResponse, openLogout, soapFault, soapMediaType } from '../../protocols/saml/index.ts'
import { newMessageId } from '../../sign-in/saml/start.ts'
import { countRefused, limitMessages } from './message-limits.ts'
import { endAsked } from './receive-logout.ts'

type Received = Call<typeof applicationSamlLogoutSoap>

/**
 * POST …/slo/soap: the logout request of an application from server to server (SAML bindings 3.2). No browser takes part: the other
 * applications are notified from server to server too, and those without such an address make the answer a PartialLogout.
 */
export async function receiveLogoutSoap(call: Received): Promise<Answer<undefined>> {
  const { deps, params, requestId } = call
  await limitMessages(call)
  const checks = createChecks()
  try {
    const opened = openLogout({ binding: 'soap', envelope: call.document }, 'request', checks)
    const asked = await visitorScope(deps.database, params.tenantId).transaction((tx) =>
      endAsked(tx, call, opened, checks),
    )
    if (asked === undefined) return refused(call)
    const { self, said, ended } = asked
    const complete = await areAllTold(deps.database, params.tenantId, ended.ids)
    const status = complete ? 'Success' : 'PartialLogout'
    const answer = { self, id: newMessageId(), inResponseTo: said.id, nowMs: deps.clock.now(), status } as const
    return { document: { type: soapMediaType, text: buildSoapLogoutResponse(answer) } }
  } catch (error) {
    if (!(error instanceof SignInFault)) throw error
    const { finding, reason } = error
    deps.log.warn(
      { requestId, tenant: params.tenantId, finding, reason },
      'the SAML logout request of an application was rejected',
    )
    return refused(call)
  }
}

/** Bindings 3.2.3.3: a responder that does not process a request answers 403. */
function refused(call: Received): Answer<undefined> {
  countRefused(call)
  return { document: { type: soapMediaType, status: 403, text: soapFault('Client') } }
}
