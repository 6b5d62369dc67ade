import { answerIdpSwitch, getIdpSwitch, readReturnPath, type SwitchRefusal } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { Failure } from '../../kit/http/failure.ts'
import type { Person } from '../../kit/http/actor.ts'
import { route, type Answer, type TenantCall } from '../../kit/http/route.ts'
import { lockProviderList, lockProviderRow, primaryProviderId, findProviderRow } from '../identity-providers/rows.ts'
import { goPage } from '../../kit/pages/continue.ts'
import { keepingAdminPath } from '../identity-providers/keep-admin-path.ts'
import { skipSwitch } from '../../sign-in/sessions/queries.ts'
import { beginAttempt } from '../../sign-in/start/begin-attempt.ts'
import { recorded } from '../../sign-in/records/recording.ts'
import { becomePrimary } from './accept.ts'
import { switchPageBefore } from '../../sign-in/sessions/asked-to-switch.ts'
import { readAnsweringSession, readPendingSwitch, type PendingSwitch } from './queries.ts'

type Call = TenantCall<typeof answerIdpSwitch, Person>

const statusOf: Readonly<Record<SwitchRefusal, number>> = {
  IDP_SWITCH_NONE: 409,
  IDP_SWITCH_OTHER_PROVIDER: 403,
  IDP_SWITCH_NOT_MEMBER: 403,
}

export const idpSwitchRoutes = [
  // Only those who can accept are shown what is asked: names of providers, groups and people are administrators' matters.
  route(getIdpSwitch, 'person', async ({ tx, actor }) => {
    const { pending, refusal, isFresh } = await question(tx, actor)
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

  route(answerIdpSwitch, 'person', async (call) => (call.body.action === 'skip' ? skip(call) : accept(call))),
]

/** Keeps the switch pending; the next sign-in asks again. */
async function skip({ tx, actor, body }: Call): Promise<Answer<undefined>> {
  const { pending, refusal } = await question(tx, actor)
  if (pending !== undefined && refusal === undefined) await skipSwitch(tx, actor.sessionHash, pending.id)
  return { location: placeAfter(body.returnPath, actor) }
}

/** Everything is checked again under the locks of those who change providers, their groups and the choice. */
async function accept(call: Call): Promise<Answer<undefined>> {
  const { tx, actor, body, audit } = call
  await lockProviderList(tx)
  await lockProviders(tx)
  const { pending, refusal, isFresh } = await question(tx, actor, { lock: true })
  if (refusal !== undefined || pending === undefined) {
    const reason = refusal ?? 'IDP_SWITCH_NONE'
    throw new Failure(statusOf[reason], reason)
  }
  if (!isFresh) return signInAgain(call, pending)
  await keepingAdminPath(tx, () => becomePrimary(tx, pending))
  const { provider, group, graceSecs, chosenBy, chosenAt } = pending
  const after = { group: group.name, graceSecs, chosenBy, chosenAt: chosenAt.toISOString() }
  await audit({ action: 'primary-switch.accept', target: { kind: 'identity-provider', ...provider }, after })
  return { location: placeAfter(body.returnPath, actor) }
}

/** The primary and the chosen provider, always before the choice itself: a deletion locks in the same order. */
async function lockProviders(tx: TenantTransaction): Promise<void> {
  const ids = [await primaryProviderId(tx), (await readPendingSwitch(tx))?.provider.id]
  for (const id of ids.filter((one) => one !== undefined).toSorted()) await lockProviderRow(tx, id)
}

async function question(
  tx: TenantTransaction,
  { sessionHash }: Person,
  options: { readonly lock?: boolean } = {},
): Promise<{ pending: PendingSwitch | undefined; refusal: SwitchRefusal | undefined; isFresh: boolean }> {
  const pending = await readPendingSwitch(tx, options)
  const session = await readAnsweringSession(tx, sessionHash, pending?.group.id)
  return { pending, refusal: refusalOf(pending, session), isFresh: session.isFresh }
}

function refusalOf(
  pending: PendingSwitch | undefined,
  session: { readonly providerId: string; readonly isMember: boolean },
): SwitchRefusal | undefined {
  if (pending === undefined) return 'IDP_SWITCH_NONE'
  if (session.providerId !== pending.provider.id) return 'IDP_SWITCH_OTHER_PROVIDER'
  return session.isMember ? undefined : 'IDP_SWITCH_NOT_MEMBER'
}

/** Sends a browser to the new provider, which has to ask for the credentials again; others are asked to sign in. */
function signInAgain(call: Call, { provider }: PendingSwitch): Answer<undefined> {
  const { deps, request, requestId, address, actor, body } = call
  if (!/\btext\/html\b/i.test(request.headers.get('accept') ?? '')) throw new Failure(403, 'IDP_SWITCH_STALE')
  const start = {
    tenantId: actor.tenantId,
    identityProviderId: provider.id,
    username: '',
    returnPath: switchPageBefore(placeAfter(body.returnPath, actor)),
    forceAuthn: true,
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
