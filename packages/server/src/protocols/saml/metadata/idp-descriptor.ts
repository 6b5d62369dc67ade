import { nameIdFormats, nameIdFormatUrns } from '@portico/core/contract'

import { bindings, ns, soapBinding, transientFormat } from '../names.ts'
import { xmlElement, xmlText } from '../xml/write.ts'
import { keyDescriptor } from './sp-metadata.ts'

/**
 * Our metadata as identity provider (metadata 2.4.3), XML with declaration. `signingCertificates` in PEM: all that we use
 * or are about to, so that a rollover is seen in time. Requests may come unsigned: whether they must be signed is registered
 * for each service provider.
 */
export function buildIdpMetadata(o: {
  entityId: string
  ssoUrl: string
  sloUrl: string
  sloSoapUrl: string
  signingCertificates: readonly string[]
}): string {
  const both = (name: string, Location: string) => [
    xmlElement(name, { Binding: bindings.redirect, Location }),
    xmlElement(name, { Binding: bindings.post, Location }),
  ]
  const formats = [...nameIdFormats.map((format) => nameIdFormatUrns[format]), transientFormat]
  const descriptor = xmlElement(
    'md:IDPSSODescriptor',
    { WantAuthnRequestsSigned: false, protocolSupportEnumeration: ns.protocol },
    ...o.signingCertificates.map((pem) => keyDescriptor('signing', pem)),
    ...both('md:SingleLogoutService', o.sloUrl),
    xmlElement('md:SingleLogoutService', { Binding: soapBinding, Location: o.sloSoapUrl }),
    ...formats.map((format) => xmlElement('md:NameIDFormat', {}, xmlText(format))),
    ...both('md:SingleSignOnService', o.ssoUrl),
  )
  const entity = xmlElement(
    'md:EntityDescriptor',
    { 'xmlns:md': ns.metadata, 'xmlns:ds': ns.signature, entityID: o.entityId },
    descriptor,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${entity}\n`
}
