import { X509Certificate } from 'node:crypto'

import { daysUntil, expiringDays, keySummary, pemOrText, type CertificateFacts, type Words } from '@portico/core'

import { pemFingerprint } from '../../../kit/keys/pem-fingerprint.ts'
import { relativeTime } from '../../../kit/output/cell.ts'

export type CertificateText = { readonly text: string; readonly warning: string | undefined }

/** A certificate in one line. `facts`: the server's, if the certificate is stored unchanged; a new one is parsed here. */
export function certificateText(
  pem: string,
  facts: CertificateFacts | undefined,
  { now, words }: { now: number; words: Words },
): CertificateText {
  const read = facts ?? factsOf(pem)
  if (read === undefined) return { text: pemFingerprint(pem) ?? keySummary(pem), warning: undefined }
  const { notBefore, notAfter, extendedUntil } = read
  const added = read.addedAt == null ? [] : [words.say('tui.added', { when: relativeTime(read.addedAt, now, words) })]
  if (notAfter === null) return { text: [words.say('certificate.noEnd'), ...added].join(' '), warning: undefined }
  const date = notAfter.slice(0, 10)
  // Times first: a subject may be longer than the window.
  const whose = read.subject ?? pemFingerprint(pem) ?? keySummary(pem)
  const text = [words.say('tui.until', { date }), ...added, whose].join(', ')
  if (Date.parse(notAfter) > now) {
    if (notBefore !== null && Date.parse(notBefore) > now)
      return { text, warning: words.say('certificate.early', { date: notBefore.slice(0, 10) }) }
    const days = daysUntil(notAfter, now)
    return { text, warning: days > expiringDays ? undefined : words.say('certificate.valid', { date, days }) }
  }
  if (extendedUntil === null || Date.parse(extendedUntil) <= now)
    return { text, warning: words.say('certificate.expired', { date }) }
  return { text, warning: words.say('certificate.extendedTill', { date, until: dayAndTime(extendedUntil) }) }
}

/** `2026-11-24 12:00 UTC`: a time that people compare with their clock. */
export function dayAndTime(time: string): string {
  const iso = new Date(time).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

type Facts = Pick<CertificateFacts, 'subject' | 'notBefore' | 'notAfter' | 'extendedUntil' | 'addedAt'>

function factsOf(text: string): Facts | undefined {
  const pem = pemOrText(text)
  if (!pem.includes('BEGIN CERTIFICATE')) return undefined
  try {
    const { subject, validFrom, validTo } = new X509Certificate(pem)
    return {
      subject: subject.split('\n').join(', '),
      notBefore: new Date(validFrom).toISOString(),
      notAfter: new Date(validTo).toISOString(),
      extendedUntil: null,
    }
  } catch {
    return undefined
  }
}
