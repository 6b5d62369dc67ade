import type { samlFinish } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import type { SamlProvider } from '../../providers/identity-providers/queries.ts'
import { openResponse, readResponse, type SamlAssertion } from '../../protocols/saml/index.ts'
import { beginSession, type VerifiedSignIn } from '../attempts/begin-session.ts'
import { credentialsAge } from '../attempts/credentials-age.ts'
import { openAttempt } from '../attempts/open-attempt.ts'
import { recorded } from '../records/recording.ts'
import { finishTest } from '../test-logins/finish.ts'
import { followTest } from '../test-logins/follow.ts'
import { noteCertificateUse } from './certificate-use.ts'
import { nameIdKey, samlIdentity } from './identity.ts'
import { useOnce } from './one-use.ts'
import { readMessageOf } from './parties.ts'

/** GET …/saml/acs?received=…: the browser has come back; the response is verified, and a session starts. */
export async function finishSaml(call: Call<typeof samlFinish>): Promise<Answer<undefined>> {
  return recorded(call, async (recording) => {
    const { deps, params } = call
    const { checks } = recording
    const [state = null, ...others] = new URL(call.request.url).searchParams.getAll('received')
    const ours = { idpId: params.idpId, state: others.length === 0 ? state : null, follow: followTest }
    const { attempt, answer } = await openAttempt(call, ours, recording, (opened, provider) => {
      if (provider.family !== 'saml' || opened.secrets.saml === undefined) return checks.refuse('answer-other-way')
      const response = opened.answer?.['SAMLResponse']
      if (response === undefined) return checks.refuse('saml-message-missing')
      return { provider, response, requestId: opened.secrets.saml.requestId }
    })
    const { provider, response, requestId } = answer
    const nowMs = deps.clock.now()
    const message = openResponse(response, checks)
    const { said } = await readMessageOf(deps, provider, checks, (o) =>
      readResponse(message, { ...o, requestId, nowMs }),
    )
    recording.claims = claimsOf(said)
    const isFresh = attempt.secrets.forceAuthn === true
    const credentialsAgeSecs = credentialsAge(
      { ...said, slackSecs: provider.config.slackSecs, isOwed: true },
      { isForced: isFresh, isTest: attempt.test !== undefined, nowMs },
      checks,
    )
    const { returnPath, secrets } = attempt
    const byOtherSite = secrets.byOtherSite === true
    const { acceptance } = secrets
    const attempted = { credentialsAgeSecs, returnPath, byOtherSite, acceptance }
    const verified = { ...verifiedSignIn(provider, said, recording), ...attempted }
    const checkReplay = async (tx: TenantTransaction) => {
      const use = { kind: 'assertion', providerId: provider.id, id: said.assertionId } as const
      if (!(await useOnce(tx, { ...use, untilMs: said.replayUntilMs }))) return checks.refuse('saml-replay')
      checks.passed('replay')
    }
    const { test } = attempt
    if (test !== undefined)
      return finishTest(call, { provider, identity: verified.identity, test, isFresh }, recording, checkReplay)
    return beginSession(call, verified, recording, async (tx) => {
      await checkReplay(tx)
      await noteCertificateUse(tx, provider.id, said.signedBy.fingerprint)
    })
  })
}

/** What the provider sent, by the names of its attributes. */
function claimsOf({ nameId, attributes }: SamlAssertion): Record<string, unknown> {
  return { ...(nameId === null ? {} : { NameID: nameId }), ...Object.fromEntries(attributes) }
}

function verifiedSignIn(
  provider: SamlProvider,
  said: SamlAssertion,
  { checks }: Parameters<typeof beginSession>[2],
): Omit<VerifiedSignIn, 'returnPath' | 'byOtherSite' | 'acceptance' | 'credentialsAgeSecs'> {
  const identity = samlIdentity(provider, said, checks)
  const { nameId, sessionIndex } = said
  return {
    provider,
    identity,
    providerSession: sessionIndex,
    ...(nameId === null ? {} : { providerSubject: nameIdKey(provider.config.entityId, nameId) }),
    providerState: { kind: 'saml', nameId, sessionIndex },
    endsAtMs: said.sessionNotOnOrAfterMs,
    context: { acr: said.authnContextClass, amr: null },
  }
}
