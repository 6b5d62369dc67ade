import type { KoaContextWithOIDC } from 'oidc-provider'

import type { Deps } from '../deps.ts'
import { failureOf } from '../http/database-faults.ts'
import { routes } from './configuration.ts'
import type { Exchange } from './exchange.ts'
import { TooManyTokens } from './issue.ts'
import { bodyOf, invalidRequest, invalidTarget, refusedAssertion, tooMany, type Refusal } from './refusal.ts'
import { AssertionUsed } from './storage.ts'
import { grantTypes } from './token-request.ts'

/** Writes oidc-provider's answer over in our words, and the reason of a refusal into the log. */
export function finishAnswer(context: KoaContextWithOIDC, exchange: Exchange, log: Deps['log']): void {
  if (context.path === routes.discovery) context.body = discoveryOf(context.body as Record<string, unknown>)
  if (context.path !== routes.token) {
    if (exchange.fault !== undefined)
      log.error({ requestId: exchange.requestId, err: exchange.fault }, 'unexpected error')
    return
  }
  // A browser has no business here, and nobody asked for another origin.
  for (const name of Object.keys(context.response.headers)) if (name.startsWith('access-control-')) context.remove(name)
  context.set('Cache-Control', 'no-store')
  const { requestId, account, client, fault } = exchange
  const who = { requestId, tenantId: account?.tenantId, serviceAccountId: account?.id, client: client?.slice(0, 150) }
  if (fault === undefined && context.status === 200) {
    log.info({ ...who, tokenId: exchange.tokenId, audience: exchange.target?.audience }, 'token issued')
    return
  }
  const refusal = refusalOf(fault, exchange)
  log[refusal.status >= 500 ? 'error' : 'info'](
    { ...who, error: refusal.error, ...reasonOf(fault, refusal) },
    'token refused',
  )
  context.status = refusal.status
  for (const [name, value] of Object.entries(refusal.headers ?? {})) context.set(name, value)
  context.body = bodyOf(refusal)
}

function refusalOf(fault: unknown, { grant }: Exchange): Refusal {
  if (fault instanceof TooManyTokens) return tooMany(fault.waitSecs)
  if (fault instanceof AssertionUsed) return refusedAssertion(grant ?? 'client_credentials')
  const { error, error_description: description } = (fault ?? {}) as { error?: unknown; error_description?: unknown }
  if (error === 'invalid_client') return refusedAssertion(grant ?? 'client_credentials')
  if (error === 'invalid_target') return invalidTarget(String(description))
  if (error === 'invalid_request') return invalidRequest(String(description))
  const failure = failureOf(fault)
  if (failure?.status === 503) {
    const description = 'The server cannot answer now. Try again in a moment.'
    return { status: 503, error: 'temporarily_unavailable', description, headers: failure.headers }
  }
  return {
    status: 500,
    error: 'server_error',
    description: 'Something went wrong here. The X-Request-Id leads to it in the log.',
  }
}

function reasonOf(fault: unknown, { status }: Refusal): object {
  if (status >= 500) return { err: fault }
  const { error_detail: detail, message } = (fault ?? {}) as { error_detail?: unknown; message?: unknown }
  return { reason: String(detail ?? message).slice(0, 300) }
}

/** RFC 8414 section 2, without what we do not have: oidc-provider always speaks of its authorization endpoint. */
function discoveryOf(said: Record<string, unknown>): Record<string, unknown> {
  return {
    issuer: said['issuer'],
    token_endpoint: said['token_endpoint'],
    jwks_uri: said['jwks_uri'],
    grant_types_supported: grantTypes,
    response_types_supported: said['response_types_supported'],
    subject_types_supported: said['subject_types_supported'],
    id_token_signing_alg_values_supported: said['id_token_signing_alg_values_supported'],
    token_endpoint_auth_methods_supported: said['token_endpoint_auth_methods_supported'],
    token_endpoint_auth_signing_alg_values_supported: said['token_endpoint_auth_signing_alg_values_supported'],
  }
}
