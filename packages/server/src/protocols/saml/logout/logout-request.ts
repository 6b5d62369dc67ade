import { ns, numberedPrefixes, usualPrefixes, type Prefixes } from '../names.ts'
import { outgoing } from '../requests/outgoing.ts'
import { partOpener } from '../response/encrypted-parts.ts'
import { readNameId, readSessionIndexes } from '../response/statements.ts'
import { signEnveloped } from '../signature/sign.ts'
import { checkNotOnOrAfter, timeOf } from '../time.ts'
import type { OpenedMessage } from '../opened.ts'
import type { Outgoing, ReadLogoutOptions, SamlLogoutRequest, SamlNameId, SamlPeer, SamlSelf } from '../types.ts'
import { logoutBounds } from '../xml/bounds.ts'
import { xmlElement, xmlText } from '../xml/write.ts'
import { readLogoutMessage } from './read-message.ts'
import { soapEnvelope } from './soap.ts'

const requestLifeMs = 300_000

/**
 * A signed LogoutRequest (core 3.7.1) for one session. The NameID is sent verbatim with its qualifiers and the
 * session index, which ADFS requires. The caller has checked that the provider has a logout address.
 */
export function buildLogoutRequest(o: {
  peer: SamlPeer
  self: SamlSelf
  id: string
  nameId: SamlNameId
  sessionIndex: string | null
  relayState: string | null
  nowMs: number
}): Outgoing {
  const { peer, self } = o
  if (peer.sloUrl === undefined) throw new Error('this provider has no address for logout')
  return outgoing({
    parameter: 'SAMLRequest',
    xml: logoutRequestXml({ ...o, address: peer.sloUrl }, usualPrefixes),
    binding: peer.sloBinding,
    address: peer.sloUrl,
    relayState: o.relayState,
    signing: self.signing,
  })
}

type LogoutRequest = {
  readonly self: SamlSelf
  /** Where it goes. */
  readonly address: string
  readonly id: string
  readonly nameId: SamlNameId
  readonly sessionIndex: string | null
  readonly nowMs: number
}

/** The same for the SOAP binding, with an enveloped signature. */
export function buildSoapLogoutRequest(o: LogoutRequest): string {
  return soapEnvelope(signEnveloped(logoutRequestXml(o, numberedPrefixes), o.self.signing, numberedPrefixes))
}

function logoutRequestXml(o: LogoutRequest, { protocol, assertion }: Prefixes): string {
  const { self, nameId } = o
  return xmlElement(
    `${protocol}:LogoutRequest`,
    {
      [`xmlns:${protocol}`]: ns.protocol,
      [`xmlns:${assertion}`]: ns.assertion,
      ID: o.id,
      Version: '2.0',
      IssueInstant: new Date(o.nowMs).toISOString(),
      Destination: o.address,
      NotOnOrAfter: new Date(o.nowMs + requestLifeMs).toISOString(),
    },
    xmlElement(`${assertion}:Issuer`, {}, xmlText(self.entityId)),
    xmlElement(
      `${assertion}:NameID`,
      {
        NameQualifier: nameId.nameQualifier ?? undefined,
        SPNameQualifier: nameId.spNameQualifier ?? undefined,
        Format: nameId.format ?? undefined,
      },
      xmlText(nameId.value),
    ),
    o.sessionIndex === null ? '' : xmlElement(`${protocol}:SessionIndex`, {}, xmlText(o.sessionIndex)),
  )
}

/** A LogoutRequest of the provider. Unsigned ones are rejected: anyone could end another person's session. */
export function readLogoutRequest(opened: OpenedMessage, o: ReadLogoutOptions): SamlLogoutRequest {
  const { checks, peer } = o
  const { root, id, key } = readLogoutMessage(opened, 'LogoutRequest', o)
  if (key === undefined) return checks.refuse('saml-signature-missing')
  const until = timeOf(root, 'NotOnOrAfter', checks)
  if (until !== null) checkNotOnOrAfter(until, 'LogoutRequest NotOnOrAfter', o)
  checks.passed('time')
  return {
    id,
    issuer: peer.entityId,
    nameId: readNameId(root, partOpener(o, logoutBounds)) ?? checks.refuse('subject-missing'),
    sessionIndexes: readSessionIndexes(root),
    relayState: opened.relayState,
    signedBy: { slot: key.slot, fingerprint: key.certificate.fingerprint },
  }
}
