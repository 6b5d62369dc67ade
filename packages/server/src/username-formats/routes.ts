import { getUsernameFormats, saveUsernameFormats, whereIs } from '@portico/core/contract'

import { checkVersion, etagOf } from '../http/etag.ts'
import { Failure, notFound } from '../http/failure.ts'
import { route } from '../http/route.ts'
import { uuidv7 } from '../identifiers.ts'
import { findProviderRow, lockProviderRow, touchProvider } from '../identity-providers/rows.ts'
import { conflictDetail, formatConflicts, repeatedFormats } from './conflicts.ts'
import { refusedFormats } from './refused-formats.ts'
import { listFormats, lockFormats, replaceFormats } from './save.ts'
import { explainUsername } from './where-is.ts'

export const usernameFormatRoutes = [
  route(getUsernameFormats, 'admin', async ({ tx, params }) => {
    const provider = await findProviderRow(tx, params.id)
    if (provider === undefined) throw notFound()
    return { value: await listFormats(tx, params.id), etag: etagOf(provider.version) }
  }),

  // Formats belong to the provider: they share its version.
  route(saveUsernameFormats, 'admin', async ({ tx, params, body, ifMatch, deps, audit }) => {
    // Locked before the provider's row, as everywhere: in the other order two transactions could deadlock.
    await lockFormats(tx)
    const provider = await lockProviderRow(tx, params.id)
    if (provider === undefined) throw notFound()
    checkVersion(ifMatch, provider.version, 'identity-provider', provider.id)
    // Without a format no one can sign in with it, so no one could add one.
    if (provider.is_primary && body.prefixes.length + body.suffixes.length === 0)
      throw new Failure(409, 'FORMATS_PRIMARY')
    const before = await listFormats(tx, params.id)
    const known = new Set([...before.prefixes, ...before.suffixes])
    const broken = [...repeatedFormats(body), ...refusedFormats(body, (value) => !known.has(value))]
    if (broken.length > 0) throw new Failure(400, 'INVALID_REQUEST', { details: broken.map(conflictDetail) })
    const after = { prefixes: body.prefixes.toSorted(), suffixes: body.suffixes.toSorted() }
    const conflicts = await formatConflicts(tx, params.id, { before, after: body })
    const [first] = conflicts
    if (first !== undefined) {
      const details = conflicts.map(conflictDetail)
      throw new Failure(409, first.errorID, { details, values: first.values })
    }
    await replaceFormats(tx, params.id, { before, after }, () => uuidv7(deps.clock.now()))
    await touchProvider(tx, params.id)
    const target = { kind: 'identity-provider', id: provider.id, name: provider.name }
    await audit({ action: 'identity-provider.formats', target, before, after })
    return { value: after, etag: etagOf(provider.version + 1) }
  }),

  route(whereIs, 'admin', async ({ tx, query }) => ({ value: await explainUsername(tx, query.username.trim()) })),
]
