import { nameIdFormats, nameIdFormatUrns } from '@portico/core/contract'

import { readKey } from '../../../kit/keys/read-key.ts'
import { bindings, contentCiphers, keyTransports, ns } from '../names.ts'
import { xmlElement, xmlText } from '../xml/write.ts'

/**
 * Our metadata for one provider (metadata 2.4.4), XML with declaration. Certificates in PEM: of signing keys all that
 * we use or are about to, so that a rollover is seen in time; of encryption keys those a provider may use now.
 */
export function buildSpMetadata(o: {
  entityId: string
  acsUrl: string
  sloUrl: string
  signingCertificates: readonly string[]
  encryptionCertificates: readonly string[]
}): string {
  const descriptor = xmlElement(
    'md:SPSSODescriptor',
    { AuthnRequestsSigned: true, WantAssertionsSigned: true, protocolSupportEnumeration: ns.protocol },
    ...o.signingCertificates.map((pem) => keyDescriptor('signing', pem)),
    ...o.encryptionCertificates.map((pem) => keyDescriptor('encryption', pem)),
    xmlElement('md:SingleLogoutService', { Binding: bindings.redirect, Location: o.sloUrl }),
    xmlElement('md:SingleLogoutService', { Binding: bindings.post, Location: o.sloUrl }),
    ...nameIdFormats.map((format) => xmlElement('md:NameIDFormat', {}, xmlText(nameIdFormatUrns[format]))),
    xmlElement('md:AssertionConsumerService', {
      Binding: bindings.post,
      Location: o.acsUrl,
      index: 0,
      isDefault: true,
    }),
  )
  const entity = xmlElement(
    'md:EntityDescriptor',
    { 'xmlns:md': ns.metadata, 'xmlns:ds': ns.signature, entityID: o.entityId },
    descriptor,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${entity}\n`
}

export function keyDescriptor(use: 'signing' | 'encryption', pem: string): string {
  const content = readKey(pem)
  if (typeof content === 'string' || content.kind !== 'certificate') throw new Error('metadata needs a certificate')
  const base64 = content.pem.replace(/-----[A-Z ]+-----|\s+/g, '')
  const certificate = xmlElement('ds:X509Certificate', {}, base64)
  const methods = use === 'encryption' ? [...contentCiphers, ...keyTransports] : []
  return xmlElement(
    'md:KeyDescriptor',
    { use },
    xmlElement('ds:KeyInfo', {}, xmlElement('ds:X509Data', {}, certificate)),
    ...methods.map((method) => xmlElement('md:EncryptionMethod', { Algorithm: method })),
  )
}
