import { readReturnPath } from '@portico/core/contract'

import { sendAudit, type AuditEntry } from '../../kit/audit-trail/record.ts'
import { sendLast } from '../../kit/database/later.ts'
import { tenantScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { confirmChange } from '../../providers/identity-providers/drafts/unconfirmed.ts'
import { lockProvider, type IdentityProvider, type LockedProvider } from '../../providers/identity-providers/queries.ts'
import { fittingUsername } from '../../people/usernames/check-usernames.ts'
import { idpSwitchPath, pendingSwitch, switchPageBefore } from '../sessions/asked-to-switch.ts'
import { hashToken, randomToken } from '../../kit/secrets/secret-box.ts'
import { bindProvisioned, isKeptOutByDirectory } from '../../people/people/bind-provisioned.ts'
import { sessionCookies } from '../sessions/cookies.ts'
import { endEarlierSession } from '../sessions/end-earlier-session.ts'
import { originOf } from '../sessions/list-queries.ts'
import { selectOnlyEnvironment } from '../sessions/only-environment.ts'
import { createSession, type SaidContext } from '../sessions/queries.ts'
import { endRepairAfterSignIn } from '../sessions/repair-sessions.ts'
import type { WaitingAcceptance } from '../../providers/primary-idp/acceptance.ts'
import { hasFormats, sendBelonging } from '../../providers/username-formats/queries.ts'
import type { Recording } from '../records/recording.ts'
import { sendFinishedRecord } from '../records/records.ts'
import { acceptAfterSignIn } from './accept-switch.ts'
import type { AssertedGroup, AssertedIdentity } from './identity.ts'
import { signInPageInstead } from './ask-first.ts'
import { noteGroupsSeen } from './groups-seen.ts'
import { sendMappingCheck } from './mapped-groups.ts'
import { noteProof, sendProven, type Proven } from './note-proof.ts'
import { sealProviderState, type ProviderState } from './provider-state.ts'
import { launcherPath } from './transactions.ts'
import { replaceUserGroups } from './user-groups.ts'
import { foreignUsername } from './username-finding.ts'
import { otherOfUsername, replaceImport, saveUser, type UserRow } from './users.ts'

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
  /** How the provider authenticated the person, as it reported. */
  readonly context: SaidContext
  /** credentials-age.ts. */
  readonly credentialsAgeSecs: number | null
  readonly returnPath: string
  /** Another site began the sign-in. */
  readonly byOtherSite: boolean
  /** What the person has accepted before the sign-in. */
  readonly acceptance?: WaitingAcceptance | undefined
}

type Caller = Pick<Call<never>, 'deps' | 'request' | 'requestId' | 'address'>

/** A sign-in while its session begins, with the transaction in which that happens. */
type Beginning = {
  readonly tx: TenantTransaction
  readonly call: Caller
  readonly verified: VerifiedSignIn
  readonly recording: Recording
  readonly sessionHash: Buffer
  readonly nowMs: number
}

/**
 * Everything the provider said is verified: the person becomes a user with the groups of this sign-in, and a session
 * begins, in one transaction. `checkMore` is what the protocol has to check in it. Throws SignInFault, and then nothing is written.
 * Where another site began the sign-in, a session that this browser has meanwhile at another provider stays.
 */
export async function beginSession(
  call: Caller,
  verified: VerifiedSignIn,
  recording: Recording,
  checkMore: (tx: TenantTransaction) => Promise<void> = async () => {},
): Promise<Answer<undefined>> {
  const { database, secrets, settings, clock, metrics } = call.deps
  const asked = { providerId: verified.provider.id, returnPath: verified.returnPath }
  const page = verified.byOtherSite ? await signInPageInstead(call, asked) : undefined
  if (page !== undefined) return { location: page }
  recording.username = verified.identity.username
  const token = randomToken()
  const place = await tenantScope(database, verified.provider.tenantId).transaction(async (tx) => {
    const beginning = { tx, call, verified, recording, sessionHash: hashToken(token), nowMs: clock.now() }

    const provider = await checkProvider(beginning)
    const belongs = await sendBelonging(tx, verified.identity.username, verified.provider.id)
    await checkMore(tx)
    await checkUsername(beginning, belongs)

    const user = await writeUser(beginning)
    const groups = await writeGroups(beginning, provider, user)
    await writeSession(beginning, user)
    const of = { id: user.id, providerId: verified.provider.id }
    const warnWithoutMapping = await sendMappingCheck(tx, of, groups, recording.checks)
    const proven = await sendProven(tx, beginning.sessionHash)
    const environmentId = await selectOnlyEnvironment(tx, { hash: beginning.sessionHash, userId: user.id })

    await warnWithoutMapping()
    await recordSignIn(beginning, { provider, user, groups, proven: await proven() })
    return pageAfter(beginning, environmentId)
  })
  metrics?.signIn('succeeded')
  const begun = { tenantId: verified.provider.tenantId, sessionHash: hashToken(token), name: verified.identity.name }
  const accepted = verified.acceptance && (await acceptAfterSignIn(call, begun, verified.acceptance))
  await endEarlierSession(call.deps, call.request)
  const cookies = sessionCookies(settings, secrets, token)
  if (accepted === undefined) return { location: place, headers: cookies }
  return { location: accepted.location, headers: [...cookies, accepted.header] }
}

