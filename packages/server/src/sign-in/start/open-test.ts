import type { openTestLogin } from '@portico/core/contract'

import { SignInFault } from '../../kit/checks/sign-in-fault.ts'
import { visitorScope } from '../../kit/database/tenant-scope.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { say } from '../../kit/words/say.ts'
import { findAnyProviderTenant } from '../../providers/identity-providers/queries.ts'
import { plainPage } from '../../kit/pages/page.ts'
import { beginAttempt } from './begin-attempt.ts'
import { launcherPath } from '../attempts/transactions.ts'
import { recorded } from '../records/recording.ts'
import { addLines, insertRecord } from '../records/records.ts'
import { followTest } from '../test-logins/follow.ts'
import { takeToken } from '../test-logins/rows.ts'

/**
 * GET …/test?token=…: begins the attempt of a test login, in whichever browser opens the address. It proves nothing about
 * that browser, and the attempt ends without a session.
 */
export async function openTest(call: Call<typeof openTestLogin>): Promise<Answer<undefined>> {
  return recorded(call, async (recording) => {
    const { deps, params, request } = call
    const { idpId } = params
    const token = new URL(request.url).searchParams.get('token') ?? ''
    const tenantId = await findAnyProviderTenant(deps.database, idpId)
    const opened = tenantId === undefined ? undefined : await take(call, { tenantId, idpId, token })
    if (tenantId === undefined || opened === undefined)
      return plainPage(say('testLogin.overTitle'), [say('testLogin.over')])
    recording.tenantId = tenantId
    recording.identityProviderId = idpId
    followTest({ deps, tenantId, attempt: opened }, recording)
    // Signed in at the provider again, so that the administrator can choose the person, unless the provider loops on that.
    const forceAuthn = opened.isFresh
    const start = { tenantId, identityProviderId: idpId, username: '', returnPath: launcherPath, forceAuthn }
    const { url, headers } = await beginAttempt(call, { ...start, test: opened.test }, recording)
    await recording.followed?.settle()
    const rest = recording.followed?.rest() ?? []
    await visitorScope(deps.database, tenantId).transaction((tx) => addLines(tx, opened.recordId, rest))
    return { location: url, headers }
  })
}

/** The test of a token, with the row of the flight recorder that its checks go to. */
async function take(
  { deps, address, requestId }: Pick<Call<never>, 'deps' | 'address' | 'requestId'>,
  { tenantId, idpId, token }: { readonly tenantId: string; readonly idpId: string; readonly token: string },
) {
  const used = new SignInFault('SIGN_IN_EXPIRED', 'the address of a test login was used before, or is too old')
  return visitorScope(deps.database, tenantId)
    .transaction(async (tx) => {
      const about = { identityProviderId: idpId, purpose: 'test', username: null, address, requestId } as const
      const record = await insertRecord(tx, { ...about, lines: [] }, deps.clock.now())
      const test = await takeToken(tx, idpId, { token, recordId: record.id })
      // Thrown, so that the row of the record goes too.
      if (test === undefined) throw used
      return { recordId: record.id, isFresh: test.is_fresh, test: { id: test.id, fingerprint: test.fingerprint } }
    })
    .catch((error: unknown) => {
      if (error === used) return undefined
      throw error
    })
}
