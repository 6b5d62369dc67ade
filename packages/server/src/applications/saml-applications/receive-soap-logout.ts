import type { applicationSamlLogoutSoap } from '@portico/core/contract'

import { areAllTold } from '../application-sessions/notifications.ts'
import { createChecks } from '../../kit/checks/checks.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import { visitorScope } from '../../kit/database/tenant-scope.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { buildSoapLogoutResponse, openLogout, soapFault, soapMediaType } from '../../protocols/saml/index.ts'
import { newMessageId } from '../../sign-in/saml/start.ts'
import { limitMessages } from './message-limits.ts'
import { endAsked, noteRefused } from './receive-logout.ts'

type Received = Call<typeof applicationSamlLogoutSoap>

/**
 * POST …/slo/soap: the logout request of an application from server to server (SAML bindings 3.2). No browser takes part: the other
 * applications are notified from server to server too, and those without such an address make the answer a PartialLogout.
 */
export async function receiveLogoutSoap(call: Received): Promise<Answer<undefined>> {
  const { deps, params } = call
  await limitMessages(call)
  const checks = createChecks()
  try {
    const opened = openLogout({ binding: 'soap', envelope: call.document }, 'request', checks)
    const { self, said, ended } = await visitorScope(deps.database, params.tenantId).transaction((tx) =>
      endAsked(tx, call, opened, checks),
    )
    const complete = await areAllTold(deps.database, params.tenantId, ended.ids)
    const status = complete ? 'Success' : 'PartialLogout'
    const answer = { self, id: newMessageId(), inResponseTo: said.id, nowMs: deps.clock.now(), status } as const
    return { document: { type: soapMediaType, text: buildSoapLogoutResponse(answer) } }
  } catch (error) {
    if (!(error instanceof SignInFault)) throw error
    await noteRefused(call, error, checks)
    // Bindings 3.2.3.3: a responder that does not process a request answers 403.
    return { document: { type: soapMediaType, status: 403, text: soapFault('Client') } }
  }
}
