import { tooManyRequests } from '../../kit/http/failure.ts'
import { networkOf } from '../../kit/http/rate-limit.ts'
import type { Call } from '../../kit/http/route.ts'

type Sent = Pick<Call<never>, 'deps' | 'address'>

/** Before a message is looked at. Throws 429 for a network that sent too many, or too many that were rejected. */
export async function limitMessages({ deps: { rateLimits }, address }: Sent): Promise<void> {
  const network = networkOf(address)
  const wait =
    rateLimits.over('saml-refused-address', network) || (await rateLimits.take('saml-request-address', network))
  if (wait > 0) throw tooManyRequests(wait)
}

/** A message of an unknown sender, or one that is not its sender's. */
export function countRefused({ deps: { rateLimits }, address }: Sent): void {
  void rateLimits.take('saml-refused-address', networkOf(address))
}
