import {
  createScimToken,
  deleteScimToken,
  getScimToken,
  listScimTokens,
  scimTokenDefaultDays,
  updateScimToken,
  type ScimToken,
} from '@portico/core/contract'

import type { TenantTransaction } from '../../kit/database/tenant-scope.ts'
import { checkVersion, etagOf } from '../../kit/http/etag.ts'
import { conflict, Failure, notFound } from '../../kit/http/failure.ts'
import { checkReadOnly } from '../../kit/http/read-only.ts'
import { route } from '../../kit/http/route.ts'
import { uuidv7 } from '../../kit/identifiers.ts'
import { findProviderRow } from '../../providers/identity-providers/rows.ts'
import { beginningOf, makeCheckedToken } from '../../kit/secrets/checked-token.ts'
import { hashToken } from '../../kit/secrets/secret-box.ts'
import { scimBaseUrl, scimTokenPrefix } from './prefixes.ts'
import {
  countActiveTokens,
  deleteTokenRow,
  findTokenRow,
  insertTokenRow,
  isNameTaken,
  listTokenRows,
  lockTokenRow,
  lockTokensOf,
  setTokenActive,
  type ScimTokenRow,
} from './queries.ts'

const kind = 'scim-token'

export const scimTokenRoutes = [
  route(listScimTokens, ['admin', 'support-reading'], async ({ tx, params, deps }) => {
    if ((await findProviderRow(tx, params.id)) === undefined) throw notFound()
    const tokens = (await listTokenRows(tx, params.id)).map(shown)
    return { value: { tokens, activeMax: deps.settings.scimTokensMax, baseUrl: scimBaseUrl(deps.settings, params.id) } }
  }),

  route(getScimToken, ['admin', 'support-reading'], async ({ tx, params }) => {
    const row = await findTokenRow(tx, params)
    if (row === undefined) throw notFound()
    return { value: shown(row), etag: etagOf(row.version) }
  }),

  route(
    createScimToken,
    'admin',
    { 409: ['SCIM_TOKEN_LIMIT', 'SCIM_TOKEN_NAME_TAKEN'] },
    async ({ tx, params, body, deps, audit, checkAgain }) => {
      const provider = await lockTokensOf(tx, params.id)
      if (provider === undefined) throw notFound()
      // The session, or the right of its person, may have ended while this waited.
      await checkAgain()
      await checkLimit(tx, params.id, deps.settings.scimTokensMax)
      if (await isNameTaken(tx, params.id, body.name)) throw conflict('SCIM_TOKEN_NAME_TAKEN', 'name', kind)
      const token = makeCheckedToken(scimTokenPrefix)
      const row = await insertTokenRow(tx, {
        id: uuidv7(deps.clock.now()),
        providerId: params.id,
        name: body.name,
        beginning: beginningOf(scimTokenPrefix, token),
        hash: hashToken(token),
        dryRun: body.dryRun ?? false,
        days: body.expiresInDays ?? scimTokenDefaultDays,
      })
      await audit({ action: `${kind}.create`, target: targetOf(row), after: audited(row, provider) })
      return { value: { ...shown(row), token }, etag: etagOf(row.version) }
    },
  ),

  route(
    updateScimToken,
    'admin',
    { 409: ['SCIM_TOKEN_EXPIRED', 'SCIM_TOKEN_LIMIT'], 412: ['STALE'] },
    async ({ tx, params, body, readOnlyPart, ifMatch, deps, audit, checkAgain }) => {
      if ((await lockTokensOf(tx, params.id)) === undefined) throw notFound()
      await checkAgain()
      const before = await lockTokenRow(tx, params)
      if (before === undefined) throw notFound()
      checkVersion(ifMatch, before.version, kind, before.id)
      checkReadOnly(readOnlyPart, shown(before))
      const { active } = body
      if (active === before.active) return { value: shown(before), etag: etagOf(before.version) }
      if (active && before.isExpired) throw new Failure(409, 'SCIM_TOKEN_EXPIRED')
      if (active) await checkLimit(tx, params.id, deps.settings.scimTokensMax)
      const row = await setTokenActive(tx, before.id, active)
      await audit({
        action: `${kind}.update`,
        target: targetOf(row),
        before: { active: before.active },
        after: { active },
      })
      return { value: shown(row), etag: etagOf(row.version) }
    },
  ),

  route(deleteScimToken, 'admin', { 412: ['STALE'] }, async ({ tx, params, ifMatch, audit }) => {
    const provider = await findProviderRow(tx, params.id)
    const before = provider && (await lockTokenRow(tx, params))
    if (before === undefined) throw notFound()
    checkVersion(ifMatch, before.version, kind, before.id)
    await deleteTokenRow(tx, before.id)
    await audit({ action: `${kind}.delete`, target: targetOf(before), before: audited(before, provider?.name ?? '') })
    return {}
  }),
]

/** To be asked while the provider's tokens are locked. */
async function checkLimit(tx: TenantTransaction, providerId: string, max: number): Promise<void> {
  if ((await countActiveTokens(tx, providerId)) < max) return
  throw new Failure(409, 'SCIM_TOKEN_LIMIT', {
    values: { max },
    resource: { type: 'identity-provider', id: providerId },
  })
}

function targetOf({ id, name }: ScimToken) {
  return { kind, id, name }
}

/** What the audit log has about a token: never the token itself. */
function audited({ beginning, active, expiresAt, dryRun }: ScimToken, identityProvider: string) {
  return { identityProvider, beginning, active, expiresAt, dryRun }
}

function shown({ version: _, ...token }: ScimTokenRow): ScimToken {
  return token
}
