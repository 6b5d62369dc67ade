import type { samlConsume } from '@portico/core/contract'

import { visitorScope } from '../../kit/database/tenant-scope.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { inResponseToOf, openResponse } from '../../protocols/saml/index.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import type { Checks } from '../../kit/checks/checks.ts'
import { recorded } from '../records/recording.ts'
import { stateLengthMax, storeAnswer } from '../attempts/transactions.ts'
import { samlPath } from '../addresses/saml.ts'
import { takeUnsolicited } from './unsolicited.ts'

/**
 * POST …/saml/acs comes from the provider's site, without our cookies: the answer is kept with its attempt, and the
 * browser is sent to fetch itself, which brings them.
 */
export async function receiveResponse(call: Call<typeof samlConsume>): Promise<Answer<undefined>> {
  return recorded(call, async (recording) => {
    const { deps, params, form } = call
    const { checks } = recording
    const tenantId = await deps.providerTenants.of(params.idpId)
    if (tenantId === undefined) throw new SignInFault('SIGN_IN_EXPIRED', 'unknown provider')
    recording.tenantId = tenantId
    recording.identityProviderId = params.idpId
    const SAMLResponse = textOf(form.get('SAMLResponse'))
    if (SAMLResponse === undefined) return checks.refuse('saml-message-missing')
    const state = textOf(form.get('RelayState'))
    if (state !== undefined) {
      const answer = { providerId: params.idpId, state, answer: { SAMLResponse } }
      const stored = await visitorScope(deps.database, tenantId).transaction((tx) =>
        storeAnswer(tx, deps.secrets, answer),
      )
      const finishing = { location: `${samlPath(params.idpId)}/acs?received=${encodeURIComponent(state)}` }
      if (stored === 'stored') return finishing
      // The browser may have a session, whose cookie is not sent with this form (recording.ts).
      if (stored === 'over' && state.length <= stateLengthMax && isAnswer(SAMLResponse, checks)) return finishing
    }
    const response = openResponse(SAMLResponse, checks)
    if (inResponseToOf(response) !== null) return checks.refuse('request-unknown')
    return takeUnsolicited(call, { tenantId, response, relayState: state ?? null }, recording)
  })
}

/** Whether the response answers a request; takeUnsolicited handles the others. */
function isAnswer(response: string, checks: Checks): boolean {
  return inResponseToOf(openResponse(response, checks)) !== null
}

function textOf(value: string | Blob | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
