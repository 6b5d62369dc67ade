import { bearer, ns } from '../names.ts'
import { isOver, skewEvidence, timeOf, type TimeContext } from '../time.ts'
import type { ReadResponseOptions } from '../types.ts'
import { attributeOf, childrenNamed, onlyChild } from '../xml/read.ts'

type Confirmation = {
  readonly recipient: string
  readonly inResponseTo: string | null
  readonly notOnOrAfterMs: number
}

/**
 * Bearer confirmation (profiles 4.1.4.3): at least one names this address, answers this request and has not expired.
 * It must not contain `NotBefore`. Returns its NotOnOrAfter in ms; of several the latest.
 */
export function checkConfirmation(
  subject: Element | undefined,
  o: ReadResponseOptions & TimeContext,
): { untilMs: number } {
  const { checks, self } = o
  const all = subject === undefined ? [] : childrenNamed(subject, ns.assertion, 'SubjectConfirmation')
  const bearers = all.flatMap((confirmation) => readBearer(confirmation, o))
  if (bearers.length === 0) checks.refuse('saml-confirmation', { found: methodsOf(all) })
  const here = bearers.filter((one) => one.recipient === self.acsUrl)
  if (here.length === 0) {
    checks.refuse('saml-recipient', { expected: self.acsUrl, found: bearers.map((one) => one.recipient).join(' ') })
  }
  checks.passed('confirmation', { recipient: self.acsUrl })
  const answering = here.filter((one) => one.inResponseTo === o.requestId)
  if (answering.length === 0) {
    checks.refuse('saml-in-response-to', {
      element: 'SubjectConfirmationData',
      expected: o.requestId ?? '',
      found: here.map((one) => one.inResponseTo ?? '').join(' '),
    })
  }
  checks.passed('in-response-to', { requestId: o.requestId ?? '' })
  const untilMs = Math.max(...answering.map((one) => one.notOnOrAfterMs))
  if (isOver(untilMs, o))
    checks.refuse('saml-too-late', skewEvidence(untilMs, 'SubjectConfirmationData NotOnOrAfter', o))
  return { untilMs }
}

function readBearer(confirmation: Element, { checks }: ReadResponseOptions): Confirmation[] {
  if (attributeOf(confirmation, 'Method') !== bearer) return []
  const data = onlyChild(confirmation, ns.assertion, 'SubjectConfirmationData')
  if (data === undefined || attributeOf(data, 'NotBefore') !== null) return []
  const recipient = attributeOf(data, 'Recipient')
  const notOnOrAfterMs = timeOf(data, 'NotOnOrAfter', checks)
  if (recipient === null || notOnOrAfterMs === null) return []
  return [{ recipient, notOnOrAfterMs, inResponseTo: attributeOf(data, 'InResponseTo') }]
}

function methodsOf(confirmations: readonly Element[]): string {
  return confirmations.map((one) => attributeOf(one, 'Method') ?? '').join(' ')
}
