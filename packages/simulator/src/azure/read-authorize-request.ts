import { isLoopback } from '../config/names.ts'
import type { AuthorizeRequest } from './authorize-request.ts'
import type { Directory } from './directory.ts'
import { type AadFailure, aadFailures } from './errors.ts'

/**
 * Reads an authorization request. `page`: refused before there is an address to go back to. `back`: refused, with the error
 * sent to the redirect address.
 */
export function readAuthorizeRequest(
  { config, clients }: Pick<Directory, 'config' | 'clients'>,
  sent: URLSearchParams,
): { page: AadFailure } | { request: AuthorizeRequest; back?: AadFailure } {
  const clientId = sent.get('client_id')
  if (clientId === null) return { page: aadFailures.missing('client_id') }
  const client = clients().find((each) => each.clientId.toLowerCase() === clientId.toLowerCase())
  if (client === undefined) return { page: aadFailures.unknownApplication(clientId, config.name) }
  const redirectUri = sent.get('redirect_uri') ?? client.redirectUris[0]
  const isKnown = redirectUri !== undefined && client.redirectUris.includes(redirectUri)
  const isAllowed = isKnown || (config.anyLoopback && isLoopback(redirectUri ?? ''))
  if (redirectUri === undefined || !isAllowed) return { page: aadFailures.wrongRedirect(redirectUri ?? '', clientId) }
  const mode = sent.get('response_mode') ?? 'query'
  const request: AuthorizeRequest = {
    clientId: client.clientId,
    redirectUri,
    responseMode: mode === 'form_post' ? 'form_post' : 'query',
    state: sent.get('state'),
    nonce: sent.get('nonce'),
    challenge: sent.get('code_challenge'),
    challengeMethod: sent.get('code_challenge_method') === 'S256' ? 'S256' : 'plain',
    scope: (sent.get('scope') ?? '').split(' ').filter((each) => each !== ''),
    resource: sent.get('resource'),
    prompt: sent.get('prompt'),
    loginHint: sent.get('login_hint') ?? undefined,
  }
  const responseType = sent.get('response_type')
  if (responseType !== 'code') {
    const none = responseType === null
    const back = none ? aadFailures.missing('response_type') : aadFailures.unsupportedResponseType(responseType)
    return { request, back }
  }
  if (!['query', 'form_post'].includes(mode)) return { request, back: aadFailures.unsupportedResponseMode(mode) }
  if (config.version === 2 && request.scope.length === 0) return { request, back: aadFailures.missing('scope') }
  return { request }
}
