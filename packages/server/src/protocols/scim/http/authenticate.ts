import type { Deps } from '../../../kit/http/deps.ts'
import { networkOf } from '../../../kit/http/rate-limit.ts'
import type { ScimSender, ScimSenders, SenderRefusal } from '../../../people/scim-tokens/sender.ts'
import { ScimFailure } from '../failure.ts'

export type Asker = { readonly authorization: string | null; readonly providerId: string; readonly address: string }

/** Who sends a request. Throws 401, 404 for another provider's address, and 429 for a network that sends many such requests. */
export async function authenticate(
  asker: Asker,
  { deps, senders }: { readonly deps: Pick<Deps, 'rateLimits'>; readonly senders: ScimSenders },
): Promise<ScimSender> {
  const sender = await senders.find(asker.authorization, asker.providerId)
  if (typeof sender !== 'string') return sender
  throw refusedToken(asker, deps, sender)
}

/** Valid tokens are accepted from any network: others may share its address. */
export function refusedToken(
  { address }: Pick<Asker, 'address'>,
  { rateLimits }: Pick<Deps, 'rateLimits'>,
  why: SenderRefusal = 'unauthenticated',
): ScimFailure {
  const network = networkOf(address)
  const waitSecs = rateLimits.over('scim-address', network)
  if (waitSecs > 0) return new TooMany(waitSecs)
  void rateLimits.take('scim-address', network)
  return why === 'not-found'
    ? new ScimFailure(404, 'There is nothing at this address.')
    : new ScimFailure(401, 'The SCIM token is missing, unknown, disabled or expired.')
}

/** Throws 429 for a token over its limit. Requests that are under way on other processes are counted late. */
export function limitToken({ tokenId }: ScimSender, { rateLimits }: Pick<Deps, 'rateLimits'>): void {
  const waitSecs = rateLimits.over('scim-token', tokenId)
  if (waitSecs > 0) throw new TooMany(waitSecs)
  void rateLimits.take('scim-token', tokenId)
}

export class TooMany extends ScimFailure {
  readonly seconds: number
  constructor(waitSecs: number) {
    const seconds = Math.max(1, Math.ceil(waitSecs))
    super(429, `Too many requests. Try again in ${seconds} seconds.`)
    this.seconds = seconds
  }
}
