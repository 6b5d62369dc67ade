import type { Checks } from '../../../kit/checks/checks.ts'
import type { ReadResponseOptions } from '../types.ts'
import type { ProviderKey } from './provider-keys.ts'

type At = Pick<ReadResponseOptions, 'peer' | 'nowMs' | 'checks'>

/** A bare key has no dates. An expired certificate passes, with a warning, during an administrator's extension. */
export function checkCertificateDates(key: ProviderKey, { peer, nowMs, checks }: At): void {
  const { notBefore, notAfter } = key.certificate
  const evidence = certificateEvidence(key)
  if (notBefore !== null && nowMs < notBefore.getTime()) checks.refuse('saml-certificate-early', evidence)
  if (notAfter === null || nowMs <= notAfter.getTime()) return checks.passed('certificate', evidence)
  const extendedUntil = peer.extensions.get(key.certificate.fingerprint) ?? 0
  if (nowMs >= extendedUntil) checks.refuse('saml-certificate-expired', evidence)
  checks.warned('saml-certificate-extended', { ...evidence, extendedUntil: new Date(extendedUntil).toISOString() })
}

/** Whether the dates would pass, extension included. */
export function isUsable(key: ProviderKey, { peer, nowMs }: Pick<At, 'peer' | 'nowMs'>): boolean {
  const { notBefore, notAfter, fingerprint } = key.certificate
  if (notBefore !== null && nowMs < notBefore.getTime()) return false
  return notAfter === null || nowMs <= notAfter.getTime() || nowMs < (peer.extensions.get(fingerprint) ?? 0)
}

function certificateEvidence({ slot, certificate }: ProviderKey): Parameters<Checks['passed']>[1] & object {
  return {
    slot,
    fingerprint: certificate.fingerprint,
    ...(certificate.subject === null ? {} : { subject: certificate.subject }),
    ...(certificate.notBefore === null ? {} : { notBefore: certificate.notBefore.toISOString() }),
    ...(certificate.notAfter === null ? {} : { notAfter: certificate.notAfter.toISOString() }),
  }
}
