import { X509Certificate } from 'node:crypto'

import type { KeyContent } from '../../../kit/keys/read-key.ts'
import { minuteOf } from '../../../kit/words/say.ts'
import { certificateSlots } from '../certificate-facts.ts'
import { checkCertificate } from '../check-certificate.ts'
import type { SamlProvider } from '../queries.ts'
import { urgency } from './azure.ts'
import { found, type Found, type LintSubject } from './finding.ts'

const dayMs = 86_400_000

/** Both signing certificates of a SAML provider: their days, their keys. */
export function lintCertificates(
  { config }: SamlProvider,
  { nowMs, extendedUntil }: Pick<LintSubject, 'nowMs' | 'extendedUntil'>,
): Found[] {
  const all = certificateSlots.flatMap((slot) => {
    const pem = config[`signingCertificate${slot}`]
    return pem === undefined ? [] : [{ field: `signingCertificate${slot}`, content: checkCertificate(pem) }]
  })
  return all.flatMap(({ field, content }) => {
    if (typeof content === 'string') return [found('error', 'certificate-weak', field)]
    if (content.kind === 'key') return [found('note', 'key-without-days', field)]
    // Another one that goes on working makes an end harmless, and its new one may be early.
    const covered = all.some(
      (one) => typeof one.content !== 'string' && one.content !== content && works(one.content, nowMs),
    )
    return [...daysOf(content, field, { nowMs, extendedUntil, covered }), ...hashOf(content, field)]
  })
}

function works({ notBefore, notAfter }: KeyContent, nowMs: number): boolean {
  if (notBefore === null || notAfter === null) return true
  return notBefore.getTime() <= nowMs && urgency((notAfter.getTime() - nowMs) / dayMs) === undefined
}

function daysOf(
  { notBefore, notAfter, fingerprint }: KeyContent,
  field: string,
  at: Pick<LintSubject, 'nowMs' | 'extendedUntil'> & { covered: boolean },
): Found[] {
  if (notBefore === null || notAfter === null) return []
  const eased = (severity: Found['severity']) => (at.covered ? 'note' : severity)
  if (notBefore.getTime() > at.nowMs)
    return [found(eased('error'), 'certificate-early', field, { day: minuteOf(notBefore) })]
  const day = minuteOf(notAfter)
  const days = Math.floor((notAfter.getTime() - at.nowMs) / dayMs)
  if (days >= 0) {
    const severity = urgency(days)
    return severity === undefined ? [] : [found(eased(severity), 'certificate-ends', field, { day, days })]
  }
  const until = at.extendedUntil.get(fingerprint)
  return until !== undefined && until.getTime() > at.nowMs
    ? [found('warning', 'certificate-extended', field, { day, until: minuteOf(until) })]
    : [found(eased('error'), 'certificate-over', field, { day })]
}

/** sha1WithRSAEncryption (RFC 8017 appendix C) in DER. */
const sha1Oid = Buffer.from('06092a864886f70d010105', 'hex')

function hashOf({ pem }: KeyContent, field: string): Found[] {
  return new X509Certificate(pem).raw.includes(sha1Oid) ? [found('note', 'certificate-sha1', field)] : []
}
