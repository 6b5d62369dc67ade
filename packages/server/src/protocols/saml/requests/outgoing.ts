import { sign } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'

import type { SamlBinding } from '@portico/core/contract'

import { rsaSha256 } from '../names.ts'
import { signEnveloped } from '../signature/sign.ts'
import type { Outgoing, SamlSelf } from '../types.ts'

export type OutgoingMessage = {
  readonly parameter: 'SAMLRequest' | 'SAMLResponse'
  readonly xml: string
  readonly binding: SamlBinding
  readonly address: string
  /** An opaque token of at most 80 bytes (bindings 3.4.3); null leaves it out. */
  readonly relayState: string | null
  readonly signing: SamlSelf['signing']
}

/** Signs the message and packs it for its binding. */
export function outgoing(message: OutgoingMessage): Outgoing {
  return message.binding === 'redirect' ? byRedirect(message) : byPost(message)
}

/** Bindings 3.4.4.1: DEFLATE, and a signature over the query string itself, in this order. */
function byRedirect({ parameter, xml, address, relayState, signing }: OutgoingMessage): Outgoing {
  const signed = [
    `${parameter}=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`,
    ...(relayState === null ? [] : [`RelayState=${encodeURIComponent(relayState)}`]),
    `SigAlg=${encodeURIComponent(rsaSha256)}`,
  ].join('&')
  const signature = sign('sha256', Buffer.from(signed), signing.privateKey).toString('base64')
  const query = `${signed}&Signature=${encodeURIComponent(signature)}`
  return { kind: 'redirect', url: `${address}${joint(address)}${query}` }
}

/** A provider's address may already have a query. */
function joint(address: string): string {
  if (!address.includes('?')) return '?'
  return /[?&]$/.test(address) ? '' : '&'
}

/** Bindings 3.5.4: base64 of the message with an enveloped signature. */
function byPost({ parameter, xml, address, relayState, signing }: OutgoingMessage): Outgoing {
  return {
    kind: 'post',
    action: address,
    fields: {
      [parameter]: Buffer.from(signEnveloped(xml, signing)).toString('base64'),
      ...(relayState === null ? {} : { RelayState: relayState }),
    },
  }
}
