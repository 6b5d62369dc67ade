import type { AzureType } from '@portico/core/contract'

import type { ProviderFetch } from '../../../kit/outbound/provider-fetch.ts'
import { importFault, warning, type Imported } from './imported.ts'
import { textOf } from './openid.ts'
import { readJsonObject, readSource, type Source } from './read-source.ts'

const guid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** A directory of Azure AD by its domain, tenant id, or any address that holds it; asked of the operator's authority. */
export async function importAzure(
  type: AzureType,
  source: Source,
  { fetch, authorityUrl }: { fetch: ProviderFetch; authorityUrl: string },
): Promise<Imported> {
  const named = source.url ? directoryOf(source.url) : undefined
  if (named !== undefined && /^(?:common|organizations|consumers)$/i.test(named))
    throw importFault('DOMAIN_NOT_ONE', 'url')
  // It becomes part of an address.
  if (named !== undefined && !/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(named))
    throw importFault('DOMAIN_SHAPE', 'url')
  const version = type === 'AAD' ? '' : '/v2.0'
  const address = () => `${authorityUrl}/${named ?? ''}${version}/.well-known/openid-configuration`
  const issuer = textOf(readJsonObject(await readSource(source, address, fetch))['issuer'])
  const tenantId = issuer === undefined ? undefined : new RegExp(guid, 'i').exec(issuer)?.[0].toLowerCase()
  if (issuer === undefined || tenantId === undefined)
    throw importFault('METADATA_UNREADABLE', source.url ? 'url' : 'document', 'it does not name a single directory.')
  return {
    entities: [{ entityId: issuer, name: null }],
    total: 1,
    config: { domainName: named ?? tenantId },
    warnings: [warning('import.directory', { tenantId })],
  }
}

/** `https://login.microsoftonline.com/contoso.example/v2.0` → `contoso.example`. */
function directoryOf(url: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return url
  return new URL(url).pathname.split('/').find((part) => part !== '') ?? url
}
