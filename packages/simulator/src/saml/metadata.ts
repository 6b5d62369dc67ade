import { randomUUID } from 'node:crypto'

import type { CheckedSaml } from '../config/checked.ts'
import { entityIdOf, samlAddress, samlPaths } from './addresses.ts'
import { bindingUris, nameIdFormatUris, namespaces } from './names.ts'
import { attribute, raw, xml, type Xml } from './xml.ts'

/** The EntityDescriptor of one provider, without an XML declaration. `certificates` are PEM. */
export function metadataOf(config: CheckedSaml, base: URL, certificates: readonly string[]): Xml {
  const paths = samlPaths(config.flavour)
  const at = (path: string) => samlAddress(base, config, path)
  const keys = certificates.map(keyDescriptor)
  const adfs = config.flavour === 'adfs'
  return xml`
    <EntityDescriptor xmlns="${namespaces.metadata}" ID="_${randomUUID()}" entityID="${entityIdOf(base, config)}">
      ${adfs ? federationRoles(keys, at(paths.redirect)) : undefined}
      <IDPSSODescriptor protocolSupportEnumeration="${namespaces.protocol}"${attribute(
        'WantAuthnRequestsSigned',
        config.requireSignedRequests ? 'true' : undefined,
      )}>
        ${keys}
        <SingleLogoutService Binding="${bindingUris.redirect}" Location="${at(paths.slo)}"/>
        <SingleLogoutService Binding="${bindingUris.post}" Location="${at(paths.slo)}"/>
        ${Object.values(nameIdFormatUris).map((each) => xml`<NameIDFormat>${each}</NameIDFormat>`)}
        <SingleSignOnService Binding="${bindingUris.redirect}" Location="${at(paths.redirect)}"/>
        <SingleSignOnService Binding="${bindingUris.post}" Location="${at(paths.post)}"/>
      </IDPSSODescriptor>
      ${adfs ? serviceProviderRole(keys, at(paths.redirect)) : undefined}
    </EntityDescriptor>`
}

/** Several providers in one file. */
export function metadataOfAll(entities: readonly Xml[]): Xml {
  return xml`<EntitiesDescriptor xmlns="${namespaces.metadata}" Name="Portico simulator">${[...entities]}</EntitiesDescriptor>`
}

function keyDescriptor(certificate: string): Xml {
  const base64 = certificate.replace(/-----[^-]+-----|\s/g, '')
  return xml`
    <KeyDescriptor use="signing">
      <KeyInfo xmlns="${namespaces.signature}"><X509Data><X509Certificate>${base64}</X509Certificate></X509Data></KeyInfo>
    </KeyDescriptor>`
}

/** The WS-Federation roles that fill most of an ADFS metadata file and are of no use to SAML. */
function federationRoles(keys: Xml[], address: string): Xml {
  const federation = 'http://docs.oasis-open.org/wsfed/federation/200706'
  const addressing = xml`<EndpointReference xmlns="http://www.w3.org/2005/08/addressing"><Address>${address}</Address></EndpointReference>`
  const role = (type: string, endpoint: string) => xml`
    <RoleDescriptor xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:fed="${federation}"
      xsi:type="fed:${type}" protocolSupportEnumeration="http://docs.oasis-open.org/ws-sx/ws-trust/200512 ${federation}">
      ${keys}
      ${raw(`<fed:${endpoint}>${addressing.markup}</fed:${endpoint}>`)}
    </RoleDescriptor>`
  return raw(
    role('ApplicationServiceType', 'PassiveRequestorEndpoint').markup +
      role('SecurityTokenServiceType', 'SecurityTokenServiceEndpoint').markup,
  )
}

/** ADFS is a service provider as well, at the same address. */
function serviceProviderRole(keys: Xml[], address: string): Xml {
  return xml`
    <SPSSODescriptor WantAssertionsSigned="true" protocolSupportEnumeration="${namespaces.protocol}">
      ${keys}
      <AssertionConsumerService Binding="${bindingUris.post}" Location="${address}" index="0" isDefault="true"/>
    </SPSSODescriptor>`
}
