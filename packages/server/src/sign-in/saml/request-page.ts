import type { samlRequest } from '@portico/core/contract'

import { visitorScope } from '../../kit/database/tenant-scope.ts'
import { readCookie } from '../../kit/http/cookies.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { postPage } from '../../kit/pages/continue.ts'
import { buildAuthnRequest } from '../../protocols/saml/index.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import { recorded } from '../records/recording.ts'
import { providerOfAttempt } from '../attempts/attempted-provider.ts'
import { followTest } from '../test-logins/follow.ts'
import { findAttempt } from '../attempts/transactions.ts'
import { writingParties } from './parties.ts'

/** GET …/saml/request?state=…: the page that posts the authentication request of an attempt this browser began. */
export async function requestPage(call: Call<typeof samlRequest>): Promise<Answer<undefined>> {
  return recorded(call, async (recording) => {
    const { deps, params, request } = call
    const { checks } = recording
    const state = new URL(request.url).searchParams.get('state') ?? ''
    const tenantId = await deps.providerTenants.of(params.idpId)
    if (tenantId === undefined) throw new SignInFault('SIGN_IN_EXPIRED', 'unknown provider')
    recording.tenantId = tenantId
    recording.identityProviderId = params.idpId
    return visitorScope(deps.database, tenantId).transaction(async (tx) => {
      const attempt = await findAttempt(tx, deps.secrets, params.idpId, state)
      if (attempt?.secrets.saml === undefined) return checks.refuse('request-unknown')
      const binding = readCookie(request, deps.settings, 'sign-in')
      if (binding === undefined || !hashToken(binding).equals(attempt.bindingHash))
        return checks.refuse('browser-other')
      if (attempt.test !== undefined) followTest({ deps, tenantId, attempt }, recording)
      const provider = await providerOfAttempt(tx, attempt, deps.secrets, checks)
      if (provider.family !== 'saml') return checks.refuse('provider-disabled')
      const { forceAuthn } = attempt.secrets
      const { requestId: id } = attempt.secrets.saml
      const parties = await writingParties(tx, deps, provider)
      const outgoing = buildAuthnRequest({ ...parties, id, relayState: state, forceAuthn, nowMs: deps.clock.now() })
      if (outgoing.kind !== 'post') return checks.refuse('answer-other-way')
      return postPage(outgoing.action, outgoing.fields)
    })
  })
}
