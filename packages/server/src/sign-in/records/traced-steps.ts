import { currentSpan } from '../../kit/tracing/spans.ts'
import type { CheckLine } from '../../kit/checks/checks.ts'

/**
 * Each check of a sign-in becomes a span, from the check before it. Called with all lines so far after each addition; undefined outside a
 * trace. What a check found is not in it: that names people.
 */
export function tracedSteps(): ((lines: readonly CheckLine[]) => void) | undefined {
  const span = currentSpan()
  if (span === undefined) return undefined
  let known = 0
  let begunAt = performance.now()
  return (lines) => {
    for (const { check, outcome, finding } of lines.slice(known)) {
      const attributes = {
        'portico.sign_in.check': check,
        'portico.sign_in.outcome': outcome,
        ...(finding !== undefined && { 'portico.sign_in.finding': finding }),
      }
      const step = span.child({ name: `sign-in ${check}`, kind: 'internal', begunAt, attributes })
      if (outcome === 'failed') step?.failed(finding ?? check)
      step?.end()
      begunAt = performance.now()
    }
    known = lines.length
  }
}
