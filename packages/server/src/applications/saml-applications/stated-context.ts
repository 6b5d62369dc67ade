import { unspecifiedContext } from '../../protocols/saml/names.ts'
import type { HeldRequest } from './held-request.ts'

/**
 * The AuthnContextClassRef of an assertion: what the person's identity provider said, or `unspecified`. undefined: neither satisfies the
 * request (core 3.3.2.2.1). Which classes are stronger than others is not known, so `better` is never satisfied, and `minimum` only
 * by a class that the request names.
 *
 * @param said `acr` or AuthnContextClassRef of the provider; only an absolute URI can be a class.
 */
export function statedContext(asked: HeldRequest['context'], said: string | null): string | undefined {
  const known = said !== null && /^[a-z][a-z\d+.-]*:\S+$/i.test(said) ? [said] : []
  const candidates = [...known, unspecifiedContext]
  if (asked === null || asked.classes.length === 0) return candidates[0]
  if (asked.comparison === 'better') return undefined
  const named = candidates.find((one) => asked.classes.includes(one))
  return named ?? (asked.comparison === 'maximum' ? unspecifiedContext : undefined)
}
