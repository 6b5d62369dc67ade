import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { KoaContextWithOIDC } from 'oidc-provider'

import type { Deps } from '../deps.ts'
import { finishAnswer } from './answer.ts'
import { auditRefusal } from './audit.ts'
import { createConfiguration } from './configuration.ts'
import type { Exchange } from './exchange.ts'
import { createIssuing } from './issue.ts'
import type { KeyUses } from './key-uses.ts'
import type { OidcProvider } from './load-oidc-provider.ts'
import type { SigningKey } from './signing-keys.ts'
import { createStorage } from './storage.ts'

type RunnerDeps = Pick<Deps, 'database' | 'settings' | 'log' | 'rateLimits'> & { readonly keyUses: KeyUses }

/** An error of oidc-provider; each of these is text or absent. */
type Faulty = Readonly<Record<'error' | 'error_detail' | 'error_description' | 'message', unknown>>

/** Lets oidc-provider answer one of our requests, which `exchange` belongs to. */
export function createRunner(deps: RunnerDeps, keys: readonly SigningKey[], { Provider, errors }: OidcProvider) {
  const exchanges = new WeakMap<IncomingMessage, Exchange>()
  const exchangeOf = (context: Pick<KoaContextWithOIDC, 'req'> | undefined): Exchange => {
    const exchange = context && exchanges.get(context.req)
    if (exchange === undefined) throw new Error('oidc-provider runs outside one of our requests.')
    return exchange
  }
  const storage = createStorage(deps, () => exchangeOf(Provider.ctx))
  const issuing = createIssuing(deps, errors)
  const { baseUrl, accessTokenSecs } = deps.settings
  const provider = new Provider(baseUrl, createConfiguration({ storage, keys, issuing, accessTokenSecs }, exchangeOf))
  const keepFault = (context: KoaContextWithOIDC, fault: Error): void => void (exchangeOf(context).fault = fault)
  provider.on('grant.error', keepFault)
  provider.on('server_error', keepFault)
  // Koa would print it. The types of oidc-provider leave this event out.
  const emitter: EventEmitter = provider
  emitter.on('error', (error: Error) => deps.log.error({ err: error }, 'the token endpoint broke'))
  provider.use(async (context, next) => {
    await next()
    finishAnswer(context as unknown as KoaContextWithOIDC, exchangeOf(context), deps.log)
  })
  const callback = provider.callback()
  return async (req: IncomingMessage, res: ServerResponse, exchange: Exchange): Promise<void> => {
    exchanges.set(req, exchange)
    await callback(req, res)
    noteUse(exchange)
    await noteRefusal(exchange).catch((error: unknown) =>
      deps.log.warn({ requestId: exchange.requestId, err: error }, 'a refusal is not in the audit log'),
    )
  }

  async function noteRefusal(exchange: Exchange): Promise<void> {
    const { error, error_detail: detail, error_description: said, message } = (exchange.fault ?? {}) as Faulty
    if (exchange.tokenId !== undefined || typeof error !== 'string') return
    await auditRefusal(deps, exchange, { error, reason: String(detail ?? said ?? message).slice(0, 300) })
  }

  /** A token was issued: the key that signed for it is in use. */
  function noteUse({ account, keyThumbprint, tokenId }: Exchange): void {
    if (account === undefined || keyThumbprint === undefined || tokenId === undefined) return
    deps.keyUses.note({ tenantId: account.tenantId, accountId: account.id, thumbprint: keyThumbprint })
  }
}
