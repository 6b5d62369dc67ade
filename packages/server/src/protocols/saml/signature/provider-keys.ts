import type { KeyObject } from 'node:crypto'

import type { Checks } from '../../../kit/checks/checks.ts'
import { readKey as parseKey, type KeyContent } from '../../../kit/keys/read-key.ts'
import type { CertificateSlot, SamlPeer } from '../types.ts'
import { rsaBitsMax, rsaBitsMin } from '@portico/core/contract'

/** A key that may vouch for this provider, and the certificate it came in. */
export type ProviderKey = {
  readonly slot: CertificateSlot
  readonly certificate: KeyContent
  readonly publicKey: KeyObject
}

const keysMax = 16

/** The usable keys of the provider's row; fails when there is none, because then nothing can be verified. */
export function providerKeys(
  { certificates, readKey = parseKey }: Pick<SamlPeer, 'certificates' | 'readKey'>,
  checks: Checks,
): readonly [ProviderKey, ...ProviderKey[]] {
  const faults: string[] = []
  const keys = certificates.slice(0, keysMax).flatMap(({ slot, pem }): ProviderKey[] => {
    const certificate = readKey(pem)
    const fault = faultOf(certificate)
    if (fault !== undefined) faults.push(`${slot}: ${fault}`)
    return fault !== undefined || typeof certificate === 'string'
      ? []
      : [{ slot, certificate, publicKey: certificate.publicKey }]
  })
  const [first, ...others] = keys
  if (first === undefined) {
    return checks.refuse('saml-certificate-none', { configured: certificates.length, faults: faults.join(', ') })
  }
  return [first, ...others]
}

function faultOf(certificate: ReturnType<typeof parseKey>): string | undefined {
  if (typeof certificate === 'string') return certificate
  if (certificate.keyType !== 'rsa') return `${certificate.keyType} key`
  if (certificate.bits < rsaBitsMin || certificate.bits > rsaBitsMax) return `RSA ${certificate.bits}`
  return (certificate.publicKey.asymmetricKeyDetails?.publicExponent ?? 0n) < 3n ? 'exponent' : undefined
}
