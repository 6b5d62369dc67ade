import { createHash } from 'node:crypto'

import { decodeBase64 } from '../../../kit/keys/base64.ts'
import { readKey } from '../../../kit/keys/read-key.ts'
import type { ReadResponseOptions } from '../types.ts'
import { isUsable } from './certificate-dates.ts'
import type { SignatureLayout } from './layout.ts'
import { isSignedBy } from './methods.ts'
import type { ProviderKey } from './provider-keys.ts'

export type KeyContext = Pick<ReadResponseOptions, 'peer' | 'nowMs' | 'checks'> & {
  readonly keys: readonly [ProviderKey, ...ProviderKey[]]
}

/**
 * KeyInfo decides which stored key to try first; then all are tried. Among certificates of one key, one with valid
 * dates is preferred, because a renewed certificate often keeps its key.
 */
export function keyThatVerifies(
  material: string,
  layout: SignatureLayout,
  context: KeyContext,
): ProviderKey | undefined {
  const named = new Set(layout.certificates.map((one) => fingerprintOf(one)))
  const first = context.keys.filter((key) => named.has(key.certificate.fingerprint))
  const inTurn = [...first, ...context.keys.filter((key) => !first.includes(key))]
  const found = inTurn.find((key) => isSignedBy(key.publicKey, layout.method, material, layout.value))
  if (found === undefined || isUsable(found, context)) return found
  return inTurn.find((key) => key.publicKey.equals(found.publicKey) && isUsable(key, context)) ?? found
}

/** Of a certificate in a message, which nothing has verified yet: it is not parsed. */
function fingerprintOf(base64: string): string | undefined {
  const der = decodeBase64(base64)
  return der && createHash('sha256').update(der).digest('hex')
}

/** Certificates of a message that are parsed to explain why no key verifies it. */
const explainedMax = 2

/** No stored key verifies this signature. If it carries an unknown certificate, that is the likely reason. */
export function refuseKey(layout: SignatureLayout, { keys, checks }: KeyContext): never {
  const ours = keys.map((key) => key.certificate.fingerprint)
  for (const base64 of layout.certificates.slice(0, explainedMax)) {
    const theirs = readKey(decodeBase64(base64) ?? Buffer.alloc(0))
    if (typeof theirs === 'string' || ours.includes(theirs.fingerprint)) continue
    if (keys.some((key) => key.publicKey.equals(theirs.publicKey))) continue
    checks.refuse('saml-certificate-other', {
      element: layout.signed.localName,
      fingerprint: theirs.fingerprint,
      subject: theirs.subject ?? '',
      notAfter: theirs.notAfter?.toISOString() ?? '',
      ours: ours.join(', '),
    })
  }
  return checks.refuse('saml-signature-wrong', { element: layout.signed.localName, part: 'signature' })
}
