import * as client from 'openid-client'

import { clientAuthentication } from './client-authentication.ts'
import type { Flow } from './flow.ts'

/** openid-client set up for one provider. It builds requests and makes no calls: those go through the guarded fetch of the flow. */
export function clientOf(flow: Flow): client.Configuration {
  const { party, facts } = flow
  const server = {
    issuer: facts.issuer,
    authorization_endpoint: facts.authorizationEndpoint,
    token_endpoint: facts.tokenEndpoint,
  }
  const metadata = party.clientSecret === undefined ? {} : { client_secret: party.clientSecret }
  const result = new client.Configuration(server, party.clientId, metadata, clientAuthentication(flow))
  // Which addresses may be plain http is decided before (provider-facts.ts, and by the guarded fetch).
  if (facts.authorizationEndpoint.startsWith('http:')) client.allowInsecureRequests(result)
  return result
}

/** What went wrong, in the library's words, with the cause where there is one. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause.message : undefined
  return `${error.message}${cause === undefined ? '' : ` (${cause})`}`
}
