import { closesPrimary, getUsernameFormats, saveUsernameFormats, whereIs } from '@portico/core/contract'

import { checkVersion, etagOf } from '../../../kit/http/etag.ts'
import { Failure, notFound } from '../../../kit/http/failure.ts'
import { route } from '../../../kit/http/route.ts'
import { saveDraft } from './save-draft.ts'
import { readConfigurations } from './working-copy.ts'
import { openSecrets } from '../queries.ts'
import { findProviderRow, lockProviderRow } from '../rows.ts'
import { conflictDetail, formatConflicts, repeatedFormats } from '../../username-formats/conflicts.ts'
import { refusedFormats } from '../../username-formats/refused-formats.ts'
import { lockFormats, sortedFormats } from '../../username-formats/save.ts'
import { explainUsername } from '../../username-formats/where-is.ts'

export const usernameFormatRoutes = [
  route(getUsernameFormats, ['admin', 'support-reading', 'recovery'], async ({ tx, params }) => {
    const provider = await findProviderRow(tx, params.id)
    if (provider === undefined) throw notFound()
    return { value: (await readConfigurations(tx, provider)).working.formats, etag: etagOf(provider.version) }
  }),

  // Formats belong to the provider: they share its version and its draft.
  route(
    saveUsernameFormats,
    ['admin', 'support-changing', 'recovery'],
    {
      400: ['FORMAT_MAIL_PROVIDER', 'FORMAT_MIXED_SCRIPTS', 'FORMAT_PUBLIC_SUFFIX', 'FORMAT_TWICE'],
      409: [
        'FORMATS_PRIMARY',
        'FORMAT_TAKEN',
        'FORMAT_TAKEN_ELSEWHERE',
        'FORMAT_TAKEN_PARENT',
        'FORMAT_TAKEN_SUBDOMAIN',
      ],
      412: ['STALE'],
    },
    async ({ tx, params, body, ifMatch, actor, deps, audit }) => {
      // Locked before the provider's row, as everywhere: in the other order two transactions could deadlock.
      await lockFormats(tx)
      const provider = await lockProviderRow(tx, params.id)
      if (provider === undefined) throw notFound()
      checkVersion(ifMatch, provider.version, 'identity-provider', provider.id)
      if (closesPrimary({ primary: provider.is_primary }, body)) throw new Failure(409, 'FORMATS_PRIMARY')
      const configurations = await readConfigurations(tx, provider)
      const { live, working } = configurations
      const before = working.formats
      const known = new Set([...before.prefixes, ...before.suffixes, ...before.emailDomains])
      const broken = [...repeatedFormats(body), ...refusedFormats(body, (value) => !known.has(value))]
      if (broken.length > 0) throw new Failure(400, 'INVALID_REQUEST', { details: broken.map(conflictDetail) })
      const after = sortedFormats(body, before)
      const conflicts = await formatConflicts(tx, params.id, { before: live.formats, after: body })
      const [first] = conflicts
      if (first !== undefined) {
        const details = conflicts.map(conflictDetail)
        throw new Failure(409, first.errorID, { details, values: first.values })
      }
      const { name, type, enabled, config } = working.row
      const values = { name, type, enabled, config, secrets: openSecrets(working.row, deps.secrets) }
      await saveDraft(tx, configurations, { values, formats: after, by: actor.name }, deps.secrets)
      const target = { kind: 'identity-provider', id: provider.id, name: provider.name }
      await audit({ action: 'identity-provider.draft-formats', target, before, after })
      return { value: after, etag: etagOf(provider.version + 1) }
    },
  ),

  route(whereIs, ['admin', 'support-reading'], async ({ tx, query }) => ({
    value: await explainUsername(tx, query.username.trim()),
  })),
]
