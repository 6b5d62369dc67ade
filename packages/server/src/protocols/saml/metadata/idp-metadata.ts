import { XmlFault, type SamlBinding } from '@portico/core/contract'

import { readKey } from '../../../kit/keys/read-key.ts'
import { bindings, ns } from '../names.ts'
import { readTime } from '../time.ts'
import { metadataBounds } from '../xml/bounds.ts'
import { elementsOf, parseXml } from '../xml/parse.ts'
import { attributeOf, childElements, childrenNamed, isNamed, trimmedTextOf } from '../xml/read.ts'
import { textOfSource, type XmlSource } from '../xml/source.ts'

export type IdpEntity = {
  readonly entityId: string
  readonly displayName: string | null
  readonly sso: readonly { readonly binding: SamlBinding; readonly url: string }[]
  readonly slo: readonly { readonly binding: SamlBinding; readonly url: string; readonly responseUrl: string | null }[]
  /** Signing certificates in PEM, in the order of the document; those without `use` are for signing too. */
  readonly certificates: readonly string[]
  readonly nameIdFormats: readonly string[]
  /** RFC 3339. */
  readonly validUntil: string | null
  readonly wantAuthnRequestsSigned: boolean
  /** Only of this entity: others in a federation's file do not concern this provider. */
  readonly warnings: readonly MetadataWarning[]
}

/** What the document says that an administrator should know before using it. */
export type MetadataWarning =
  | 'METADATA_NO_PROVIDER'
  | 'METADATA_OVER'
  | 'METADATA_NO_CERTIFICATE'
  | 'METADATA_CERTIFICATE_UNREADABLE'
  | 'METADATA_NO_SSO'

/**
 * Reads SAML metadata (metadata 2.3 and 2.4.3): every entity that has an IDPSSODescriptor of SAML 2.0, in groups of any
 * depth. Throws XmlFault for invalid XML or other documents. A signature on it is not verified: the
 * document is trusted because of its source.
 */
export function readIdpMetadata(
  source: XmlSource,
  nowMs: number,
): { entities: IdpEntity[]; warnings: MetadataWarning[] } {
  const root = parseXml(textOfSource(source).trimStart(), metadataBounds)
  const found: Found = { certificates: 0 }
  const entities = membersOf(root).flatMap((entity) => readEntity(entity, nowMs, found))
  const warnings = new Set(entities.flatMap((entity) => entity.warnings))
  return { entities, warnings: entities.length === 0 ? ['METADATA_NO_PROVIDER'] : [...warnings] }
}

/** The entities of a document (metadata 2.3): itself, or the members of its groups. Those inside of extensions are not members. */
export function membersOf(element: Element): Element[] {
  if (isNamed(element, ns.metadata, 'EntityDescriptor')) return [element]
  if (!isNamed(element, ns.metadata, 'EntitiesDescriptor')) return []
  return childElements(element).flatMap(membersOf)
}

/** How many certificates were seen in a document. */
export type Found = { certificates: number }

/** Each takes a tenth of a millisecond to read: a document full of tiny ones would block the server for ten seconds. */
const certificatesMax = 4000

function readEntity(entity: Element, nowMs: number, found: Found): IdpEntity[] {
  const warnings = new Set<MetadataWarning>()
  const entityId = attributeOf(entity, 'entityID') ?? ''
  const descriptor = childrenNamed(entity, ns.metadata, 'IDPSSODescriptor').find((one) =>
    (attributeOf(one, 'protocolSupportEnumeration') ?? '').split(/\s+/).includes(ns.protocol),
  )
  if (entityId === '' || descriptor === undefined) return []
  const read = {
    entityId,
    displayName: displayNameOf(entity),
    sso: endpoints(descriptor, 'SingleSignOnService').map(({ binding, url }) => ({ binding, url })),
    slo: endpoints(descriptor, 'SingleLogoutService'),
    certificates: certificatesOf(descriptor, found, warnings),
    nameIdFormats: childrenNamed(descriptor, ns.metadata, 'NameIDFormat').map(trimmedTextOf),
    validUntil: validUntilOf(entity),
    wantAuthnRequestsSigned: ['true', '1'].includes(attributeOf(descriptor, 'WantAuthnRequestsSigned') ?? ''),
  }
  if (read.sso.length === 0) warnings.add('METADATA_NO_SSO')
  if (read.certificates.length === 0) warnings.add('METADATA_NO_CERTIFICATE')
  if (read.validUntil !== null && Date.parse(read.validUntil) <= nowMs) warnings.add('METADATA_OVER')
  return [{ ...read, warnings: [...warnings] }]
}

/** Skips bindings we do not support (SOAP, artifact) and invalid addresses. */
export function endpoints(descriptor: Element, name: string) {
  return childrenNamed(descriptor, ns.metadata, name).flatMap((element) => {
    const found = attributeOf(element, 'Binding')
    const binding = (['redirect', 'post'] as const).find((one) => bindings[one] === found)
    const url = attributeOf(element, 'Location')?.trim() ?? ''
    const responseUrl = attributeOf(element, 'ResponseLocation')?.trim() ?? null
    if (binding === undefined || !/^https?:\/\//i.test(url)) return []
    return [
      { binding, url, responseUrl: responseUrl !== null && /^https?:\/\//i.test(responseUrl) ? responseUrl : null },
    ]
  })
}

export function certificatesOf(
  descriptor: Element,
  found: Found,
  warnings: { add(id: 'METADATA_CERTIFICATE_UNREADABLE'): unknown },
  use: 'signing' | 'encryption' = 'signing',
): string[] {
  const certificates = new Set<string>()
  for (const key of childrenNamed(descriptor, ns.metadata, 'KeyDescriptor')) {
    if ((attributeOf(key, 'use') ?? use) !== use) continue
    for (const element of elementsOf(key)) {
      if (!isNamed(element, ns.signature, 'X509Certificate')) continue
      found.certificates += 1
      if (found.certificates > certificatesMax) throw new XmlFault('forbidden', 'too many certificates')
      const content = readKey(trimmedTextOf(element))
      if (typeof content !== 'string' && content.kind === 'certificate') certificates.add(content.pem)
      else warnings.add('METADATA_CERTIFICATE_UNREADABLE')
    }
  }
  return [...certificates]
}

/** mdui:DisplayName, or the organisation's; English if there is a choice. */
function displayNameOf(entity: Element): string | null {
  const names = [...elementsOf(entity)].filter(
    (one) => isNamed(one, ns.mdui, 'DisplayName') || isNamed(one, ns.metadata, 'OrganizationDisplayName'),
  )
  const chosen = names.find((one) => one.getAttribute('xml:lang') === 'en') ?? names[0]
  const text = chosen === undefined ? '' : trimmedTextOf(chosen)
  return text === '' ? null : text
}

/** The nearest that says so: the entity, or a group around it. */
export function validUntilOf(entity: Element): string | null {
  for (let at: Node | null = entity; at !== null && at.nodeType === 1; at = at.parentNode) {
    const ms = readTime(attributeOf(at as Element, 'validUntil') ?? '')
    if (ms !== undefined) return new Date(ms).toISOString()
  }
  return null
}
