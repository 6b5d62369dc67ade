import {
  closesPrimary,
  getPrimaryIdp,
  putPrimaryIdp,
  rehearsePrimaryIdp,
  rejectPrimaryIdp,
  type PrimaryIdp,
} from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { checkVersion, etagOf } from '../../kit/http/etag.ts'
import { conflict, notFound } from '../../kit/http/failure.ts'
import { checkReadOnly } from '../../kit/http/read-only.ts'
import { route, type TenantCall } from '../../kit/http/route.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import {
  findProviderRow,
  lockProviderList,
  lockProviderRow,
  primaryProviderId,
  touchProvider,
} from '../identity-providers/rows.ts'
import { deletePendingSwitch, findGroupOf, listGraces, readPendingSwitch, savePendingSwitch } from './queries.ts'
import { listFormats } from '../username-formats/save.ts'
import { openSetupUrl } from '../../sign-in/sessions/setup-url.ts'
import { rehearse } from './rehearsal.ts'
import { passedTest } from '../identity-providers/drafts/passed-test.ts'
import { readConfigurations } from '../identity-providers/drafts/working-copy.ts'

const kind = 'identity-provider'

export const primaryIdpRoutes = [
  route(getPrimaryIdp, ['admin', 'support-reading'], async ({ tx }) => answer(await readState(tx))),

  // The group says who will administer; so the choice is refused by name rather than left waiting for a sign-in that
  // cannot happen.
  route(
    putPrimaryIdp,
    'admin',
    {
      409: [
        'FORMATS_PRIMARY',
        'IDP_SWITCH_DISABLED',
        'IDP_SWITCH_GROUP',
        'IDP_SWITCH_IS_PRIMARY',
        'IDP_SWITCH_PROVIDER',
      ],
      412: ['STALE'],
    },
    async (call) => {
      const { tx, body, ifMatch, readOnlyPart, actor, deps, audit } = call
      await lockProviderList(tx)
      const before = await readState(tx)
      checkVersion(ifMatch, before.version, kind, before.shown.primary?.id ?? '')
      checkReadOnly(readOnlyPart, before.shown)
      if (body.idp === null || body.group === null) {
        await reject(call)
        return answer(await readState(tx))
      }
      const provider = await lockProviderRow(tx, body.idp)
      if (provider === undefined) throw conflict('IDP_SWITCH_PROVIDER', 'idp', kind)
      if (provider.is_primary) throw conflict('IDP_SWITCH_IS_PRIMARY', 'idp', kind)
      if (!provider.enabled) throw conflict('IDP_SWITCH_DISABLED', 'idp', kind)
      if (closesPrimary({ primary: true }, await listFormats(tx, provider.id)))
        throw conflict('FORMATS_PRIMARY', 'idp', kind)
      const group = await findGroupOf(tx, provider.id, body.group)
      if (group === undefined) throw conflict('IDP_SWITCH_GROUP', 'group', kind)
      const choice = { providerId: provider.id, groupId: group.id, graceSecs: body.graceSecs, chosenBy: actor.name }
      for (const id of new Set([before.shown.idp ?? provider.id, provider.id])) await touchProvider(tx, id)
      await savePendingSwitch(tx, { id: uuidv7(deps.clock.now()), ...choice })
      const after = await readState(tx)
      await audit({
        action: 'primary-switch.choose',
        target: { kind, id: provider.id, name: provider.name },
        before: before.shown,
        after: after.shown,
      })
      return answer(after)
    },
  ),

  route(rejectPrimaryIdp, 'admin', { 412: ['STALE'] }, async (call) => {
    const { tx, ifMatch } = call
    await lockProviderList(tx)
    const { version, shown } = await readState(tx)
    checkVersion(ifMatch, version, kind, shown.primary?.id ?? '')
    await reject(call)
    return {}
  }),

  route(rehearsePrimaryIdp, ['admin', 'support-reading'], async ({ tx, query, deps }) => {
    const provider = await findProviderRow(tx, query.idp)
    const group = provider && (await findGroupOf(tx, provider.id, query.group))
    if (provider === undefined || group === undefined) throw notFound()
    const { fingerprint } = (await readConfigurations(tx, provider)).live
    const test = await passedTest(tx, provider.id, { fingerprint, box: deps.secrets })
    const tested = test?.groups.some(({ claim }) => claim === group.claim) === true ? test : undefined
    return { value: await rehearse(tx, provider, { group, tested }) }
  }),
]

type State = { readonly shown: PrimaryIdp; readonly version: string }

/** The version names the state itself: the primary provider and the choice. */
async function readState(tx: TenantTransaction): Promise<State> {
  const pending = await readPendingSwitch(tx)
  const primaryId = await primaryProviderId(tx)
  const primary = primaryId === undefined ? undefined : await findProviderRow(tx, primaryId)
  const graces = await listGraces(tx)
  return {
    version: `${primaryId ?? 'none'}.${pending?.id ?? 'none'}`,
    shown: {
      idp: pending?.provider.id ?? null,
      group: pending?.group.id ?? null,
      graceSecs: pending?.graceSecs ?? 0,
      pending:
        pending === undefined
          ? null
          : {
              idpName: pending.provider.name,
              groupName: pending.group.name,
              chosenBy: pending.chosenBy,
              chosenAt: pending.chosenAt.toISOString(),
            },
      primary: primary === undefined ? null : { id: primary.id, name: primary.name },
      setup: await openSetupUrl(tx),
      graces: graces.map(({ id, name, endsAt }) => ({ id, name, endsAt: endsAt.toISOString() })),
    },
  }
}

function answer({ shown, version }: State) {
  return { value: shown, etag: etagOf(version) }
}

/** Takes the choice back; nothing to do where no switch is pending. */
async function reject({ tx, audit }: Pick<TenantCall<typeof rejectPrimaryIdp>, 'tx' | 'audit'>): Promise<void> {
  const pending = await readPendingSwitch(tx)
  if (pending === undefined) return
  const { shown } = await readState(tx)
  // The provider first: a deletion locks in the same order.
  await touchProvider(tx, pending.provider.id)
  await deletePendingSwitch(tx)
  await audit({ action: 'primary-switch.reject', target: { kind, ...pending.provider }, before: shown })
}
