import { visitorScope } from '../../kit/database/tenant-scope.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { loadProvider } from '../../providers/identity-providers/queries.ts'
import { readResponse, type openResponse } from '../../protocols/saml/index.ts'
import type { Recording } from '../records/recording.ts'
import { ownPath } from '../attempts/attempt-start.ts'
import { launcherPath } from '../attempts/transactions.ts'
import { samlIdentity } from './identity.ts'
import { useOnce } from './one-use.ts'
import { readMessageOf } from './parties.ts'

type Unsolicited = {
  readonly tenantId: string
  readonly response: ReturnType<typeof openResponse>
  readonly relayState: string | null
}

/**
 * A sign-in that the provider started. Where that is allowed the response is verified like any other, but only used
 * to choose where to go: the sign-in starts again from here, so that a session always answers our own request
 * (docs/decisions/0024).
 */
export async function takeUnsolicited(
  { deps, params, requestId }: Pick<Call<never>, 'deps' | 'requestId'> & { readonly params: { idpId: string } },
  { tenantId, response, relayState }: Unsolicited,
  { checks }: Recording,
): Promise<Answer<undefined>> {
  const scope = visitorScope(deps.database, tenantId)
  const provider = await scope.transaction((tx) => loadProvider(tx, params.idpId, deps.secrets))
  if (provider === undefined) return checks.refuse('provider-disabled')
  if (provider.family !== 'saml') return checks.refuse('answer-other-way')
  if (!provider.config.allowIdpInitiated) return checks.refuse('unsolicited-off')
  const expected = { requestId: null, nowMs: deps.clock.now() }
  const { said } = await readMessageOf(deps, provider, checks, (o) => readResponse(response, { ...o, ...expected }))
  const use = { kind: 'assertion', providerId: provider.id, id: said.assertionId, untilMs: said.replayUntilMs } as const
  if (!(await scope.transaction((tx) => useOnce(tx, use)))) return checks.refuse('saml-replay')
  // By the person, not the NameID: it may be absent, or different each time.
  const { subjectKey } = samlIdentity(provider, said, checks)
  const limit = deps.settings.rateLimits.unsolicited
  if (limit !== undefined && (await deps.rateLimits.take('unsolicited', `${provider.id} ${subjectKey}`)) > 0)
    return checks.refuse('unsolicited-loop', { attempts: limit.attempts, seconds: limit.windowSecs })
  deps.log.info({ requestId, provider: provider.id }, 'the provider began a sign-in; it begins again from here')
  const target = ownPath(relayState, deps.settings.baseUrl) ?? launcherPath
  return {
    location: `/api/login/idps/${provider.id}/initiate?${new URLSearchParams({ target_link_uri: target }).toString()}`,
  }
}
