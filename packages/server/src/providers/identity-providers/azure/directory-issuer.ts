import { personalDirectory } from '@portico/core/contract'

import type { AzureProvider } from '../queries.ts'
import { textAt } from '../../../kit/outbound/claims.ts'
import type { IssuerRule } from '../../../kit/outbound/relying-party.ts'

const guid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const isTenantId = new RegExp(`^${guid}$`, 'i')
/** `https://sts.windows.net/{tid}/` and `https://login.microsoftonline.com/{tid}/v2.0`; a national cloud has other hosts. */
const issuers = {
  AAD: new RegExp(`^https?://[^?#]+/(${guid})/$`, 'i'),
  AAD2: new RegExp(`^https?://[^?#]+/(${guid})/v2\\.0$`, 'i'),
} as const
const versions = { AAD: '1.0', AAD2: '2.0' } as const

/**
 * The issuer of a directory comes from its own discovery document, fetched from the authority that the operator set;
 * it is never entered. It has to name one directory, the configured one where its tenant id is known; a document
 * for many directories contains `{tenantid}` instead.
 */
export function directoryIssuer({ type, config }: AzureProvider, directory: string): IssuerRule {
  const { domainName } = config
  const wanted = isTenantId.test(domainName) ? domainName.toLowerCase() : undefined
  return {
    expected: directory,
    of(named) {
      if (typeof named !== 'string') return undefined
      const issuer = wanted === undefined ? named : named.replace('{tenantid}', wanted)
      const tenantId = issuers[type].exec(issuer)?.[1]?.toLowerCase()
      // A domain may lead there too, as outlook.com does.
      if (tenantId === personalDirectory) return undefined
      return tenantId === undefined || (wanted !== undefined && tenantId !== wanted) ? undefined : issuer
    },
    check(claims, issuer, checks) {
      const found = textAt(claims, 'ver') ?? 'none'
      if (found !== versions[type]) checks.refuse('azure-version-wrong', { expected: versions[type], found })
      const tenantId = issuers[type].exec(issuer)?.[1]
      const tid = textAt(claims, 'tid')
      if (tid === undefined || tid.toLowerCase() !== tenantId?.toLowerCase())
        checks.refuse('azure-tenant-wrong', { domain: domainName, expected: tenantId ?? 'none', found: tid ?? 'none' })
    },
  }
}
