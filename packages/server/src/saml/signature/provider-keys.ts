import type { KeyObject } from 'node:crypto'

import type { Checks } from '../../checks/checks.ts'
import { readCertificate, type CertificateContent } from '../certificates/read-certificate.ts'
import type { CertificateSlot, SamlPeer } from '../types.ts'

/** A key that may vouch for this provider, and the certificate it came in. */
export type ProviderKey = {
  readonly slot: CertificateSlot
  readonly certificate: CertificateContent
  readonly publicKey: KeyObject
}

export const rsaBitsMin = 2048
/** Verifying with a longer key is work that a signature can ask for at will. */
const rsaBitsMax = 8192
const keysMax = 16

/** The usable keys of the provider's row; refuses where there is none, since then nothing can be verified. */
export function providerKeys(
  peer: Pick<SamlPeer, 'certificates'>,
  checks: Checks,
): readonly [ProviderKey, ...ProviderKey[]] {
  const faults: string[] = []
  const keys = peer.certificates.slice(0, keysMax).flatMap(({ slot, pem }): ProviderKey[] => {
    const certificate = readCertificate(pem)
    const fault = faultOf(certificate)
    if (fault !== undefined) faults.push(`${slot}: ${fault}`)
    return fault !== undefined || typeof certificate === 'string'
      ? []
      : [{ slot, certificate, publicKey: certificate.publicKey }]
  })
  const [first, ...others] = keys
  if (first === undefined) {
    return checks.refuse('saml-certificate-none', { configured: peer.certificates.length, faults: faults.join(', ') })
  }
  return [first, ...others]
}

function faultOf(certificate: ReturnType<typeof readCertificate>): string | undefined {
  if (typeof certificate === 'string') return certificate
  if (certificate.keyType !== 'rsa') return `${certificate.keyType} key`
  if (certificate.bits < rsaBitsMin || certificate.bits > rsaBitsMax) return `RSA ${certificate.bits}`
  return (certificate.publicKey.asymmetricKeyDetails?.publicExponent ?? 0n) < 3n ? 'exponent' : undefined
}
