import { ns } from '../names.ts'
import { checkNotBefore, checkNotOnOrAfter, timeOf, type TimeContext } from '../time.ts'
import type { ReadResponseOptions } from '../types.ts'
import { childElements, childrenNamed, isNamed, onlyChild, trimmedTextOf } from '../xml/read.ts'

/** Conditions of an assertion; an assertion without any is refused, and so is one with a condition we do not know (core 2.5.1.1). */
export function conditionsOf(assertion: Element, { checks }: Pick<ReadResponseOptions, 'checks'>): Element {
  const conditions = onlyChild(assertion, ns.assertion, 'Conditions')
  if (conditions === undefined) return checks.refuse('saml-conditions-missing')
  for (const child of childElements(conditions)) {
    if (known.some((name) => isNamed(child, ns.assertion, name))) continue
    checks.refuse('saml-message-forbidden', { what: `condition ${child.localName}` })
  }
  return conditions
}

const known = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']

/** There is an audience restriction, and every one of them names us. */
export function checkAudience(
  conditions: Element,
  { self, checks }: Pick<ReadResponseOptions, 'self' | 'checks'>,
): void {
  const restrictions = childrenNamed(conditions, ns.assertion, 'AudienceRestriction').map((restriction) =>
    childrenNamed(restriction, ns.assertion, 'Audience').map(trimmedTextOf),
  )
  if (restrictions.length === 0 || !restrictions.every((audiences) => audiences.includes(self.entityId))) {
    checks.refuse('saml-audience', { expected: self.entityId, found: restrictions.flat().join(' ') })
  }
  checks.passed('audience', { audience: self.entityId })
}

export function checkConditionTimes(conditions: Element, o: TimeContext): void {
  const notBefore = timeOf(conditions, 'NotBefore', o.checks)
  const notOnOrAfter = timeOf(conditions, 'NotOnOrAfter', o.checks)
  if (notBefore !== null) checkNotBefore(notBefore, 'Conditions NotBefore', o)
  if (notOnOrAfter !== null) checkNotOnOrAfter(notOnOrAfter, 'Conditions NotOnOrAfter', o)
}
