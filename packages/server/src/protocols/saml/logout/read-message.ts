import type { Checks } from '../../../kit/checks/checks.ts'
import { ns } from '../names.ts'
import { openMessage, type OpenedMessage } from '../opened.ts'
import { checkIssuer, checkVersion, checkDestination } from '../response/envelope.ts'
import { checkCertificateDates } from '../signature/certificate-dates.ts'
import type { ProviderKey } from '../signature/provider-keys.ts'
import { checkIssueInstant } from '../time.ts'
import type { LogoutMessage, ReadLogoutOptions } from '../types.ts'
import { logoutBounds } from '../xml/bounds.ts'
import { attributeOf, isNamed } from '../xml/read.ts'

/** Parses a logout message; `kind`: what it is taken for. */
export function openLogout(message: LogoutMessage, kind: 'request' | 'response', checks: Checks): OpenedMessage {
  const parameter = kind === 'request' ? 'SAMLRequest' : 'SAMLResponse'
  return openMessage(message, { parameter, bounds: logoutBounds }, checks)
}

export type LogoutParts = {
  /** For a signed posted message: parsed from the bytes that were verified. */
  readonly root: Element
  readonly id: string
  readonly key: ProviderKey | undefined
}

/** What logout requests and responses have in common: shape, signature if there is one, issuer, destination, time. */
export function readLogoutMessage(
  opened: OpenedMessage,
  kind: 'LogoutRequest' | 'LogoutResponse',
  o: ReadLogoutOptions,
): LogoutParts {
  const { checks, peer } = o
  const { root, key } = opened.verified(o) ?? { root: opened.root, key: undefined }
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
  checkAddressed(opened, root, key !== undefined, o)
  checkIssueInstant(root, o)
  return { root, id, key }
}

/** What comes by SOAP is on a connection that was opened for it: it may leave the address out, and some products name another one of ours. */
function checkAddressed({ binding }: OpenedMessage, root: Element, isSigned: boolean, o: ReadLogoutOptions): void {
  const { sloUrl, sloSoapUrl = sloUrl } = o.self
  const found = attributeOf(root, 'Destination')
  const isSoap = binding === 'soap'
  const expected = isSoap && found !== sloUrl ? sloSoapUrl : sloUrl
  checkDestination(root, expected, isSigned && !(isSoap && found === null), o)
  o.checks.passed('destination', { destination: expected })
}
