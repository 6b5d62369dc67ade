import { hasPlaceholder, nameIdFormatUrns, type SamlType, XmlFault } from '@portico/core/contract'

import { readAnswer, readProviders, type IdpEntity, type ReadProviders } from '../../../protocols/saml/index.ts'
import type { ProviderFetch } from '../../../kit/outbound/provider-fetch.ts'
import { chosenCertificates } from './certificates.ts'
import { importFault, warning, type Imported } from './imported.ts'
import { fetchAnswer, fetched, isAddress, type Source } from './read-source.ts'

/** Where each kind of provider publishes its metadata, for an address that names only the host. */
const published: Partial<Record<SamlType, string>> = {
  ADFS_SAML: '/FederationMetadata/2007-06/FederationMetadata.xml',
  SFDC_SAML: '/.well-known/samlidp.xml',
}

const soonMs = 30 * 86_400_000

/** SAML 2.0 metadata, by address or from a file. Of several identity providers one is chosen by `entityId`. */
export async function importSaml(
  type: SamlType,
  source: Source & { readonly entityId?: string | undefined },
  { fetch, nowMs }: { fetch: ProviderFetch; nowMs: number },
): Promise<Imported> {
  const address = source.url ? metadataAddress(type, source.url) : undefined
  const { entities, named, total, warnings } = await providersIn(source, address, { fetch, nowMs })
  const chosen =
    source.entityId === undefined
      ? total === 1
        ? entities[0]
        : undefined
      : entities.find((one) => one.entityId === source.entityId)
  const general = (chosen?.warnings ?? (total === 0 ? warnings : [])).map((id) => warning(`import.${id}`))
  if (chosen === undefined) {
    if (source.entityId !== undefined) throw importFault('METADATA_ENTITY', 'entityId')
    return { entities: [...named], total, config: null, warnings: general }
  }
  if (hasPlaceholder(chosen.entityId))
    throw importFault('METADATA_MANY_DIRECTORIES', source.url ? 'url' : 'document', '', { issuer: chosen.entityId })
  const { certificates, warnings: ofCertificates } = chosenCertificates(chosen.certificates, nowMs)
  // New certificates at this address are as trustworthy as those read now (docs/decisions/0081).
  const followed = address === undefined ? {} : { metadataUrl: address, followMetadata: true }
  const config = { ...configOf(chosen), ...certificates, ...followed }
  return {
    entities: [...named],
    total,
    config,
    warnings: [...general, ...ofCertificates, ...warningsOf(chosen, nowMs)],
  }
}

function metadataAddress(type: SamlType, url: string): string {
  const whole = /^https?:\/\//i.test(url) ? url : `https://${url}`
  const path = published[type]
  const bare = URL.canParse(whole) && new URL(whole).pathname === '/' && new URL(whole).search === ''
  return path !== undefined && bare ? new URL(path, whole).href : whole
}

async function providersIn(
  source: Source & { readonly entityId?: string | undefined },
  address: string | undefined,
  { fetch, nowMs }: { readonly fetch: ProviderFetch; readonly nowMs: number },
): Promise<ReadProviders> {
  const { entityId, document = '' } = source
  try {
    if (!isAddress(source) || address === undefined) return readProviders(document, nowMs)
    return await fetched(async () => readAnswer(await fetchAnswer(address, fetch), { entityId, nowMs }))
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    throw importFault('METADATA_UNREADABLE', source.url ? 'url' : 'document', error.detail)
  }
}

/** Requests use the redirect binding when the provider offers it: it needs no page in between. */
function configOf(entity: IdpEntity): Record<string, unknown> {
  const sso = entity.sso.find((one) => one.binding === 'redirect') ?? entity.sso[0]
  const slo = entity.slo.find((one) => one.binding === 'redirect') ?? entity.slo[0]
  const formats = knownFormats(entity)
  const [onlyFormat] = formats
  return {
    entityId: entity.entityId,
    ...(sso === undefined ? {} : { ssoUrl: sso.url, ssoBinding: sso.binding }),
    ...(slo === undefined ? { disableSlo: true } : { sloUrl: slo.url, sloBinding: slo.binding, disableSlo: false }),
    ...(slo?.responseUrl ? { sloResponseUrl: slo.responseUrl } : {}),
    ...(formats.length === 1 && onlyFormat !== undefined ? { nameIdFormat: onlyFormat } : {}),
    // The provider offers formats, and none that can be asked for: asking for any would fail.
    ...(formats.length === 0 && entity.nameIdFormats.length > 0 ? { omitNameIdPolicy: true } : {}),
  }
}

function knownFormats({ nameIdFormats }: IdpEntity) {
  const ours = Object.entries(nameIdFormatUrns) as [keyof typeof nameIdFormatUrns, string][]
  return ours.filter(([, urn]) => nameIdFormats.includes(urn)).map(([format]) => format)
}

function warningsOf(entity: IdpEntity, nowMs: number): string[] {
  const { validUntil } = entity
  const leftMs = validUntil === null ? Infinity : Date.parse(validUntil) - nowMs
  return [
    ...(validUntil !== null && leftMs > 0 && leftMs < soonMs
      ? [warning('import.endsSoon', { day: validUntil.slice(0, 10) })]
      : []),
    ...(entity.wantAuthnRequestsSigned ? [warning('import.wantsSignedRequests')] : []),
    ...(entity.slo.length === 0 ? [warning('import.noSlo')] : []),
    ...(entity.nameIdFormats.length > 0 && knownFormats(entity).length === 0 ? [warning('import.nameIdFormats')] : []),
  ]
}
