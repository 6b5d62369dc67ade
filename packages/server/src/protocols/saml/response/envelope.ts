import { ns, statusPrefix } from '../names.ts'
import type { ReadLogoutOptions, ReadResponseOptions, SamlStatus } from '../types.ts'
import { attributeOf, childrenNamed, onlyChild, trimmedTextOf } from '../xml/read.ts'

/** SAML core 3.2.2.1: Version is 2.0, and there is an id. */
export function checkVersion(element: Element, { checks }: Pick<ReadLogoutOptions, 'checks'>): string {
  const version = attributeOf(element, 'Version') ?? ''
  if (version !== '2.0') checks.refuse('saml-version', { element: element.localName, found: version })
  const id = attributeOf(element, 'ID') ?? ''
  if (!/^[\w.:-]{1,256}$/.test(id)) checks.refuse('saml-message-unreadable', { what: `${element.localName} ID` })
  return id
}

/** The status of a response; the nested code is where providers say what happened. */
export function readStatus(response: Element): SamlStatus | undefined {
  const status = onlyChild(response, ns.protocol, 'Status')
  const top = status && onlyChild(status, ns.protocol, 'StatusCode')
  if (status === undefined || top === undefined) return undefined
  const nested = childrenNamed(top, ns.protocol, 'StatusCode')[0]
  const message = childrenNamed(status, ns.protocol, 'StatusMessage')[0]
  return {
    code: lastPart(attributeOf(top, 'Value') ?? ''),
    nested: nested === undefined ? null : lastPart(attributeOf(nested, 'Value') ?? ''),
    message: message === undefined ? null : trimmedTextOf(message),
  }
}

function lastPart(code: string): string {
  return code.startsWith(statusPrefix) ? code.slice(statusPrefix.length) : code
}

/** Status is exactly Success. */
export function checkStatus(response: Element, { checks }: Pick<ReadLogoutOptions, 'checks'>): void {
  const status = readStatus(response)
  if (status === undefined) return checks.refuse('saml-status', { status: '', nested: '', message: '' })
  if (topCode(response) === `${statusPrefix}Success`) return
  checks.refuse('saml-status', { status: status.code, nested: status.nested ?? '', message: status.message ?? '' })
}

function topCode(response: Element): string {
  const status = onlyChild(response, ns.protocol, 'Status')
  const top = status && onlyChild(status, ns.protocol, 'StatusCode')
  return (top && attributeOf(top, 'Value')) ?? ''
}

/** The issuer of a message may be absent only where `required` is false; when present, it must be the provider. */
export function checkIssuer(element: Element, required: boolean, { peer, checks }: ReadLogoutOptions): void {
  const issuers = childrenNamed(element, ns.assertion, 'Issuer')
  if (issuers.length === 0 && !required) return
  const [issuer] = issuers
  const found = issuers.length === 1 && issuer !== undefined ? trimmedTextOf(issuer) : ''
  if (found !== peer.entityId) {
    checks.refuse('saml-issuer', { element: element.localName, expected: peer.entityId, found })
  }
}

/** Destination may be absent only from what is not signed (bindings 3.4.5.2 and 3.5.5.2). */
export function checkDestination(
  element: Element,
  expected: string,
  signed: boolean,
  o: Pick<ReadLogoutOptions, 'checks'>,
): void {
  const found = attributeOf(element, 'Destination')
  if (found === null && !signed) return
  if (found !== expected) o.checks.refuse('saml-destination', { expected, found: found ?? '' })
}

/** InResponseTo of the envelope: it may be absent from what is not signed; the assertion's own is required elsewhere. */
export function checkEnvelopeRequest(response: Element, { requestId, checks }: ReadResponseOptions): void {
  const found = attributeOf(response, 'InResponseTo')
  if (found !== null && found !== requestId) {
    checks.refuse('saml-in-response-to', { element: 'Response', expected: requestId ?? '', found })
  }
}
