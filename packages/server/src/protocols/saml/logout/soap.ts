import type { Checks } from '../../../kit/checks/checks.ts'
import { readMessage } from '../message.ts'
import type { XmlBounds } from '../xml/bounds.ts'
import { childElements, isNamed, onlyChild } from '../xml/read.ts'
import type { XmlSource } from '../xml/source.ts'
import { xmlElement } from '../xml/write.ts'

/** SOAP 1.1, which SAML bindings 3.2 names. */
const soap = 'http://schemas.xmlsoap.org/soap/envelope/'

export const soapMediaType = 'text/xml'

/** Bindings 3.2.3.1: the header of SOAP over HTTP that a request needs. */
export const soapHeaders = {
  'content-type': `${soapMediaType}; charset=utf-8`,
  soapaction: '"http://www.oasis-open.org/committees/security"',
} as const

/** A message, already XML, in an envelope. */
export function soapEnvelope(message: string): string {
  const body = xmlElement('soap:Body', {}, message)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement('soap:Envelope', { 'xmlns:soap': soap }, body)}`
}

/** An answer to a request that is not processed; it gives no reason (SOAP 1.1 section 4.4). */
export function soapFault(code: 'Client' | 'Server'): string {
  const text = code === 'Client' ? 'The request is not accepted.' : 'The request cannot be answered now.'
  const [faultcode, faultstring] = [xmlElement('faultcode', {}, `soap:${code}`), xmlElement('faultstring', {}, text)]
  return soapEnvelope(xmlElement('soap:Fault', {}, faultcode, faultstring))
}

/** The one element in the body of an envelope, where it stands. Headers are ignored, as bindings 3.2.2 lets us. */
export function readSoapMessage(envelope: XmlSource, bounds: XmlBounds, checks: Checks): Element {
  const { root } = readMessage(envelope, bounds, checks)
  const body = isNamed(root, soap, 'Envelope') ? onlyChild(root, soap, 'Body') : undefined
  const [message, ...others] = body === undefined ? [] : childElements(body)
  if (message === undefined || others.length > 0) return checks.refuse('saml-message-unreadable', { what: 'SOAP' })
  return message
}
