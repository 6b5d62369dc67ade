import { deflateRawSync } from 'node:zlib'

import type { SamlBinding } from '../config/shape.ts'
import type { SigningKeys } from './make-certificate.ts'
import { type Hash, signQuery, signXml } from './signatures.ts'

/** What a browser takes to a service provider: an address to go to, or a form to post. */
export type Outgoing = { to: string } | { action: string; fields: Record<string, string> }

/** A request or an answer on its way; `keys` undefined: unsigned. */
export function outgoing(
  {
    binding,
    url,
    kind,
    text,
    relayState,
  }: {
    binding: SamlBinding
    url: string
    kind: 'SAMLRequest' | 'SAMLResponse'
    text: string
    relayState: string | undefined
  },
  keys: SigningKeys | undefined,
  hash: Hash,
): Outgoing {
  if (binding === 'post') {
    const signed = keys === undefined ? text : signXml(text, keys, hash)
    const message = { [kind]: Buffer.from(signed).toString('base64') }
    return { action: url, fields: relayState === undefined ? message : { ...message, RelayState: relayState } }
  }
  const encoded = encodeURIComponent(deflateRawSync(text).toString('base64'))
  const state = relayState === undefined ? '' : `&RelayState=${encodeURIComponent(relayState)}`
  const query = `${kind}=${encoded}${state}`
  const separator = url.includes('?') ? '&' : '?'
  return { to: `${url}${separator}${keys === undefined ? query : signQuery(query, keys, hash)}` }
}
