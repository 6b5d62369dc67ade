import type { samlLogoutPost, samlLogoutRedirect } from '@portico/core/contract'

import { visitorScope } from '../../kit/database/tenant-scope.ts'
import type { Deps } from '../../kit/http/deps.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { findAnyProviderTenant, providerOf, type SamlProvider } from '../../providers/identity-providers/queries.ts'
import type { LogoutMessage } from '../../protocols/saml/index.ts'
import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import { recorded, type Recording } from '../records/recording.ts'
import { answerLogoutRequest } from './logout-request.ts'
import { takeLogoutResponse } from './logout-response.ts'

/** GET …/saml/slo: a logout request of the provider, or its answer to ours, signed over the query as received. */
export function receiveLogoutRedirect(call: Call<typeof samlLogoutRedirect>): Promise<Answer<undefined>> {
  const { search, searchParams } = new URL(call.request.url)
  const isRequest = searchParams.has('SAMLRequest')
  return receive(call, { binding: 'redirect', rawQuery: search.slice(1) }, isRequest)
}

/** POST …/saml/slo: it arrives without our cookies and needs none: the message names the session. */
export function receiveLogoutPost(call: Call<typeof samlLogoutPost>): Promise<Answer<undefined>> {
  const fields = Object.fromEntries(
    [...call.form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
  )
  return receive(call, { binding: 'post', fields }, Object.hasOwn(fields, 'SAMLRequest'))
}

type Incoming = Call<typeof samlLogoutPost>

async function receive(call: Incoming, message: LogoutMessage, isRequest: boolean): Promise<Answer<undefined>> {
  return recorded(call, async (recording) => {
    recording.purpose = 'logout'
    const provider = await findSamlProvider(call.deps, call.params.idpId, recording)
    if (message.binding === 'post' && isRequest && Object.hasOwn(message.fields, 'SAMLResponse'))
      return recording.checks.refuse('saml-message-forbidden', { what: 'a request and a response' })
    const work = { call, provider, message, recording }
    return isRequest ? answerLogoutRequest(work) : takeLogoutResponse(work)
  })
}

/** Switched off or not: what it says about the end of sessions still holds. */
async function findSamlProvider(deps: Deps, idpId: string, recording: Recording): Promise<SamlProvider> {
  const tenantId = await findAnyProviderTenant(deps.database, idpId)
  if (tenantId === undefined) throw new SignInFault('SIGN_IN_EXPIRED', 'unknown provider')
  recording.tenantId = tenantId
  recording.identityProviderId = idpId
  const row = await visitorScope(deps.database, tenantId).transaction((tx) =>
    tx.db
      .selectFrom('identity_providers')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('id', '=', idpId)
      .executeTakeFirst(),
  )
  const provider = row && providerOf(row, deps.secrets)
  if (provider?.family !== 'saml') return recording.checks.refuse('answer-other-way')
  return provider
}
