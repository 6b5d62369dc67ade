import { answerIdpSwitch, getIdpSwitch, readReturnPath, type SwitchRefusal } from '@portico/core/contract'

import { flashCookie } from '../../kit/http/cookies.ts'
import { Failure } from '../../kit/http/failure.ts'
import type { Person } from '../../kit/http/actor.ts'
import { route, type Answer, type TenantCall } from '../../kit/http/route.ts'
import { goPage } from '../../kit/pages/continue.ts'
import { primaryProviderId, findProviderRow } from '../../providers/identity-providers/rows.ts'
import {
  acceptSwitch,
  lockQuestion,
  readQuestion,
  type WaitingAcceptance,
} from '../../providers/primary-idp/acceptance.ts'
import type { PendingSwitch } from '../../providers/primary-idp/queries.ts'
import { recorded } from '../records/recording.ts'
import { switchPageBefore } from '../sessions/asked-to-switch.ts'
import { skipSwitch } from '../sessions/queries.ts'
import { beginAttempt } from '../start/begin-attempt.ts'

type Call = TenantCall<typeof answerIdpSwitch, Person>

const statusOf: Readonly<Record<SwitchRefusal, number>> = {
  IDP_SWITCH_NONE: 409,
  IDP_SWITCH_OTHER_PROVIDER: 403,
  IDP_SWITCH_NOT_MEMBER: 403,
}

export const idpSwitchRoutes = [
  // Only those who can accept are shown what is asked: names of providers, groups and people are administrators' matters.
  route(getIdpSwitch, 'person', async ({ tx, actor }) => {
    const { pending, refusal, isFresh } = await readQuestion(tx, actor.sessionHash)
    if (pending === undefined || refusal !== undefined)
      return { value: { refusal: refusal ?? 'IDP_SWITCH_NONE', pending: null, isFresh } }
    const primaryId = await primaryProviderId(tx)
    const primary = primaryId === undefined ? undefined : await findProviderRow(tx, primaryId)
    return {
      value: {
        refusal: null,
        pending: {
          idpName: pending.provider.name,
          groupName: pending.group.name,
          chosenBy: pending.chosenBy,
          chosenAt: pending.chosenAt.toISOString(),
          primaryName: primary?.name ?? null,
          graceSecs: pending.graceSecs,
        },
        isFresh,
      },
    }
  }),

  route(answerIdpSwitch, 'person', { 403: ['IDP_SWITCH_STALE'] }, async (call) =>
    call.body.action === 'skip' ? skip(call) : accept(call),
  ),
]

/** Keeps the switch pending; the next sign-in asks again. */
async function skip({ tx, actor, body }: Call): Promise<Answer<undefined>> {
  const { pending, refusal } = await readQuestion(tx, actor.sessionHash)
  if (pending !== undefined && refusal === undefined) await skipSwitch(tx, actor.sessionHash, pending.id)
  return { location: placeAfter(body.returnPath, actor) }
}

async function accept(call: Call): Promise<Answer<undefined>> {
  const { tx, actor, body, audit, deps } = call
  const { pending, refusal, isFresh, userId } = await lockQuestion(tx, actor.sessionHash)
  if (refusal !== undefined || pending === undefined) {
    const reason = refusal ?? 'IDP_SWITCH_NONE'
    throw new Failure(statusOf[reason], reason)
  }
  const returnPath = placeAfter(body.returnPath, actor)
  if (!isFresh)
    return signInAgain(call, pending, {
      switchId: pending.id,
      userId,
      returnPath,
      sessionHash: actor.sessionHash.toString('base64url'),
    })
  await acceptSwitch(tx, pending, audit)
  return { location: returnPath, headers: [['Set-Cookie', flashCookie(deps.settings, 'idp-switch')]] }
}

/**
 * Sends a browser to the new provider, which has to ask for the credentials again; others are asked to sign in. The acceptance
 * waits in the attempt, sealed, and counts when its answer begins a session (attempts/accept-switch.ts).
 */
function signInAgain(call: Call, { provider }: PendingSwitch, acceptance: WaitingAcceptance): Answer<undefined> {
  const { deps, request, requestId, address, actor } = call
  if (!/\btext\/html\b/i.test(request.headers.get('accept') ?? '')) throw new Failure(403, 'IDP_SWITCH_STALE')
  const start = {
    tenantId: actor.tenantId,
    identityProviderId: provider.id,
    username: '',
    returnPath: switchPageBefore(acceptance.returnPath),
    forceAuthn: true,
    acceptance,
  }
  // A page, because the provider is another site (pages/continue.ts); after the transaction, because it is asked for
  // its metadata.
  const afterwards = () =>
    recorded({ deps, request, address, requestId }, async (recording) => {
      recording.purpose = 'idp-switch'
      const { url, headers } = await beginAttempt({ deps, request, requestId, address }, start, recording)
      const page = goPage(url)
      return { ...page, headers: [...(page.headers ?? []), ...headers] }
    })
  return { afterwards }
}

/** Where the person wanted to go, checked; otherwise the launcher, or the picker before an environment is selected. */
function placeAfter(returnPath: string | undefined, { environmentId }: Person): string {
  return readReturnPath(returnPath) ?? (environmentId === null ? '/portal/environments' : '/portal')
}
