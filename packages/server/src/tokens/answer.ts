import type { KoaContextWithOIDC } from 'oidc-provider'

import type { Deps } from '../deps.ts'
import { failureOf } from '../http/database-faults.ts'
import type { Exchange } from './exchange.ts'
import { TooManyTokens } from './issue.ts'
import {
  bodyOf,
  broken,
  databaseAway,
  invalidRequest,
  invalidTarget,
  refusedAssertion,
  tooMany,
  type Refusal,
} from './refusal.ts'
import { AssertionUsed } from './storage.ts'

/** Rewrites oidc-provider's answer in our words, and logs the reason of a failure. */
export function finishAnswer(context: KoaContextWithOIDC, exchange: Exchange, log: Deps['log']): void {
  // Browsers do not call this endpoint, and no other origin is allowed.
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
  return failure?.status === 503 ? databaseAway(failure.headers) : broken
}

function reasonOf(fault: unknown, { status }: Refusal): object {
  if (status >= 500) return { err: fault }
  const { error_detail: detail, message } = (fault ?? {}) as { error_detail?: unknown; message?: unknown }
  return { reason: String(detail ?? message).slice(0, 300) }
}
