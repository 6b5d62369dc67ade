import { needsFormat, securityAdminRole, type completeSetup, type ReplyOf } from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { conflict, Failure, invalid } from '../../kit/http/failure.ts'
import type { Answer, TenantCall } from '../../kit/http/route.ts'
import type { SetupActor } from '../../kit/http/actor.ts'
import { saveGroup } from '../../people/groups/queries.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { keepDraft } from '../../providers/identity-providers/drafts/keep-draft.ts'
import { readConfigurations, type Configuration } from '../../providers/identity-providers/drafts/working-copy.ts'
import {
  existing,
  lockProviderList,
  lockProviderRow,
  providerNameTaken,
} from '../../providers/identity-providers/rows.ts'
import { showProvider } from '../../providers/identity-providers/show.ts'
import { securityAdminPaths } from '../../providers/identity-providers/security-admin-paths.ts'
import { becomePrimary } from '../../providers/primary-idp/accept.ts'
import { endedSessionCookies } from '../sessions/cookies.ts'
import { conflictDetail, formatConflicts } from '../../providers/username-formats/conflicts.ts'
import { lockFormatsInEffect } from '../../providers/username-formats/save.ts'
import { lockOpenedSetup } from './opened-setup.ts'
import { passedTest } from '../../providers/identity-providers/drafts/passed-test.ts'
import { endSetup } from './queries.ts'

type Call = TenantCall<typeof completeSetup, SetupActor>

/**
 * The initial group assignment. One transaction keeps the provider, makes it primary, maps the group to Security Admin
 * and ends the setup URL: until then none of it is in effect. Refused unless a test login passed with exactly
 * this configuration and its person was in the group, so that at least this person administers afterwards.
 */
export async function assignInitialGroup(call: Call): Promise<Answer<ReplyOf<typeof completeSetup>>> {
  const { tx, body, deps, audit } = call
  await lockFormatsInEffect(tx)
  await lockProviderList(tx)
  const setup = await lockOpenedSetup(call)
  const { providerId } = setup
  const row = providerId === null ? undefined : await lockProviderRow(tx, providerId)
  if (row === undefined) throw notReached()
  const all = await readConfigurations(tx, row)
  const { live, working } = all
  const test = await passedTest(tx, row.id, { fingerprint: working.fingerprint, box: deps.secrets })
  if (needsFormat({ enabled: true, ...working.formats })) throw refused('FORMATS_REQUIRED')
  if (test === undefined) throw refused('IDP_NOT_TESTED')
  const group = test.groups.find(({ claim }) => claim === body.group)
  if (group === undefined) throw invalid([{ errorID: 'GROUP_UNKNOWN', fieldID: 'group' }], 'setup')
  if (await providerNameTaken(tx, working.row.name, row.id)) throw conflict('NAME_TAKEN', 'name', 'identity-provider')
  await checkFormats(tx, row.id, { before: live, after: working })

  const nowMs = deps.clock.now()
  const groupId = await saveGroup(tx, { id: uuidv7(nowMs), providerId: row.id, ...group })
  if (all.draft !== undefined) await keepDraft(tx, all, nowMs)
  await becomePrimary(tx, { provider: row, group: { id: groupId, name: group.name }, graceSecs: 0 })
  // The test login left a proof that this configuration sends the group.
  if ((await securityAdminPaths(tx)).every((path) => path.groupId !== groupId))
    throw new Failure(409, 'LAST_ADMIN_PATH', { resource: { type: 'setup' } })
  await endSetup(tx, 'completed')

  const kept = await existing(tx, row.id)
  const shown = await showProvider(tx, kept, deps.secrets)
  await audit({
    action: 'setup.complete',
    target: { kind: 'identity-provider', id: kept.id, name: kept.name },
    after: { ...shown, role: securityAdminRole, group: group.name, provedBy: test.username },
  })
  return {
    value: { signInUrl: `${deps.settings.baseUrl}/api/login/idps/${kept.id}/initiate` },
    headers: endedSessionCookies(deps.settings),
  }
}

async function checkFormats(
  tx: TenantTransaction,
  providerId: string,
  { before, after }: { readonly before: Configuration; readonly after: Configuration },
): Promise<void> {
  const conflicts = await formatConflicts(tx, providerId, { before: before.formats, after: after.formats })
  const [first] = conflicts
  if (first === undefined) return
  throw new Failure(409, first.errorID, { details: conflicts.map(conflictDetail), values: first.values })
}

const refused = (errorID: 'FORMATS_REQUIRED' | 'IDP_NOT_TESTED') =>
  new Failure(409, errorID, { resource: { type: 'setup' } })

export const notReached = () => new Failure(409, 'SETUP_NOT_REACHED', { resource: { type: 'setup' } })
