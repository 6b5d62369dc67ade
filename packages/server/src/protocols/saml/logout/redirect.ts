import { inflateRawSync } from 'node:zlib'

import type { Checks } from '../../../kit/checks/checks.ts'
import { decodeBase64 } from '../../../kit/keys/base64.ts'
import { readMessage, type Message } from '../message.ts'
import { deflateEncoding } from '../names.ts'
import { isUsable } from '../signature/certificate-dates.ts'
import { isSignedBy, methodNamed } from '../signature/methods.ts'
import { providerKeys, type ProviderKey } from '../signature/provider-keys.ts'
import type { ReadLogoutOptions } from '../types.ts'
import type { XmlBounds } from '../xml/bounds.ts'
import { readQuery, type SignedQuery } from './query.ts'

export type RedirectMessage = {
  readonly message: Message
  readonly relayState: string | null
  readonly query: SignedQuery
}

export type MessageParameter = 'SAMLRequest' | 'SAMLResponse'

/** A message of the redirect binding (bindings 3.4), before anything is verified. */
export function openRedirect(
  rawQuery: string,
  { parameter, bounds }: { readonly parameter: MessageParameter; readonly bounds: XmlBounds },
  checks: Checks,
): RedirectMessage {
  const query = readQuery(rawQuery, checks)
  if (query.values.has(parameter === 'SAMLRequest' ? 'SAMLResponse' : 'SAMLRequest')) {
    checks.refuse('saml-message-forbidden', { what: 'a request and a response' })
  }
  const encoding = query.values.get('SAMLEncoding') ?? deflateEncoding
  if (encoding !== deflateEncoding) checks.refuse('saml-message-forbidden', { what: encoding })
  const packed = query.values.get(parameter) ?? ''
  if (packed === '') checks.refuse('saml-message-missing')
  return {
    message: readMessage({ bytes: inflate(packed, bounds, checks) }, bounds, checks),
    relayState: query.values.get('RelayState') ?? null,
    query,
  }
}

function inflate(packed: string, { bytesMax }: XmlBounds, checks: Checks): Buffer {
  if (packed.length > bytesMax * 1.5) checks.refuse('saml-message-too-large', { bytesMax })
  const bytes = decodeBase64(packed) ?? checks.refuse('saml-message-unreadable', { what: 'base64' })
  try {
    return inflateRawSync(bytes, { maxOutputLength: bytesMax })
  } catch (error) {
    if (error instanceof RangeError) return checks.refuse('saml-message-too-large', { bytesMax })
    return checks.refuse('saml-message-unreadable', { what: 'DEFLATE' })
  }
}

/** The key that signed the query; undefined: it came unsigned. */
export function verifyQuery(
  { raw, values }: SignedQuery,
  parameter: MessageParameter,
  o: ReadLogoutOptions,
): ProviderKey | undefined {
  const { checks } = o
  const algorithm = values.get('SigAlg')
  const signature = values.get('Signature')
  if (algorithm === undefined && signature === undefined) return undefined
  if (algorithm === undefined || signature === undefined)
    return checks.refuse('saml-signature-layout', { what: 'query' })
  const method = methodNamed(algorithm)
  if (method === undefined) return checks.refuse('saml-signature-algorithm', { element: 'SigAlg', found: algorithm })
  const signed = ([parameter, 'RelayState', 'SigAlg'] as const).flatMap((name) => raw.get(name) ?? []).join('&')
  const bytes = decodeBase64(signature) ?? checks.refuse('saml-signature-layout', { what: 'Signature' })
  const matching = providerKeys(o.peer, checks).filter((key) => isSignedBy(key.publicKey, method, signed, bytes))
  return (
    matching.find((key) => isUsable(key, o)) ??
    matching[0] ??
    checks.refuse('saml-signature-wrong', { element: 'query', part: 'signature' })
  )
}
