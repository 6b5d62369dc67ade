import { readReturnPath } from '@portico/core/contract'

import { recordAudit, sendAudit, type AuditEntry } from '../../kit/audit-trail/record.ts'
import { sendLater } from '../../kit/database/later.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { confirmChange } from '../../providers/identity-providers/drafts/unconfirmed.ts'
import { sendProviderLock, type IdentityProvider } from '../../providers/identity-providers/queries.ts'
import { fittingUsername } from '../../people/usernames/check-usernames.ts'
import { idpSwitchPath, pendingSwitch, switchPageBefore } from '../sessions/asked-to-switch.ts'
import { hashToken, randomToken } from '../../kit/secrets/secret-box.ts'
import { bindProvisioned, isKeptOutByDirectory } from '../../people/people/bind-provisioned.ts'
import { sessionCookies } from '../sessions/cookies.ts'
import { endEarlierSession } from '../sessions/end-earlier-session.ts'
import { originOf } from '../sessions/list-queries.ts'
import { sendOnlyEnvironment } from '../sessions/only-environment.ts'
import { createSession } from '../sessions/queries.ts'
import { endRepairAfterSignIn } from '../sessions/repair-sessions.ts'
import { hasFormats, sendBelonging } from '../../providers/username-formats/queries.ts'
import type { Recording } from '../records/recording.ts'
import { sendRecordEnd } from '../records/records.ts'
import type { AssertedIdentity } from './identity.ts'
import { signInPageInstead } from './ask-first.ts'
import { sendGroupsSeen } from './groups-seen.ts'
import { checkMappedGroups, sendMappedGroup } from './mapped-groups.ts'
import { noteProof, sendProven } from './note-proof.ts'
import { sealProviderState, type ProviderState } from './provider-state.ts'
import { launcherPath } from './transactions.ts'
import { replaceUserGroups, sendGroupsBefore } from './user-groups.ts'
import { otherOfUsername, sendReplacement, sendUser } from './users.ts'

const auditedGroupsMax = 100

export type VerifiedSignIn = {
  readonly provider: Pick<IdentityProvider, 'id' | 'tenantId' | 'configVersion' | 'isProvisioned'>
  readonly identity: AssertedIdentity
  /** What the provider calls this session: `sid`, or a SAML SessionIndex. */
  readonly providerSession: string | null
  /** The name of the person in a sign-out that the provider starts, if it differs from the subject's key. */
  readonly providerSubject?: string
  /** What a sign-out at the provider needs. */
  readonly providerState: ProviderState
  /** The provider's end of the session, in ms; ours is not later. */
  readonly endsAtMs: number | null
  /** credentials-age.ts. */
  readonly credentialsAgeSecs: number | null
  readonly returnPath: string
  /** Another site began the sign-in. */
  readonly byOtherSite: boolean
}

/**
 * Everything the provider said is verified: the person becomes a user with the groups of this sign-in, and a session
 * begins, in one transaction. `sendMore` adds statements to its first message, and answers how to check their results.
 * Throws SignInFault. Where another site began the sign-in, a session that this browser has meanwhile at another provider stays.
 *
 * Statements are sent before the results of earlier ones are checked: a refusal rolls all of them back.
 */
