import { readPostedMessage } from '../message.ts'
import { ns } from '../names.ts'
import { checkIssuer, checkVersion, checkDestination } from '../response/envelope.ts'
import { checkCertificateDates } from '../signature/certificate-dates.ts'
import { readSignature } from '../signature/layout.ts'
import { providerKeys, type ProviderKey } from '../signature/provider-keys.ts'
import { verifyElement } from '../signature/verify.ts'
import { checkIssueInstant } from '../time.ts'
import type { LogoutMessage, ReadLogoutOptions } from '../types.ts'
import { messageBounds } from '../xml/bounds.ts'
import { attributeOf, isNamed } from '../xml/read.ts'
import { readRedirect } from './redirect.ts'
import { readSoapMessage } from './soap.ts'

export type LogoutParts = {
  /** Of a posted message that is signed: read from the bytes that were verified. */
  readonly root: Element
  readonly id: string
  readonly key: ProviderKey | undefined
  readonly relayState: string | null
}

/** What logout requests and responses have in common: shape, signature if there is one, issuer, destination, time. */
export function readLogoutMessage(
  message: LogoutMessage,
  kind: 'LogoutRequest' | 'LogoutResponse',
  o: ReadLogoutOptions,
): LogoutParts {
  const { checks, peer } = o
  const { root, key, relayState } = open(message, kind === 'LogoutRequest' ? 'SAMLRequest' : 'SAMLResponse', o)
  if (!isNamed(root, ns.protocol, kind)) checks.refuse('saml-message-unreadable', { what: root.localName })
  const id = checkVersion(root, o)
  checks.passed('message')
  if (key === undefined && kind === 'LogoutRequest') checks.refuse('saml-signature-missing')
  if (key !== undefined) {
    checks.passed('signature', { signed: kind })
    checkCertificateDates(key, o)
  }
  checkIssuer(root, key !== undefined, o)
  checks.passed('issuer', { issuer: peer.entityId })
  checkAddressed(message, root, key !== undefined, o)
  checkIssueInstant(root, o)
  return { root, id, key, relayState }
}

/** What comes by SOAP is on a connection that was opened for it: it may leave the address out, and some products name another one of ours. */
function checkAddressed(message: LogoutMessage, root: Element, isSigned: boolean, o: ReadLogoutOptions): void {
  const { sloUrl, sloSoapUrl = sloUrl } = o.self
  const found = attributeOf(root, 'Destination')
  const isSoap = message.binding === 'soap'
  const expected = isSoap && found !== sloUrl ? sloSoapUrl : sloUrl
  checkDestination(root, expected, isSigned && !(isSoap && found === null), o)
  o.checks.passed('destination', { destination: expected })
}

function open(
  message: LogoutMessage,
  parameter: 'SAMLRequest' | 'SAMLResponse',
  o: ReadLogoutOptions,
): Omit<LogoutParts, 'id'> {
  if (message.binding === 'redirect') {
    const { message: read, key, relayState } = readRedirect(message.rawQuery, parameter, o)
    return { root: read.root, key, relayState }
  }
  const isSoap = message.binding === 'soap'
  const relayState = isSoap ? null : (message.fields['RelayState'] ?? null)
  const posted = isSoap
    ? readSoapMessage(message.text, o.checks)
    : readPostedMessage(message.fields[parameter] ?? '', o.checks)
  const layout = readSignature(posted.root, o.checks)
  if (layout === undefined) return { root: posted.root, key: undefined, relayState }
  const keys = providerKeys(o.peer, o.checks)
  const { root, key } = verifyElement(layout, { ...o, keys, bounds: messageBounds })
  return { root, key, relayState }
}
