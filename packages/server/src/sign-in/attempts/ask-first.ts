import { signInAddress } from '@portico/core/contract'

import type { Call } from '../../kit/http/route.ts'
import { earlierSender } from '../sessions/end-earlier-session.ts'

/**
 * The address of the sign-in page, where a sign-in that another site began would replace the session of another provider: a link must
 * not swap a session (docs/decisions/0134). undefined: there is no such session.
 */
export async function signInPageInstead(
  { deps, request }: Pick<Call<never>, 'deps' | 'request'>,
  { providerId, returnPath }: { readonly providerId: string; readonly returnPath: string },
): Promise<string | undefined> {
  const holder = await earlierSender(deps, request)
  if (holder === undefined || holder.profile?.identityProvider.id === providerId) return undefined
  return signInAddress({ path: returnPath, search: '' }, 'elsewhere')
}
