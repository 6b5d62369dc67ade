import { inflateRawSync } from 'node:zlib'

import type { SamlBinding } from '../config/shape.ts'
import { namespaces } from './names.ts'
import { verifyQuery, verifyXml } from './signatures.ts'
import { attributeOf, childOf, parseXml, textOf } from './xml.ts'

const inflatedMax = 1024 * 1024

/** A SAML message as it arrived. `signedBy` answers whether one of the certificates signed it. */
export type Incoming = {
  binding: SamlBinding
  /** `AuthnRequest`, `LogoutRequest`, `LogoutResponse` … */
  name: string
  root: Element
  id: string
  issuer: string
  destination: string | undefined
  relayState: string | undefined
  /** Whether it carries a signature at all. */
  signed: boolean
  signedBy: (certificates: readonly string[]) => boolean
}

/** Reads a message from a query (`search`, as sent) or from a form. Throws Error with a sentence for the page. */
export function readIncoming(search: string, form: URLSearchParams | undefined): Incoming {
  const sent = form ?? new URLSearchParams(search)
  const encoded = sent.get('SAMLRequest') ?? sent.get('SAMLResponse')
  if (encoded === null) throw new Error('There is no SAML message in this request.')
  const bytes = Buffer.from(encoded, 'base64')
  const text = (form === undefined ? inflateRawSync(bytes, { maxOutputLength: inflatedMax }) : bytes).toString('utf8')
  const root = parseXml(text)
  const [id, issuer] = [attributeOf(root, 'ID'), textOf(childOf(root, namespaces.assertion, 'Issuer'))]
  if (root.namespaceURI !== namespaces.protocol || id === undefined || issuer === undefined)
    throw new Error('The message is not a SAML 2.0 message with an ID and an Issuer.')
  const inQuery = form === undefined
  return {
    binding: inQuery ? 'redirect' : 'post',
    name: root.localName,
    root,
    id,
    issuer,
    destination: attributeOf(root, 'Destination'),
    relayState: sent.get('RelayState') ?? undefined,
    signed: inQuery ? sent.has('Signature') : childOf(root, namespaces.signature, 'Signature') !== undefined,
    signedBy: (certificates) => (inQuery ? verifyQuery(search, certificates) : verifyXml(text, certificates)),
  }
}
