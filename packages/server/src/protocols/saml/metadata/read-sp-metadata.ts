import { nameIdFormatUrns, type NameIdFormat, type SamlBinding } from '@portico/core/contract'

import { bindings, ns, soapBinding } from '../names.ts'
import { metadataBounds } from '../xml/bounds.ts'
import { parseXml } from '../xml/parse.ts'
import { attributeOf, childrenNamed, trimmedTextOf } from '../xml/read.ts'
import { textOfSource, type XmlSource } from '../xml/source.ts'
import { certificatesOf, endpoints, membersOf, validUntilOf, type Found } from './idp-metadata.ts'

/** A service provider in SAML metadata. */
export type SpEntity = {
  readonly entityId: string
  /** Assertion consumer services with the POST binding, the default one first, then by index. */
  readonly acsUrls: readonly string[]
  readonly slo: readonly { readonly binding: SamlBinding; readonly url: string; readonly responseUrl: string | null }[]
  /** Where it takes logout requests by SOAP. */
  readonly sloSoapUrl: string | null
  /** Signing certificates in PEM, in the order of the document; those without `use` are for signing too. */
  readonly certificates: readonly string[]
  /** Certificates to encrypt for; those without `use` are for it too. */
  readonly encryptionCertificates: readonly string[]
  /** The last parts of the names of algorithms it can decrypt, such as `aes128-gcm`; none where it does not say. */
  readonly encryptionMethods: readonly string[]
  readonly nameIdFormat: NameIdFormat | undefined
  readonly requestsSigned: boolean
  readonly wantAssertionsSigned: boolean
  /** RFC 3339. */
  readonly validUntil: string | null
}

/**
 * Reads SAML metadata (metadata 2.3 and 2.4.4): every entity that has an SPSSODescriptor of SAML 2.0, in groups of any depth.
 * Throws XmlFault for invalid XML or other documents. A signature on it is not verified.
 */
export function readSpMetadata(source: XmlSource): SpEntity[] {
  const root = parseXml(textOfSource(source).trimStart(), metadataBounds)
  const found: Found = { certificates: 0 }
  return membersOf(root).flatMap((entity) => readEntity(entity, found))
}

function readEntity(entity: Element, found: Found): SpEntity[] {
  const entityId = attributeOf(entity, 'entityID') ?? ''
  const descriptor = childrenNamed(entity, ns.metadata, 'SPSSODescriptor').find((one) =>
    (attributeOf(one, 'protocolSupportEnumeration') ?? '').split(/\s+/).includes(ns.protocol),
  )
  if (entityId === '' || descriptor === undefined) return []
  const formats = childrenNamed(descriptor, ns.metadata, 'NameIDFormat').map(trimmedTextOf)
  return [
    {
      entityId,
      acsUrls: consumersOf(descriptor),
      slo: endpoints(descriptor, 'SingleLogoutService'),
      sloSoapUrl: soapAddressOf(descriptor),
      certificates: certificatesOf(descriptor, found, new Set()),
      encryptionCertificates: certificatesOf(descriptor, found, new Set(), 'encryption'),
      encryptionMethods: encryptionMethodsOf(descriptor),
      nameIdFormat: formats.map(formatOf).find((one) => one !== undefined),
      requestsSigned: isTrue(attributeOf(descriptor, 'AuthnRequestsSigned')),
      wantAssertionsSigned: isTrue(attributeOf(descriptor, 'WantAssertionsSigned')),
      validUntil: validUntilOf(entity),
    },
  ]
}

/** Metadata 2.4.4: `isDefault` comes first, then the lowest index. */
function consumersOf(descriptor: Element): string[] {
  const urls = childrenNamed(descriptor, ns.metadata, 'AssertionConsumerService')
    .filter((one) => attributeOf(one, 'Binding') === bindings.post)
    .map((one) => ({
      url: attributeOf(one, 'Location')?.trim() ?? '',
      order: isTrue(attributeOf(one, 'isDefault')) ? -1 : Number(attributeOf(one, 'index') ?? 0),
    }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ url }) => url)
  return [...new Set(urls)]
}

function encryptionMethodsOf(descriptor: Element): string[] {
  return childrenNamed(descriptor, ns.metadata, 'KeyDescriptor')
    .filter((key) => attributeOf(key, 'use') !== 'signing')
    .flatMap((key) => childrenNamed(key, ns.metadata, 'EncryptionMethod'))
    .map((method) => attributeOf(method, 'Algorithm')?.split('#')[1] ?? '')
}

function soapAddressOf(descriptor: Element): string | null {
  const found = childrenNamed(descriptor, ns.metadata, 'SingleLogoutService').find(
    (one) => attributeOf(one, 'Binding') === soapBinding,
  )
  return (found && attributeOf(found, 'Location')?.trim()) ?? null
}

function formatOf(urn: string): NameIdFormat | undefined {
  return (Object.keys(nameIdFormatUrns) as NameIdFormat[]).find((one) => nameIdFormatUrns[one] === urn)
}

const isTrue = (text: string | null | undefined) => text === 'true' || text === '1'
