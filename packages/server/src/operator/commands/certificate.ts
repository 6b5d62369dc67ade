import type { CertificateRow } from '@portico/core/contract'

import { extendExpired } from '../../providers/certificates/extend.ts'
import { listCertificateRows } from '../../providers/certificates/rows.ts'
import { lockProviderRow } from '../../providers/identity-providers/rows.ts'
import type { Place } from '../../app/open.ts'
import { inTenant, operatorName, readTenant } from './in-tenant.ts'
import { UsageError } from './usage-error.ts'

export type ExtendOptions = {
  /** Name or id of the identity provider; needed when certificates of several have expired. */
  readonly idp?: string | undefined
  /** The fingerprint, or its beginning. */
  readonly fingerprint?: string | undefined
  readonly reason: string
}

/** `certificate list TENANT` */
export async function runCertificateList(place: Place, slug: string): Promise<readonly CertificateRow[]> {
  return readTenant(place, slug, ({ tx, nowMs }) => listCertificateRows(tx, nowMs))
}

/** `certificate extend TENANT`: for when the administrator who could do it is locked out by the expiry. */
export async function runCertificateExtend(place: Place, slug: string, options: ExtendOptions): Promise<string> {
  const reason = options.reason.trim()
  if (reason === '') throw new UsageError('--reason is empty. Say why: the reason is kept in the audit log.')
  return inTenant(place, slug, async ({ tx, nowMs, audit }) => {
    const chosen = pick(await listCertificateRows(tx, nowMs), options, slug)
    const provider = await lockProviderRow(tx, chosen.idp)
    if (provider === undefined) throw new Error('The identity provider was removed meanwhile.')
    const by = `operator ${operatorName()}`
    const until = await extendExpired(tx, { provider, fingerprint: chosen.fingerprint, reason, by, nowMs }, audit)
    return `The certificate ${chosen.fingerprint.slice(0, 16)}… of ${chosen.idpName} is accepted until ${until.toISOString()}.`
  })
}

/** The only expired certificate that the options leave; a named one also when it has not expired, to be refused by rule. */
function pick(rows: readonly CertificateRow[], { idp, fingerprint }: ExtendOptions, slug: string): CertificateRow {
  const begin = fingerprint?.replaceAll(':', '').toLowerCase()
  const matches = rows.filter(
    (row) =>
      (idp === undefined || row.idp === idp || row.idpName.toLowerCase() === idp.toLowerCase()) &&
      (begin === undefined ? row.state === 'expired' : begin !== '' && row.fingerprint.startsWith(begin)),
  )
  const [only, ...others] = matches
  if (only === undefined)
    throw new Error(`No expired certificate matches these options. List them: portico-server certificate list ${slug}`)
  if (others.length > 0)
    throw new Error('That means more than one certificate. Say which with --idp and --fingerprint.')
  return only
}

/** One line per certificate. */
export function certificateLine({ idpName, slot, state, notAfter, fingerprint }: CertificateRow): string {
  return [idpName, slot, state, notAfter ?? '', fingerprint].join('\t')
}