export async function beginSession(
  { deps, request, requestId, address }: Pick<Call<never>, 'deps' | 'request' | 'requestId' | 'address'>,
  verified: VerifiedSignIn,
  recording: Recording,
  sendMore: (tx: TenantTransaction) => Promise<() => Promise<void>> = async () => async () => {},
): Promise<Answer<undefined>> {
  const { database, secrets, settings, clock } = deps
  const { identity, returnPath } = verified
  const asked = { providerId: verified.provider.id, returnPath }
  const page = verified.byOtherSite ? await signInPageInstead({ deps, request }, asked) : undefined
  if (page !== undefined) return { location: page }
  const { checks } = recording
  const token = randomToken()
  recording.username = identity.username
  const place = await tenantScope(database, verified.provider.tenantId).transaction(async (tx) => {
    const now = clock.now()
    const hash = hashToken(token)
    const { id: providerId, configVersion } = verified.provider
    // Again, in the transaction that creates the session: a provider disabled or changed since then must not finish it.
    const lock = await sendProviderLock(tx, providerId)
    const checkMore = await sendMore(tx)
    const belongs = await sendBelonging(tx, identity.username, providerId)
    const isRefused =
      verified.provider.isProvisioned && belongs !== undefined && (await isRefusedByDirectory(tx, providerId, identity))
    const sent = belongs && {
      other: await otherOfUsername(tx, providerId, identity),
      user: await sendUser(tx, { id: providerId, configVersion }, identity, now),
      before: await sendGroupsBefore(tx, providerId, identity),
    }

    const [provider] = await lock.rows()
    if (provider === undefined) return checks.refuse('provider-disabled')
    if (provider.config_version !== configVersion) return checks.refuse('provider-changed')
    await checkMore()
    if (sent === undefined || !(await belongs?.())) {
      const some = await hasFormats(tx, providerId)
      return checks.refuse(some ? 'username-foreign' : 'username-no-formats', { username: identity.username })
    }
    checks.passed('username-format', { username: identity.username })
    if (sent.other !== undefined)
      return checks.refuse('username-taken', {
        username: identity.username,
        received: identity.names.username.before,
        other: sent.other,
      })
    const [user] = await sent.user.rows()
    if (isRefused) return checks.refuse('user-inactive-in-directory', { username: identity.username })
    const isDoubtful = user !== undefined && (!user.active || user.wasHeld)
    const byDirectory = isDoubtful && (await isKeptOutByDirectory(tx, user.id))
    if (user?.active !== true || byDirectory) {
      const finding = byDirectory ? 'user-inactive-in-directory' : 'user-deactivated'
      return checks.refuse(finding, { username: identity.username })
    }

    const isActive = await sendReplacement(tx, providerId, identity, user)
    const isByClaims = provider.group_source === 'claims'
    const groupsHere = isByClaims ? identity.groups : []
    if (isByClaims) await replaceUserGroups(tx, { id: user.id, providerId }, groupsHere, now, sent.before)
    await createSession(tx, {
      hash,
      signInId: uuidv7(now),
      userId: user.id,
      identityProviderId: providerId,
      environmentId: null,
      providerSession: verified.providerSession,
      providerSubjectHash: hashToken(verified.providerSubject ?? identity.subjectKey),
      providerState: sealProviderState(secrets, verified.providerState),
      endsAtMs: verified.endsAtMs,
      credentialsAgeSecs: verified.credentialsAgeSecs,
      lifetimeSecs: settings.sessionHours * 3600,
      origin: originOf({ request, address }),
    })
    const mapped = await sendMappedGroup(tx, user.id)
    const proven = await sendProven(tx, hash)
    await endRepairAfterSignIn(tx, hash)
    const only = await sendOnlyEnvironment(tx, { hash, userId: user.id })
    const pending = await sendLater(tx.db, pendingSwitch(tx, hash))

    if (!(await isActive())) return checks.refuse('user-deactivated', { username: identity.username })
    await checkMappedGroups(tx, { held: mapped, providerId }, groupsHere, checks)
    checks.passed('user')
    const target = { kind: 'user', id: user.id, name: identity.name } as const
    const confirmed = async () => {
      await confirmChange(tx, providerId)
      await recordAudit(
        tx,
        { actor: target, requestId, nowMs: now, address },
        {
          action: 'identity-provider.confirm',
          target: { kind: 'identity-provider', id: providerId, name: provider.name },
        },
      )
    }
    if (user.wasHeld)
      await recordAudit(tx, { actor: target, requestId, nowMs: now, address }, fitsAgain(target, identity))
    const { recordId } = recording
    await noteProof(tx, proven, { providerId, recordId, confirmed }, { ...identity, groups: groupsHere })
    await sendGroupsSeen(tx, user.id)
    // Record only as many of thousands as a person would read.
    const groups = groupsHere.slice(0, auditedGroupsMax).map((group) => group.name ?? group.claim)
    const more = groupsHere.length > groups.length ? { groupCount: groupsHere.length } : {}
    await sendAudit(
      tx,
      { actor: target, requestId, nowMs: now, address },
      { action: 'session.begin', target, after: { identityProvider: provider.name, groups, ...more } },
    )
    if (recordId !== undefined) {
      const end = { outcome: 'signed-in', userId: user.id, username: identity.username } as const
      await sendRecordEnd(tx, recordId, { ...end, lines: checks.lines, requestId })
    }
    const next = placeAfter(verified.returnPath, (await only.rows())[0]?.id)
    const isAsked = mayLeadElsewhere(next) && (await pending.rows()).length > 0
    return isAsked ? switchPageBefore(next) : next
  })
  deps.metrics?.signIn('succeeded')
  await endEarlierSession(deps, request)
  return {
    location: place,
    headers: sessionCookies(settings, secrets, token),
  }
}

/** Whether the directory of the provider deactivated or deleted the person, whom it may know by another row. */
async function isRefusedByDirectory(
  tx: TenantTransaction,
  providerId: string,
  { subjectKey, username, names }: AssertedIdentity,
): Promise<boolean> {
  const person = { providerId, subjectKey, usernames: [username, names.username.before] }
  return (await bindProvisioned(tx, person)) === 'refused'
}

/** The person had a username of another provider before, and was inactive for that reason. */
function fitsAgain(target: AuditEntry['target'], { username }: AssertedIdentity): AuditEntry {
  const after = { active: true, username, reason: fittingUsername }
  return { action: 'person.reactivate', target, before: { active: false }, after }
}

/** The page the person wanted, checked again although it comes from our row; otherwise the launcher or the environment picker. */
function placeAfter(returnPath: string, environmentId: string | undefined): string {
  if (returnPath !== launcherPath) return readReturnPath(returnPath) ?? launcherPath
  return environmentId === undefined ? '/portal/environments' : launcherPath
}

/** A command line or an application that signs in waits for its page; the page of the switch is where it asks anyway. */
function mayLeadElsewhere(place: string): boolean {
  return !['/login/', '/oauth2/', '/api/', idpSwitchPath].some((path) => place.startsWith(path))
}
