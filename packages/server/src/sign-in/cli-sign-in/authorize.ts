import { cliClientId, cliSignInPaths, isLoopbackRedirect, LoopbackRequest } from '@portico/core/contract'
import * as v from 'valibot'

import { redirectTo } from './redirect.ts'

/**
 * GET /oauth2/authorize: redirects the browser. Nothing is decided or stored here: a valid request leads to the page
 * that asks the person, so another site's page cannot sign in a command line unseen. Errors are returned to the command
 * line, except for an invalid client or redirect address, which our own page shows (RFC 6749 section 4.1.2.1).
 */
export function authorizationPlace(query: URLSearchParams, issuer: string): string {
  const fields = Object.fromEntries(query)
  const isTwice = [...query.keys()].length !== Object.keys(fields).length
  const { redirect_uri: redirectUri = '', client_id: client, state, response_type: type } = fields
  if (isTwice || client !== cliClientId || !isLoopbackRedirect(redirectUri))
    return `${cliSignInPaths.approval}?result=invalid`
  const read = v.safeParse(LoopbackRequest, fields)
  if (read.success) return `${cliSignInPaths.approval}?${new URLSearchParams(read.output).toString()}`
  const error = type === undefined || type === 'code' ? 'invalid_request' : 'unsupported_response_type'
  const echoed = v.is(LoopbackRequest.entries.state, state) ? state : undefined
  return redirectTo(redirectUri, issuer, { error, state: echoed })
}
