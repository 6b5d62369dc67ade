import { readReturnPath } from '@portico/core/contract'

import { recordAudit } from '../../kit/audit-trail/record.ts'
import { tenantScope } from '../../kit/database/tenant-scope.ts'
import { flashCookie } from '../../kit/http/cookies.ts'
import { Failure } from '../../kit/http/failure.ts'
import type { Call } from '../../kit/http/route.ts'
import { acceptSwitch, lockQuestion, type WaitingAcceptance } from '../../providers/primary-idp/acceptance.ts'
import { isAskedToSwitch } from '../sessions/asked-to-switch.ts'
import { launcherPath } from './transactions.ts'

type Caller = Pick<Call<never>, 'deps' | 'requestId' | 'address'>
/** The session that the sign-in has begun. */
type Begun = { readonly tenantId: string; readonly sessionHash: Buffer; readonly name: string }

/**
 * The acceptance of a switch that waited for this sign-in. It counts for the same switch, the same person and a fresh session, if
 * the session in which it was given is still there and has not said Not Now since; everything that Accept checks is checked
 * again. Answers where to go then; undefined: the page of the switch asks again. Never a reason to refuse the sign-in.
 */
export async function acceptAfterSignIn(
  { deps, requestId, address }: Caller,
  { tenantId, sessionHash, name }: Begun,
  { switchId, userId, sessionHash: acceptedIn, returnPath }: WaitingAcceptance,
): Promise<{ location: string; header: [string, string] } | undefined> {
  const isAccepted = await tenantScope(deps.database, tenantId)
    .transaction(async (tx) => {
      const asked = await lockQuestion(tx, sessionHash)
      const { pending } = asked
      if (pending?.id !== switchId || asked.userId !== userId || !asked.isFresh) return false
      if (asked.refusal !== undefined || !(await isAskedToSwitch(tx, sessionHash))) return false
      if (!(await isAskedToSwitch(tx, Buffer.from(acceptedIn, 'base64url')))) return false
      const actor = { kind: 'user', id: userId, name } as const
      const by = { actor, requestId, nowMs: deps.clock.now(), address }
      await acceptSwitch(tx, pending, (entry) => recordAudit(tx, by, entry))
      return true
    })
    .catch((error: unknown) => {
      // The page gives the reason when the person accepts there.
      if (!(error instanceof Failure))
        deps.log.error({ requestId, err: error }, 'an acceptance that waited does not count')
      return false
    })
  if (!isAccepted) return undefined
  return {
    location: readReturnPath(returnPath) ?? launcherPath,
    header: ['Set-Cookie', flashCookie(deps.settings, 'idp-switch')],
  }
}
