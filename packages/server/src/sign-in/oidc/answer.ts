import type { FindingId } from '@portico/core/contract'

import type { Flow } from './flow.ts'

/**
 * The code of an authorization response (RFC 6749 section 4.1.2), after its `iss` (RFC 9207): present, it has to be the
 * provider's; where the provider announces it, it has to be present. `state` found the attempt already.
 */
export function codeOf({ facts, checks }: Pick<Flow, 'facts' | 'checks'>, answer: URLSearchParams): string {
  const iss = answer.getAll('iss')
  if (iss.some((one) => one !== facts.issuer))
    return checks.refuse('iss-parameter', { expected: facts.issuer, found: iss.join(' ') })
  const error = answer.get('error')
  if (error !== null) {
    const description = answer.get('error_description') ?? ''
    return checks.refuse(findingOf(error, description), { error, description })
  }
  if (facts.issParameterRequired && iss.length !== 1)
    return checks.refuse('iss-parameter', { expected: facts.issuer, found: iss.length === 0 ? 'none' : iss.join(' ') })
  // From another flow: values in the browser's address prove nothing.
  const token = ['id_token', 'access_token', 'token', 'response'].find((name) => answer.has(name))
  if (token !== undefined) return checks.refuse('answer-with-tokens', { found: token })
  const [code, second] = answer.getAll('code')
  if (code === undefined || code === '' || second !== undefined)
    return checks.refuse('code-missing', { found: [...new Set(answer.keys())].join(', ') })
  checks.passed('answer')
  return code
}

/** Classifies an error. Pushed requests (RFC 9126) and DPoP (RFC 9449) may be required of one client, which discovery does not show. */
function findingOf(error: string, description: string): FindingId {
  if (error === 'access_denied') return 'answer-denied'
  if (/\bpushed[ _-]authorization|\bPAR\b/i.test(description)) return 'push-required'
  return /dpop/i.test(`${error} ${description}`) ? 'dpop-required' : 'answer-error'
}
