import { verify } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'

import { decodeBase64 } from '../base64.ts'
import { readMessage, type Message } from '../message.ts'
import { deflateEncoding, signatureDigests } from '../names.ts'
import { isUsable } from '../signature/certificate-dates.ts'
import { providerKeys, type ProviderKey } from '../signature/provider-keys.ts'
import type { ReadLogoutOptions } from '../types.ts'
import { inflatedBytesMax } from '../xml/bounds.ts'
import { readQuery, type SignedQuery } from './query.ts'

export type RedirectMessage = {
  readonly message: Message
  /** The key of the provider that signed the query; undefined: it came unsigned. */
  readonly key: ProviderKey | undefined
  readonly relayState: string | null
}

/** A message of the redirect binding (bindings 3.4), its signature verified if it has one. */
export function readRedirect(
  rawQuery: string,
  parameter: 'SAMLRequest' | 'SAMLResponse',
  o: ReadLogoutOptions,
): RedirectMessage {
  const { checks } = o
  const query = readQuery(rawQuery, checks)
  if (query.values.has(parameter === 'SAMLRequest' ? 'SAMLResponse' : 'SAMLRequest')) {
    checks.refuse('saml-message-forbidden', { what: 'a request and a response' })
  }
  const encoding = query.values.get('SAMLEncoding') ?? deflateEncoding
  if (encoding !== deflateEncoding) checks.refuse('saml-message-forbidden', { what: encoding })
  const packed = query.values.get(parameter) ?? ''
  if (packed === '') checks.refuse('saml-message-missing')
  return {
    message: readMessage(inflate(packed, o), checks),
    key: verifyQuery(query, parameter, o),
    relayState: query.values.get('RelayState') ?? null,
  }
}

function inflate(packed: string, { checks }: ReadLogoutOptions): Buffer {
  if (packed.length > inflatedBytesMax) checks.refuse('saml-message-too-large', { bytesMax: inflatedBytesMax })
  const bytes = decodeBase64(packed) ?? checks.refuse('saml-message-unreadable', { what: 'base64' })
  try {
    return inflateRawSync(bytes, { maxOutputLength: inflatedBytesMax })
  } catch (error) {
    if (error instanceof RangeError) return checks.refuse('saml-message-too-large', { bytesMax: inflatedBytesMax })
    return checks.refuse('saml-message-unreadable', { what: 'DEFLATE' })
  }
}

function verifyQuery(
  { raw, values }: SignedQuery,
  parameter: 'SAMLRequest' | 'SAMLResponse',
  o: ReadLogoutOptions,
): ProviderKey | undefined {
  const { checks } = o
  const algorithm = values.get('SigAlg')
  const signature = values.get('Signature')
  if (algorithm === undefined && signature === undefined) return undefined
  if (algorithm === undefined || signature === undefined)
    return checks.refuse('saml-signature-layout', { what: 'query' })
  const digest = signatureDigests.get(algorithm)
  if (digest === undefined) return checks.refuse('saml-signature-algorithm', { element: 'SigAlg', found: algorithm })
  const signed = ([parameter, 'RelayState', 'SigAlg'] as const).flatMap((name) => raw.get(name) ?? []).join('&')
  const bytes = decodeBase64(signature) ?? checks.refuse('saml-signature-layout', { what: 'Signature' })
  const matching = providerKeys(o.peer, checks).filter((key) =>
    verify(digest, Buffer.from(signed), key.publicKey, bytes),
  )
  return (
    matching.find((key) => isUsable(key, o)) ??
    matching[0] ??
    checks.refuse('saml-signature-wrong', { element: 'query', part: 'signature' })
  )
}
