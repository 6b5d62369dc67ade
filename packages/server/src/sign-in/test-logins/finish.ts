import { visitorScope, type TenantTransaction } from '../../kit/database/tenant-scope.ts'
import type { Answer, Call } from '../../kit/http/route.ts'
import { say } from '../../kit/words/say.ts'
import { recordProof } from '../../providers/identity-providers/drafts/proofs.ts'
import { loadTested } from '../../providers/identity-providers/drafts/working-copy.ts'
import { lockProviderRow } from '../../providers/identity-providers/rows.ts'
import { plainPage } from '../../kit/pages/page.ts'
import { formatAmong } from '../../providers/username-formats/queries.ts'
import type { AttemptTest } from '../attempts/attempt-test.ts'
import type { AssertedIdentity } from '../attempts/identity.ts'
import { checkRoles } from '../attempts/mapped-groups.ts'
import { foreignUsername } from '../attempts/username-finding.ts'
import { otherOfUsername } from '../attempts/users.ts'
import { isKeptOutByDirectory } from '../../people/people/bind-provisioned.ts'
import type { Recording } from '../records/recording.ts'
import { finishRecord } from '../records/records.ts'
import { clockSecsOf, mappedResult, shownClaims } from './result.ts'
import { endTest } from './rows.ts'

type Verified = {
  readonly provider: { readonly id: string; readonly tenantId: string }
  readonly identity: AssertedIdentity
  readonly test: AttemptTest
  /** Whether the provider was asked to check the credentials again. */
  readonly isFresh: boolean
}

/**
 * The end of a test login, where a sign-in would begin its session: everything that a sign-in checks is checked, and
 * neither a session nor a user nor a group is made. The proof is about exactly the configuration that was tested: it
 * throws SignInFault if that changed.
 */
export async function finishTest(
  { deps, requestId }: Pick<Call<never>, 'deps' | 'requestId'>,
  { provider: { id, tenantId }, identity, test, isFresh }: Verified,
  recording: Recording,
  inTransaction: (tx: TenantTransaction) => Promise<void> = async () => {},
): Promise<Answer<undefined>> {
  const { checks, recordId } = recording
  const { username } = identity
  recording.username = username
  if (!isFresh) checks.warned('authentication-not-requested')
  await recording.followed?.settle()
  await visitorScope(deps.database, tenantId).transaction(async (tx) => {
    await lockProviderRow(tx, id)
    const tested = await loadTested(tx, id, deps.secrets)
    if (tested === undefined) return checks.refuse('provider-disabled')
    if (tested.fingerprint !== test.fingerprint) return checks.refuse('draft-changed')
    await inTransaction(tx)
    const { formats, provider } = tested
    const format = await formatAmong(tx, username, { providerId: id, formats })
    if (format === undefined) {
      const some = formats.prefixes.length + formats.suffixes.length > 0
      return checks.refuse(foreignUsername(username, some), { username })
    }
    checks.passed('username-format', { username, format })
    const other = await otherOfUsername(tx, id, identity)
    if (other !== undefined)
      return checks.refuse('username-taken', { username, received: identity.names.username.before, other })
    const deactivated = await findDeactivated(tx, id, identity.subjectKey)
    if (deactivated !== undefined) {
      const byDirectory = await isKeptOutByDirectory(tx, deactivated)
      return checks.refuse(byDirectory ? 'user-inactive-in-directory' : 'user-deactivated', { username })
    }
    const mapped = await mappedResult(tx, provider, identity, format)
    await checkRoles(tx, id, { groups: identity.groups, roles: mapped.roles }, checks)
    const { securityAdmin } = mapped
    const { fingerprint } = test
    const { groups, subjectKey: subject } = identity
    const proof = { fingerprint, securityAdmin, provedBy: username, subject, groups, isFresh }
    await recordProof(tx, { providerId: id, purpose: 'test', ...proof })
    const lines = recording.followed?.rest() ?? checks.lines
    if (recordId !== undefined)
      await finishRecord(tx, recordId, { outcome: 'signed-in', userId: null, username, lines, requestId })
    const result = { claims: shownClaims(recording.claims ?? {}), mapped, clockSecs: clockSecsOf(checks.lines) }
    await endTest(tx, deps.secrets, test.id, { passed: true, result })
  })
  return plainPage(say('testLogin.passedTitle'), [say('testLogin.passed', { username }), say('testLogin.seePortal')])
}

async function findDeactivated(
  tx: TenantTransaction,
  providerId: string,
  subject: string,
): Promise<string | undefined> {
  const row = await tx.db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', tx.tenantId)
    .where('identity_provider_id', '=', providerId)
    .where('subject', '=', subject)
    .where('active', '=', false)
    // Formats of the draft may be those that the username needs.
    .where('username_holds', '=', false)
    .executeTakeFirst()
  return row?.id
}
