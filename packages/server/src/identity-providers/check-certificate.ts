import type { WordId } from '@portico/core/contract'

import { readCertificate, type CertificateContent } from '../saml/certificates/read-certificate.ts'
import { rsaBitsMax, rsaBitsMin } from '../service-accounts/keys.ts'

/** A signing certificate or bare key of a provider, good enough to be trusted; otherwise what is wrong with it. */
export function checkCertificate(pem: string): CertificateContent | WordId {
  const content = readCertificate(pem)
  if (content === 'private') return 'CERTIFICATE_PRIVATE'
  if (content === 'unreadable') return 'CERTIFICATE_UNREADABLE'
  const exponent = content.publicKey.asymmetricKeyDetails?.publicExponent ?? 0n
  const strong = content.keyType === 'rsa' && content.bits >= rsaBitsMin && content.bits <= rsaBitsMax && exponent >= 3n
  return strong ? content : 'CERTIFICATE_WEAK'
}
