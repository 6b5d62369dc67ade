import {
  createIdentityProvider,
  deleteIdentityProvider,
  getIdentityProvider,
  listIdentityProviders,
  needsFormat,
  updateIdentityProvider,
} from '@portico/core/contract'

import { checkVersion, etagOf } from '../../kit/http/etag.ts'
import { conflict, Failure, notFound } from '../../kit/http/failure.ts'
import { checkReadOnly } from '../../kit/http/read-only.ts'
import { creationKey, idOfCreation } from '../../kit/http/idempotency.ts'
import { route } from '../../kit/http/route.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { checkRemovable } from './check-removable.ts'
import { checkedValues } from './checked-values.ts'
import { saveDraft } from './drafts/save-draft.ts'
import { readConfigurations } from './drafts/working-copy.ts'
import { openSecrets, type ProviderSecrets } from './queries.ts'
import {
  deleteProvider,
  existing,
  findProviderRow,
  insertProvider,
  listProviderRows,
  lockProviderList,
  lockProviderRow,
  providerNameTaken,
} from './rows.ts'
import { showProvider, showProviders } from './show.ts'
import { keepingAdminPath } from './keep-admin-path.ts'
import { checkUsernames } from '../../people/usernames/check-usernames.ts'
import { lockFormatsInEffect } from '../username-formats/save.ts'

const kind = 'identity-provider'

export const identityProviderRoutes = [
  route(listIdentityProviders, ['admin', 'support-reading', 'recovery'], async ({ tx, deps }) => ({
    value: { idps: await showProviders(tx, await listProviderRows(tx), deps.secrets) },
  })),

  route(getIdentityProvider, ['admin', 'support-reading', 'recovery'], async ({ tx, params, deps }) => {
    const row = await findProviderRow(tx, params.id)
    if (row === undefined) throw notFound()
    return { value: await showProvider(tx, row, deps.secrets), etag: etagOf(row.version) }
  }),

  // It accepts no sign-ins until its draft is kept; the first one that is kept becomes the primary one.
  route(
    createIdentityProvider,
    ['admin', 'support-changing', 'recovery'],
    {
      400: ['ADDRESS_FORBIDDEN', 'ADDRESS_HTTPS', 'CERTIFICATE_TWICE', 'SECRET_REQUIRED', 'SECRET_TOO_SHORT'],
      409: ['NAME_TAKEN'],
    },
    async (call) => {
      const { tx, body, actor, deps, audit, request } = call
      await lockProviderList(tx)
      const values = checkedValues(body, {}, deps)
      if (await providerNameTaken(tx, body.name)) throw conflict('NAME_TAKEN', 'name', kind)
      const key = creationKey(request)
      // The addresses to enter at the provider were shown with this id (our-metadata).
      const shownId = key === undefined ? undefined : idOfCreation(tx.tenantId, kind, key)
      const insert = (id: string) => insertProvider(tx, { id, isPrimary: false, values, kept: false }, deps.secrets)
      let id = shownId
      if (id === undefined || !(await insert(id))) await insert((id = uuidv7(deps.clock.now())))
      const made = await readConfigurations(tx, await existing(tx, id))
      await saveDraft(tx, made, { values, formats: made.working.formats, by: actor.name }, deps.secrets)
      const row = await existing(tx, id)
      const shown = await showProvider(tx, row, deps.secrets)
      await audit({ action: `${kind}.create`, target: { kind, id, name: row.name }, after: shown })
      return { value: shown, etag: etagOf(row.version) }
    },
  ),

  // Sign-ins go on with what is in effect until the draft is kept (decision 74).
  route(
    updateIdentityProvider,
    ['admin', 'support-changing', 'recovery'],
    {
      400: ['ADDRESS_FORBIDDEN', 'ADDRESS_HTTPS', 'CERTIFICATE_TWICE', 'SECRET_REQUIRED', 'SECRET_TOO_SHORT'],
      409: ['FORMATS_REQUIRED', 'IDP_PRIMARY', 'IDP_SIGNED_IN_WITH', 'IDP_TYPE_FIXED', 'NAME_TAKEN'],
      412: ['STALE'],
    },
    async (call) => {
      const { tx, params, body, readOnlyPart, ifMatch, actor, deps, audit } = call
      await lockProviderList(tx)
      const before = await lockProviderRow(tx, params.id)
      if (before === undefined) throw notFound()
      checkVersion(ifMatch, before.version, kind, before.id)
      const shownBefore = await showProvider(tx, before, deps.secrets)
      checkReadOnly(readOnlyPart, shownBefore)
      if (body.type !== before.type) throw conflict('IDP_TYPE_FIXED', 'type', kind)
      if (before.enabled && !body.enabled) await checkRemovable(tx, before, actor, 'enabled')
      const configurations = await readConfigurations(tx, before)
      const { working } = configurations
      const stored = openSecrets(working.row, deps.secrets)
      const values = checkedValues(body, stored, deps)
      if (needsFormat({ ...shownBefore, enabled: values.enabled }))
        throw new Failure(409, 'FORMATS_REQUIRED', { resource: { type: kind } })
      if (await providerNameTaken(tx, body.name, before.id)) throw conflict('NAME_TAKEN', 'name', kind)
      await saveDraft(tx, configurations, { values, formats: working.formats, by: actor.name }, deps.secrets)
      const row = await existing(tx, before.id)
      const shown = await showProvider(tx, row, deps.secrets)
      await audit({
        action: `${kind}.draft`,
        target: { kind, id: row.id, name: row.name },
        before: shownBefore,
        after: { ...shown, changedSecrets: changedNames(stored, values.secrets) },
      })
      return { value: shown, etag: etagOf(row.version) }
    },
  ),

  route(
    deleteIdentityProvider,
    ['admin', 'support-changing', 'recovery'],
    { 409: ['IDP_PRIMARY', 'IDP_SIGNED_IN_WITH', 'LAST_ADMIN_PATH'], 412: ['STALE'] },
    async ({ tx, params, ifMatch, actor, deps, audit }) => {
      await lockFormatsInEffect(tx)
      await lockProviderList(tx)
      const before = await lockProviderRow(tx, params.id)
      if (before === undefined) throw notFound()
      checkVersion(ifMatch, before.version, kind, before.id)
      await checkRemovable(tx, before, actor, undefined)
      const shown = await showProvider(tx, before, deps.secrets)
      await keepingAdminPath(tx, async () => {
        await deleteProvider(tx, before.id)
        // Its domains may lie within those of another provider of the tenant, to which they now lead.
        await checkUsernames(tx, deps.clock.now())
      })
      await audit({ action: `${kind}.delete`, target: { kind, id: before.id, name: before.name }, before: shown })
      return {}
    },
  ),
]

function changedNames(before: ProviderSecrets, after: ProviderSecrets): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name])
}
