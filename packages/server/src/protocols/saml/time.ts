import type { Evidence } from '@portico/core/contract'

import type { ReadLogoutOptions } from './types.ts'
import { attributeOf } from './xml/read.ts'

export type TimeContext = Pick<ReadLogoutOptions, 'peer' | 'nowMs' | 'checks'> & {
  /** When the provider says it made the message: it has only just arrived, so the rest is the difference of the clocks. */
  readonly issuedMs?: number | undefined
}

/** A message answers one of our requests, and an attempt lasts ten minutes (transactionSecs). */
const messageAgeSecsMax = 600

const dateTime = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d{1,12})?(Z|[+-]\d{2}:\d{2})?$/

/** xs:dateTime in ms; without a zone it is UTC (SAML core 1.3.3). undefined when invalid. */
export function readTime(text: string): number | undefined {
  const found = dateTime.exec(text)
  if (found === null) return undefined
  const ms = Date.parse(`${found[1]}${(found[2] ?? '').slice(0, 4)}${found[3] ?? 'Z'}`)
  return Number.isNaN(ms) ? undefined : ms
}

/** A time attribute in ms, null if absent; rejects invalid timestamps. */
export function timeOf(element: Element, name: string, checks: TimeContext['checks']): number | null {
  const text = attributeOf(element, name)
  if (text === null) return null
  return readTime(text) ?? checks.refuse('saml-message-unreadable', { what: name, found: text })
}

/** IssueInstant is required, and neither in the future nor older than an attempt can be, give or take the slack. */
export function checkIssueInstant(element: Element, at: TimeContext): void {
  const issuedMs = timeOf(element, 'IssueInstant', at.checks)
  const field = `${element.localName} IssueInstant`
  if (issuedMs === null) return at.checks.refuse('saml-message-unreadable', { what: field, found: '' })
  checkNotBefore(issuedMs, field, { ...at, issuedMs })
  const aged = { ...at, issuedMs, peer: { ...at.peer, slackSecs: messageAgeSecsMax + at.peer.slackSecs } }
  checkNotOnOrAfter(issuedMs, field, aged)
}

export function checkNotBefore(boundMs: number, field: string, at: TimeContext): void {
  if (boundMs - at.nowMs > at.peer.slackSecs * 1000)
    at.checks.refuse('saml-too-early', skewEvidence(boundMs, field, at))
}

export function checkNotOnOrAfter(boundMs: number, field: string, at: TimeContext): void {
  if (isOver(boundMs, at)) at.checks.refuse('saml-too-late', skewEvidence(boundMs, field, at))
}

export function isOver(boundMs: number, { nowMs, peer }: Pick<TimeContext, 'nowMs' | 'peer'>): boolean {
  return nowMs - boundMs >= peer.slackSecs * 1000
}

/**
 * `offBySecs`: how far our clock is after the bound (too late), or before it (too early). `clockOffSecs`: the apparent
 * difference between their clock and ours, which an administrator has to correct.
 */
export function skewEvidence(
  boundMs: number,
  field: string,
  { nowMs, peer, issuedMs }: Pick<TimeContext, 'nowMs' | 'peer' | 'issuedMs'>,
): Evidence {
  return {
    field,
    theirs: new Date(boundMs).toISOString(),
    ours: new Date(nowMs).toISOString(),
    offBySecs: Math.round(Math.abs(nowMs - boundMs) / 1000),
    slackSecs: peer.slackSecs,
    ...(issuedMs === undefined ? {} : { clockOffSecs: Math.round(Math.abs(nowMs - issuedMs) / 1000) }),
  }
}
