import { cliClientId, cliSignInPaths, isLoopbackRedirect, LoopbackRequest } from '@portico/core/contract'
import * as v from 'valibot'

import { redirectTo } from './redirect.ts'

/**
 * GET /oauth2/authorize: where the browser goes on. Nothing is decided or stored here: a right request leads to the page
 * that asks the person, so that a page of somebody else cannot sign a command line in unseen. An error goes back to the
 * command line, but one in the client or its address, which goes to our own page (RFC 6749 section 4.1.2.1).
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
