import { ns, numberedPrefixes, statusPrefix, usualPrefixes, type Prefixes } from '../names.ts'
import { outgoing } from '../requests/outgoing.ts'
import { readStatus } from '../response/envelope.ts'
import { signEnveloped } from '../signature/sign.ts'
import type { OpenedMessage } from '../opened.ts'
import type { LogoutOutcome, Outgoing, ReadLogoutOptions, SamlLogoutResponse, SamlPeer, SamlSelf } from '../types.ts'
import { attributeOf } from '../xml/read.ts'
import { xmlElement, xmlText } from '../xml/write.ts'
import { readLogoutMessage } from './read-message.ts'
import { soapEnvelope } from './soap.ts'

/** The signed answer to a LogoutRequest of the provider, to its response address if it has one. */
export function buildLogoutResponse(o: {
  peer: SamlPeer
  self: SamlSelf
  id: string
  inResponseTo: string
  relayState: string | null
  nowMs: number
  status: LogoutOutcome
}): Outgoing {
  const { peer, self } = o
  const address = peer.sloResponseUrl ?? peer.sloUrl
  if (address === undefined) throw new Error('this provider has no address for logout')
  return outgoing({
    parameter: 'SAMLResponse',
    xml: logoutResponseXml(o, usualPrefixes, address),
    binding: peer.sloBinding,
    address,
    relayState: o.relayState,
    signing: self.signing,
  })
}

type LogoutResponse = {
  readonly self: SamlSelf
  readonly id: string
  readonly inResponseTo: string
  readonly nowMs: number
  readonly status: LogoutOutcome
}

/** The same for the SOAP binding, with an enveloped signature: it goes where the request came from. */
export function buildSoapLogoutResponse(o: LogoutResponse): string {
  return soapEnvelope(signEnveloped(logoutResponseXml(o, numberedPrefixes), o.self.signing, numberedPrefixes))
}

function logoutResponseXml(o: LogoutResponse, { protocol, assertion }: Prefixes, address?: string): string {
  return xmlElement(
    `${protocol}:LogoutResponse`,
    {
      [`xmlns:${protocol}`]: ns.protocol,
      [`xmlns:${assertion}`]: ns.assertion,
      ID: o.id,
      Version: '2.0',
      IssueInstant: new Date(o.nowMs).toISOString(),
      Destination: address,
      InResponseTo: o.inResponseTo,
    },
    xmlElement(`${assertion}:Issuer`, {}, xmlText(o.self.entityId)),
    xmlElement(`${protocol}:Status`, {}, statusCode(o.status, `${protocol}:StatusCode`)),
  )
}

/** The provider's answer to our LogoutRequest. It may be unsigned and is then marked; a present signature must verify. */
export function readLogoutResponse(opened: OpenedMessage, o: ReadLogoutOptions): SamlLogoutResponse {
  const { root, key } = readLogoutMessage(opened, 'LogoutResponse', o)
  o.checks.passed('time')
  const status = readStatus(root) ?? o.checks.refuse('saml-status', { status: '', nested: '', message: '' })
  return {
    inResponseTo: attributeOf(root, 'InResponseTo'),
    status,
    signed: key !== undefined,
    relayState: opened.relayState,
  }
}

/** Core 3.7.3.2: the session here is over, and PartialLogout says that others may not be. */
function statusCode(status: LogoutOutcome, name: string): string {
  if (status !== 'PartialLogout') return xmlElement(name, { Value: `${statusPrefix}${status}` })
  const nested = xmlElement(name, { Value: `${statusPrefix}PartialLogout` })
  return xmlElement(name, { Value: `${statusPrefix}Success` }, nested)
}
