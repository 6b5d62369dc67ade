import type { WordId } from '@portico/core/contract'

import { readKey, type KeyContent } from '../../kit/keys/read-key.ts'
import { rsaBitsMax, rsaBitsMin } from '@portico/core/contract'

/** A signing certificate or bare key of a provider, good enough to be trusted; otherwise what is wrong with it. */
export function checkCertificate(pem: string): KeyContent | WordId {
  const content = readKey(pem)
  if (content === 'private') return 'CERTIFICATE_PRIVATE'
  if (content === 'several') return 'KEY_SEVERAL'
  if (content === 'unreadable') return 'CERTIFICATE_UNREADABLE'
  const exponent = content.publicKey.asymmetricKeyDetails?.publicExponent ?? 0n
  const strong = content.keyType === 'rsa' && content.bits >= rsaBitsMin && content.bits <= rsaBitsMax && exponent >= 3n
  return strong ? content : 'CERTIFICATE_WEAK'
}