/** Again, in the transaction that creates the session: a provider disabled or changed since then must not finish it. */
async function checkProvider({ tx, verified, recording: { checks } }: Beginning): Promise<LockedProvider> {
  const provider = await lockProvider(tx, verified.provider.id)
  if (provider === undefined) return checks.refuse('provider-disabled')
  if (provider.config_version !== verified.provider.configVersion) return checks.refuse('provider-changed')
  return provider
}

/** The name is one of this provider, and of no other person; the directory of the provider lets the person in. */
async function checkUsername(
  { tx, verified, recording: { checks } }: Beginning,
  belongs: (() => Promise<boolean>) | undefined,
): Promise<void> {
  const { provider, identity } = verified
  const { username, names } = identity
  if ((await belongs?.()) !== true) {
    const some = await hasFormats(tx, provider.id)
    return checks.refuse(foreignUsername(username, some), { username })
  }
  checks.passed('username-format', { username })
  // First: a person whom the directory sent gets the subject of this sign-in, and is no other person then.
  const isRefused = provider.isProvisioned && (await isRefusedByDirectory(tx, provider.id, identity))
  const other = await otherOfUsername(tx, provider.id, identity)
  if (other !== undefined) return checks.refuse('username-taken', { username, received: names.username.before, other })
  if (isRefused) return checks.refuse('user-inactive-in-directory', { username })
}

/** Refused where an administrator or the directory has deactivated the person. */
async function writeUser({ tx, verified, recording: { checks }, nowMs }: Beginning): Promise<UserRow> {
  const { provider, identity } = verified
  const { username } = identity
  const user = await saveUser(tx, provider, identity, nowMs)
  const isDoubtful = user !== undefined && (!user.active || user.wasHeld)
  if (isDoubtful && (await isKeptOutByDirectory(tx, user.id)))
    return checks.refuse('user-inactive-in-directory', { username })
  if (user?.active !== true || !(await replaceImport(tx, provider.id, identity, user)))
    return checks.refuse('user-deactivated', { username })
  return user
}

/** Answers the groups of this sign-in: none where SCIM is the source. */
async function writeGroups(
  { tx, verified, nowMs }: Beginning,
  provider: LockedProvider,
  user: UserRow,
): Promise<readonly AssertedGroup[]> {
  if (provider.group_source !== 'claims') return []
  const { groups } = verified.identity
  await replaceUserGroups(tx, { id: user.id, providerId: verified.provider.id }, groups, nowMs)
  return groups
}

async function writeSession({ tx, call, verified, sessionHash, nowMs }: Beginning, user: UserRow): Promise<void> {
  const { secrets, settings } = call.deps
  await createSession(tx, {
    hash: sessionHash,
    signInId: uuidv7(nowMs),
    userId: user.id,
    identityProviderId: verified.provider.id,
    environmentId: null,
    providerSession: verified.providerSession,
    providerSubjectHash: hashToken(verified.providerSubject ?? verified.identity.subjectKey),
    providerState: sealProviderState(secrets, verified.providerState),
    endsAtMs: verified.endsAtMs,
    credentialsAgeSecs: verified.credentialsAgeSecs,
    context: verified.context,
    lifetimeSecs: settings.sessionHours * 3600,
    origin: originOf(call),
  })
  await endRepairAfterSignIn(tx, sessionHash)
}

type Begun = {
  readonly provider: LockedProvider
  readonly user: UserRow
  readonly groups: readonly AssertedGroup[]
  readonly proven: Proven | undefined
}

/**
 * In the audit log, as a proof of the configuration, at the groups, and in the record of the sign-in. What is only written
 * is sent with the next question (later.ts has the measurement).
 */
async function recordSignIn(
  { tx, call, verified, recording, nowMs }: Beginning,
  { provider, user, groups, proven }: Begun,
): Promise<void> {
  const { identity } = verified
  const { checks, recordId } = recording
  const { requestId, address } = call
  const providerId = verified.provider.id
  const person = { kind: 'user', id: user.id, name: identity.name } as const
  const audit = (entry: AuditEntry) => sendAudit(tx, { actor: person, requestId, nowMs, address }, entry)
  const confirmed = async () => {
    await confirmChange(tx, providerId)
    const target = { kind: 'identity-provider', id: providerId, name: provider.name } as const
    await audit({ action: 'identity-provider.confirm', target })
  }
  checks.passed('user')
  if (user.wasHeld) await audit(fitsAgain(person, identity))
  await noteProof(tx, { proven, providerId, confirmed }, { ...identity, groups })
  await noteGroupsSeen(tx, user.id)
  // Only as many of thousands as a person would read.
  const names = groups.slice(0, auditedGroupsMax).map((group) => group.name ?? group.claim)
  const more = groups.length > names.length ? { groupCount: groups.length } : {}
  const after = { identityProvider: provider.name, groups: names, ...more }
  await audit({ action: 'session.begin', target: person, after })
  if (recordId === undefined) return
  const end = { outcome: 'signed-in', userId: user.id, username: identity.username } as const
  await sendFinishedRecord(tx, recordId, { ...end, lines: checks.lines, requestId })
}

/** Where the browser goes, by way of the page of a switch that waits for this person. */
async function pageAfter({ tx, verified, sessionHash }: Beginning, environmentId: string | undefined): Promise<string> {
  const next = placeAfter(verified.returnPath, environmentId)
  if (!mayLeadElsewhere(next)) return next
  const { rows } = await sendLast(tx.db, pendingSwitch(tx, sessionHash))
  return rows.length > 0 ? switchPageBefore(next) : next
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
