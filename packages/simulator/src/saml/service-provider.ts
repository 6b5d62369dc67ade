import type { CheckedServiceProvider } from '../config/checked.ts'
import type { SamlBinding } from '../config/shape.ts'
import { bindingUris, namespaces } from './names.ts'
import { attributeOf, childrenOf, childOf, parseXml, textOf } from './xml.ts'

/** A service provider as far as an identity provider must know it. */
export type ServiceProvider = {
  entityId: string
  consumers: { url: string; index: string; isDefault: boolean }[]
  logouts: { binding: SamlBinding; url: string; responseUrl: string }[]
  signingCertificates: string[]
  encryptionCertificates: string[]
  signsRequests: boolean
}

/** A service provider that the configuration describes in full. */
export function described(config: Exclude<CheckedServiceProvider, { metadataUrl: string }>): ServiceProvider {
  const { sloUrl, sloBinding, sloResponseUrl, encryptionCertificate } = config
  return {
    entityId: config.entityId,
    consumers: [{ url: config.acsUrl, index: '0', isDefault: true }],
    logouts: sloUrl === undefined ? [] : [{ binding: sloBinding, url: sloUrl, responseUrl: sloResponseUrl ?? sloUrl }],
    signingCertificates: config.signingCertificates,
    encryptionCertificates: encryptionCertificate === undefined ? [] : [encryptionCertificate],
    signsRequests: config.signingCertificates.length > 0,
  }
}

/** The service providers that a metadata file describes. Throws Error for other documents. */
export function readMetadata(text: string): ServiceProvider[] {
  const root = parseXml(text)
  const isOne = root.namespaceURI === namespaces.metadata && root.localName === 'EntityDescriptor'
  const entities = isOne ? [root] : childrenOf(root, namespaces.metadata, 'EntityDescriptor')
  return entities.flatMap((entity) => {
    const role = childOf(entity, namespaces.metadata, 'SPSSODescriptor')
    const entityId = attributeOf(entity, 'entityID')
    return role === undefined || entityId === undefined ? [] : [readRole(entityId, role)]
  })
}

function readRole(entityId: string, role: Element): ServiceProvider {
  const keys = (use: string) =>
    childrenOf(role, namespaces.metadata, 'KeyDescriptor')
      .filter((each) => [use, undefined].includes(attributeOf(each, 'use')))
      .flatMap((each) => Array.from(each.getElementsByTagNameNS(namespaces.signature, 'X509Certificate')))
      .flatMap((each) => textOf(each) ?? [])
      .map(pemOf)
  const consumers = childrenOf(role, namespaces.metadata, 'AssertionConsumerService').flatMap((each) => {
    const url = attributeOf(each, 'Location')
    if (url === undefined || attributeOf(each, 'Binding') !== bindingUris.post) return []
    const isDefault = attributeOf(each, 'isDefault') === 'true'
    return [{ url, index: attributeOf(each, 'index') ?? '', isDefault }]
  })
  const logouts = childrenOf(role, namespaces.metadata, 'SingleLogoutService').flatMap((each) => {
    const url = attributeOf(each, 'Location')
    const binding = (['redirect', 'post'] as const).find((name) => bindingUris[name] === attributeOf(each, 'Binding'))
    if (url === undefined || binding === undefined) return []
    return [{ binding, url, responseUrl: attributeOf(each, 'ResponseLocation') ?? url }]
  })
  const signsRequests = attributeOf(role, 'AuthnRequestsSigned') === 'true'
  return {
    entityId,
    consumers,
    logouts,
    signingCertificates: keys('signing'),
    encryptionCertificates: keys('encryption'),
    signsRequests,
  }
}

function pemOf(base64: string): string {
  const lines = base64.replace(/\s+/g, '').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

/** Where a service provider takes logouts: by the binding that is preferred, if it can. */
export function logoutEndpoint({ logouts }: ServiceProvider, preferred: SamlBinding) {
  return logouts.find((each) => each.binding === preferred) ?? logouts[0]
}

export function defaultConsumer({ consumers }: ServiceProvider): string | undefined {
  return (consumers.find((each) => each.isDefault) ?? consumers[0])?.url
}
