import type { Checks } from '../../../kit/checks/checks.ts'
import { bindings, ns } from '../names.ts'
import { openMessage, type OpenedMessage } from '../opened.ts'
import { checkDestination, checkIssuer, checkVersion } from '../response/envelope.ts'
import { checkCertificateDates } from '../signature/certificate-dates.ts'
import { checkIssueInstant } from '../time.ts'
import type { LogoutMessage, ReadLogoutOptions } from '../types.ts'
import { authnRequestBounds } from '../xml/bounds.ts'
import { attributeOf, childrenNamed, isNamed, trimmedTextOf } from '../xml/read.ts'

/** What a service provider asks for (core 3.4.1). */
export type SamlAuthnRequest = {
  readonly id: string
  /** null: the service provider leaves the choice to us. At most one of the two is set. */
  readonly acsUrl: string | null
  readonly acsIndex: number | null
  readonly forceAuthn: boolean
  readonly isPassive: boolean
  /** A format's URN; null: none is asked for. */
  readonly nameIdFormat: string | null
  readonly spNameQualifier: string | null
  /** null: none is asked for. */
  readonly requestedContext: { readonly comparison: string; readonly classes: readonly string[] } | null
  readonly relayState: string | null
}

/** Parses an authentication request. */
export function openAuthnRequest(message: LogoutMessage, checks: Checks): OpenedMessage {
  return openMessage(message, { parameter: 'SAMLRequest', bounds: authnRequestBounds }, checks)
}

/**
 * Checks the request of a service provider that is known now. A signature is verified wherever a certificate is known; with
 * `isSigned` a request without one is rejected. `destination`: our single sign-on address.
 */
export function readAuthnRequest(
  opened: OpenedMessage,
  o: ReadLogoutOptions & { readonly destination: string; readonly isSigned: boolean },
): SamlAuthnRequest {
  const { checks, peer } = o
  const verified = peer.certificates.length === 0 ? undefined : opened.verified(o)
  if (verified === undefined && o.isSigned) checks.refuse('saml-signature-missing')
  const root = verified?.root ?? opened.root
  if (!isNamed(root, ns.protocol, 'AuthnRequest')) checks.refuse('saml-message-unreadable', { what: root.localName })
  const id = checkVersion(root, o)
  checks.passed('message')
  if (verified !== undefined) {
    checks.passed('signature', { signed: 'AuthnRequest' })
    checkCertificateDates(verified.key, o)
  }
  checkIssuer(root, true, o)
  checks.passed('issuer', { issuer: peer.entityId })
  checkDestination(root, o.destination, verified !== undefined, o)
  checks.passed('destination', { destination: o.destination })
  checkIssueInstant(root, o)
  return { id, relayState: opened.relayState, ...consumerOf(root, checks), ...wishesOf(root, checks) }
}

/** Where the response is wanted. The answer uses only the POST binding (profiles 4.1.2 forbids redirects). */
function consumerOf(root: Element, checks: Checks): Pick<SamlAuthnRequest, 'acsUrl' | 'acsIndex'> {
  const wrong = (what: string) => checks.refuse('saml-message-unreadable', { what })
  const [acsUrl, binding] = [attributeOf(root, 'AssertionConsumerServiceURL'), attributeOf(root, 'ProtocolBinding')]
  const index = attributeOf(root, 'AssertionConsumerServiceIndex')
  if (binding !== null && binding !== bindings.post) wrong(`ProtocolBinding ${binding}`)
  if (index === null) return { acsUrl, acsIndex: null }
  if (acsUrl !== null) wrong('AssertionConsumerServiceIndex and AssertionConsumerServiceURL')
  return { acsUrl: null, acsIndex: /^\d{1,5}$/.test(index) ? Number(index) : wrong('AssertionConsumerServiceIndex') }
}

function wishesOf(root: Element, checks: Checks): Omit<SamlAuthnRequest, 'id' | 'relayState' | 'acsUrl' | 'acsIndex'> {
  const flag = (name: string) => ['true', '1'].includes(attributeOf(root, name) ?? '')
  const policies = childrenNamed(root, ns.protocol, 'NameIDPolicy')
  const contexts = childrenNamed(root, ns.protocol, 'RequestedAuthnContext')
  if (policies.length > 1 || contexts.length > 1) checks.refuse('saml-message-unreadable', { what: 'an element twice' })
  // A request about a named person asks us to compare (core 3.4.1.1), which we do not support.
  if (childrenNamed(root, ns.assertion, 'Subject').length > 0)
    checks.refuse('saml-message-forbidden', { what: 'Subject' })
  const [policy, context] = [policies[0], contexts[0]]
  return {
    forceAuthn: flag('ForceAuthn'),
    isPassive: flag('IsPassive'),
    nameIdFormat: policy === undefined ? null : attributeOf(policy, 'Format'),
    spNameQualifier: policy === undefined ? null : attributeOf(policy, 'SPNameQualifier'),
    requestedContext:
      context === undefined
        ? null
        : {
            comparison: attributeOf(context, 'Comparison') ?? 'exact',
            classes: childrenNamed(context, ns.assertion, 'AuthnContextClassRef').map(trimmedTextOf),
          },
  }
}
