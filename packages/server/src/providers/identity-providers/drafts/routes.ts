import {
  keepIdentityProvider,
  needsFormat,
  revertIdentityProvider,
  type ReplyOf,
  type WordId,
} from '@portico/core/contract'

import { checkVersion, etagOf } from '../../../kit/http/etag.ts'
import { conflict, Failure, notFound } from '../../../kit/http/failure.ts'
import { route, type Answer, type TenantCall } from '../../../kit/http/route.ts'
import { keepingAdminPath } from '../keep-admin-path.ts'
import { conflictDetail, formatConflicts } from '../../username-formats/conflicts.ts'
import { lockFormatsInEffect } from '../../username-formats/save.ts'
import { checkRemovable } from '../check-removable.ts'
import {
  deleteProvider,
  existing,
  lockProviderList,
  lockProviderRow,
  providerNameTaken,
  touchProvider,
  type ProviderRow,
} from '../rows.ts'
import { showProvider } from '../show.ts'
import { mayBeKept, readProofs } from './draft-facts.ts'
import { keepDraft } from './keep-draft.ts'
import { keepLiveProof } from './live-proof.ts'
import { deleteDraft } from './save-draft.ts'
import { restoreUnconfirmed } from './revert-unconfirmed.ts'
import { awaitConfirmation, confirmChange, findUnconfirmed } from './unconfirmed.ts'
import { readConfigurations } from './working-copy.ts'

const kind = 'identity-provider'

export const draftRoutes = [
  route(
    keepIdentityProvider,
    ['admin', 'support-changing', 'recovery'],
    {
      409: [
        'FORMATS_REQUIRED',
        'FORMAT_TAKEN',
        'FORMAT_TAKEN_ELSEWHERE',
        'FORMAT_TAKEN_PARENT',
        'FORMAT_TAKEN_SUBDOMAIN',
        'IDP_CONFIRM_NEW',
        'IDP_NOT_TESTED',
        'IDP_NO_DRAFT',
        'LAST_ADMIN_PATH',
        'NAME_TAKEN',
      ],
      412: ['STALE'],
    },
    async ({ tx, params, body, ifMatch, actor, deps, audit }) => {
      // In the order of every other change, so that two of them cannot deadlock.
      await lockFormatsInEffect(tx)
      await lockProviderList(tx)
      const row = await lockProviderRow(tx, params.id)
      if (row === undefined) throw notFound()
      checkVersion(ifMatch, row.version, kind, row.id)
      const all = await readConfigurations(tx, row)
      const { draft, live, working } = all
      if (draft === undefined) throw refused('IDP_NO_DRAFT')
      const { enabled, name } = working.row
      if (needsFormat({ enabled, ...working.formats })) throw refused('FORMATS_REQUIRED')
      if (!mayBeKept(all, await readProofs(tx))) throw refused('IDP_NOT_TESTED')
      if (row.enabled && !enabled) await checkRemovable(tx, row, actor, 'enabled')
      if (await providerNameTaken(tx, name, row.id)) throw conflict('NAME_TAKEN', 'name', kind)
      const conflicts = await formatConflicts(tx, row.id, { before: live.formats, after: working.formats })
      const [first] = conflicts
      if (first !== undefined) {
        const details = conflicts.map(conflictDetail)
        throw new Failure(409, first.errorID, { details, values: first.values })
      }
      const before = row.kept_at === null ? undefined : (await showProvider(tx, row, deps.secrets)).live
      const { confirmWithinSecs: secs } = body
      if (secs !== undefined && row.kept_at === null) throw refused('IDP_CONFIRM_NEW')
      await keepLiveProof(tx, live)
      if (secs === undefined) await confirmChange(tx, row.id)
      else await awaitConfirmation(tx, live, { secs, by: actor.name })
      await keepingAdminPath(tx, () => keepDraft(tx, all, deps.clock.now()))
      const kept = await existing(tx, row.id)
      const shown = await showProvider(tx, kept, deps.secrets)
      await audit({
        action: `${kind}.keep`,
        target: { kind, id: kept.id, name: kept.name },
        ...(before == null ? {} : { before }),
        after: shown,
      })
      return { value: shown, etag: etagOf(kept.version) }
    },
  ),

  route(
    revertIdentityProvider,
    ['admin', 'support-changing', 'recovery'],
    { 409: ['IDP_NOTHING_UNCONFIRMED', 'IDP_NO_DRAFT', 'LAST_ADMIN_PATH'], 412: ['STALE'] },
    async (call) => {
      const { tx, params, query, ifMatch, deps, audit } = call
      const isKept = query.change === 'unconfirmed'
      if (isKept) await lockFormatsInEffect(tx)
      await lockProviderList(tx)
      const row = await lockProviderRow(tx, params.id)
      if (row === undefined) throw notFound()
      checkVersion(ifMatch, row.version, kind, row.id)
      if (isKept) return revertKept(call, row)
      const { draft } = await readConfigurations(tx, row)
      if (draft === undefined) throw refused('IDP_NO_DRAFT')
      const before = await showProvider(tx, row, deps.secrets)
      const target = { kind, id: row.id, name: row.name }
      if (row.kept_at === null) {
        await deleteProvider(tx, row.id)
        await audit({ action: `${kind}.delete`, target, before })
        return { value: { idp: null } }
      }
      await deleteDraft(tx, row.id)
      await touchProvider(tx, row.id)
      const now = await existing(tx, row.id)
      const shown = await showProvider(tx, now, deps.secrets)
      await audit({ action: `${kind}.revert`, target, before, after: shown })
      return { value: { idp: shown }, etag: etagOf(now.version) }
    },
  ),
]

/**
 * Takes a change back before its time is over. Like the end of that time it is not refused for the path to Security Admin: it
 * would happen anyway.
 */
async function revertKept({ tx, deps, audit }: Reverting, row: ProviderRow): Promise<Answer<Reverted>> {
  const unconfirmed = await findUnconfirmed(tx, row.id)
  if (unconfirmed === undefined) throw refused('IDP_NOTHING_UNCONFIRMED')
  const { live } = await showProvider(tx, row, deps.secrets)
  await keepingAdminPath(tx, () => restoreUnconfirmed(tx, unconfirmed, deps.clock.now()))
  const now = await existing(tx, row.id)
  const shown = await showProvider(tx, now, deps.secrets)
  const target = { kind, id: row.id, name: now.name }
  await audit({ action: `${kind}.revert-unconfirmed`, target, before: live, after: shown.live })
  return { value: { idp: shown }, etag: etagOf(now.version) }
}

type Reverting = Pick<TenantCall<typeof revertIdentityProvider>, 'tx' | 'deps' | 'audit'>
type Reverted = ReplyOf<typeof revertIdentityProvider>

function refused(errorID: WordId): Failure {
  return new Failure(409, errorID, { resource: { type: kind } })
}
