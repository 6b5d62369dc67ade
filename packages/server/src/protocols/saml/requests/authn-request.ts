import { nameIdFormatUrns } from '@portico/core/contract'

import { bindings, ns } from '../names.ts'
import type { Outgoing, SamlPeer, SamlSelf } from '../types.ts'
import { xmlElement, xmlText } from '../xml/write.ts'
import { outgoing } from './outgoing.ts'

/** A signed AuthnRequest (core 3.4.1) by the provider's binding. `id` is `_` and hexadecimal digits, fresh for each. */
export function buildAuthnRequest(o: {
  peer: SamlPeer
  self: SamlSelf
  id: string
  relayState: string
  forceAuthn?: boolean | undefined
  nowMs: number
}): Outgoing {
  const { peer, self } = o
  const xml = xmlElement(
    'samlp:AuthnRequest',
    {
      'xmlns:samlp': ns.protocol,
      'xmlns:saml': ns.assertion,
      ID: o.id,
      Version: '2.0',
      IssueInstant: new Date(o.nowMs).toISOString(),
      Destination: peer.ssoUrl,
      ForceAuthn: o.forceAuthn === true ? 'true' : undefined,
      ProtocolBinding: bindings.post,
      AssertionConsumerServiceURL: self.acsUrl,
    },
    xmlElement('saml:Issuer', {}, xmlText(self.entityId)),
    nameIdPolicy(peer),
    requestedContext(peer),
  )
  return outgoing({
    parameter: 'SAMLRequest',
    xml,
    binding: peer.ssoBinding,
    address: peer.ssoUrl,
    relayState: o.relayState,
    signing: self.signing,
  })
}

function nameIdPolicy(peer: SamlPeer): string {
  if (peer.omitNameIdPolicy) return ''
  return xmlElement('samlp:NameIDPolicy', { Format: nameIdFormatUrns[peer.nameIdFormat], AllowCreate: 'true' })
}

function requestedContext({ requestedAuthnContext: asked }: SamlPeer): string {
  if (asked === undefined || asked.classes.length === 0) return ''
  const classes = asked.classes.map((one) => xmlElement('saml:AuthnContextClassRef', {}, xmlText(one)))
  return xmlElement('samlp:RequestedAuthnContext', { Comparison: asked.comparison }, ...classes)
}
