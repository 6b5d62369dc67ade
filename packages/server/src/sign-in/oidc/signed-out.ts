import { signedOutAtProvider, type oidcSignedOut } from '@portico/core/contract'

import { visitorScope } from '../../kit/database/tenant-scope.ts'
import { networkOf } from '../../kit/http/rate-limit.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { tooManyRequests } from '../../kit/http/failure.ts'
import { findProviderTenant, loadProvider } from '../../providers/identity-providers/queries.ts'

/** The browser returns from a sign-out that started here: on to the company's page, or ours. Changes nothing. */
export async function afterSignOut({
  deps,
  request,
  params,
  address,
}: Call<typeof oidcSignedOut>): Promise<Answer<undefined>> {
  const wait = await deps.rateLimits.take('signed-out-address', networkOf(address))
  if (wait > 0) throw tooManyRequests(wait)
  const here = { location: '/login/signed-out' }
  if (!isOurs(new URL(request.url).searchParams.get('state'))) return here
  const tenantId = await findProviderTenant(deps.database, params.idpId)
  if (tenantId === undefined) return here
  const ended = { location: signedOutAtProvider }
  const provider = await visitorScope(deps.database, tenantId).transaction((tx) =>
    loadProvider(tx, params.idpId, deps.secrets),
  )
  return provider?.config.logoutRedirectUrl === undefined ? ended : { location: provider.config.logoutRedirectUrl }

  function isOurs(state: string | null): boolean {
    const [once = '', mac = ''] = state?.split('.') ?? []
    return deps.secrets.checkMac('signed-out', `${params.idpId} ${once}`, mac)
  }
}
