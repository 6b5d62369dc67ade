import { randomBytes } from 'node:crypto'

import type { Deps } from '../../kit/http/deps.ts'
import type { SamlProvider } from '../../providers/identity-providers/queries.ts'
import { buildAuthnRequest } from '../../protocols/saml/index.ts'
import type { AttemptStart, StartedAttempt } from '../attempts/attempt-start.ts'
import { samlPath } from '../addresses/saml.ts'
import { readWritingParties } from './parties.ts'

/**
 * The authentication request of one attempt. With the redirect binding the request is in the address; with the POST
 * binding the address is our own page that posts it (request-page.ts).
 */
export async function startSaml(
  provider: SamlProvider,
  deps: Deps,
  start: AttemptStart & { readonly state: string },
): Promise<StartedAttempt> {
  const { state, forceAuthn = false } = start
  const requestId = newMessageId()
  const secrets = { saml: { requestId } }
  if (provider.config.ssoBinding === 'post') {
    const query = new URLSearchParams({ state }).toString()
    return { url: `${deps.settings.baseUrl}${samlPath(provider.id)}/request?${query}`, state, secrets }
  }
  const parties = await readWritingParties(deps, provider)
  const request = { id: requestId, relayState: state, forceAuthn, nowMs: deps.clock.now() }
  const outgoing = buildAuthnRequest({ ...parties, ...request })
  if (outgoing.kind !== 'redirect') throw new Error('the redirect binding gave no address')
  return { url: outgoing.url, state, secrets }
}

/** 160 random bits; an XML id must not start with a digit. */
export function newMessageId(): string {
  return `_${randomBytes(20).toString('hex')}`
}
