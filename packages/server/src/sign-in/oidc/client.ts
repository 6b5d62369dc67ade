import * as client from 'openid-client'

import type { ProviderFetch } from '../../kit/outbound/provider-fetch.ts'
import { clientAuthentication } from './client-authentication.ts'
import type { Flow } from './flow.ts'

/** openid-client set up for one provider; every call goes through `fetch`, which is guarded and bounded. */
export function clientOf(flow: Flow, fetch: ProviderFetch): client.Configuration {
  const { party, facts, signal } = flow
  const server = {
    issuer: facts.issuer,
    authorization_endpoint: facts.authorizationEndpoint,
    token_endpoint: facts.tokenEndpoint,
    jwks_uri: facts.jwksUri,
    ...(facts.userinfoEndpoint === undefined ? {} : { userinfo_endpoint: facts.userinfoEndpoint }),
  }
  const metadata = party.clientSecret === undefined ? {} : { client_secret: party.clientSecret }
  const result = new client.Configuration(server, party.clientId, metadata, clientAuthentication(flow))
  result[client.customFetch] = (url, options) => {
    const headers = Object.fromEntries(new Headers(options.headers))
    const body =
      options.body instanceof URLSearchParams ? options.body.toString() : (options.body as string | undefined)
    return fetch(url, { method: options.method, headers, body, signal })
  }
  result.timeout = 0
  // Which addresses may be plain http is decided before (provider-facts.ts, and by the guarded fetch).
  const addresses = [facts.authorizationEndpoint, facts.tokenEndpoint, facts.userinfoEndpoint]
  if (addresses.some((address) => address?.startsWith('http:'))) client.allowInsecureRequests(result)
  return result
}

/** What went wrong, in the library's words, with the cause where there is one. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause.message : undefined
  return `${error.message}${cause === undefined ? '' : ` (${cause})`}`
}
