import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { KoaContextWithOIDC } from 'oidc-provider'

import type { Deps } from '../deps.ts'
import { clientAddress } from '../http/client-address.ts'
import { uuidv7 } from '../identifiers.ts'
import { createAccessTokens, type AccessTokens } from './access-tokens.ts'
import { finishAnswer } from './answer.ts'
import { createConfiguration, routes } from './configuration.ts'
import type { Exchange } from './exchange.ts'
import { innerRequest } from './inner-request.ts'
import { createIssuing } from './issue.ts'
import { addressLimit, bodyBytesMax } from './limits.ts'
import { loadOidcProvider, type OidcProvider } from './load-oidc-provider.ts'
import { readBody } from './read-body.ts'
import { invalidRequest, sendRefusal, tooMany, type Refusal } from './refusal.ts'
import { loadSigningKeys, type SigningKey } from './signing-keys.ts'
import { createStorage } from './storage.ts'
import { readTokenRequest, type TokenRequest } from './token-request.ts'

export type TokenEndpointDeps = Pick<Deps, 'database' | 'secrets' | 'settings' | 'clock' | 'log' | 'rateLimits'>

export type TokenEndpoint = {
  /** Whether a path (without query) is served here. */
  owns(path: string): boolean
  readonly handler: (req: IncomingMessage, res: ServerResponse) => void
  readonly accessTokens: AccessTokens
}

/**
 * The OAuth endpoints of service accounts: token, key set and discovery document, on oidc-provider. The issuer, and
 * every address in an answer, is `settings.baseUrl`. Makes the deployment's signing key when there is none.
 */
export async function createTokenEndpoint(deps: TokenEndpointDeps): Promise<TokenEndpoint> {
  const keys = await loadSigningKeys(deps)
  const run = createRunner(deps, keys, await loadOidcProvider(deps.log))
  const owned: ReadonlySet<string> = new Set(Object.values(routes))
  return {
    owns: (path) => owned.has(path),
    handler: (req, res) => {
      const requestId = uuidv7(deps.clock.now())
      headersOf(requestId).forEach(([name, value]) => res.setHeader(name, value))
      logRequest(req, res, requestId, deps.log)
      answer(req, res, requestId).catch((error: unknown) => {
        deps.log.error({ requestId, err: error }, 'unexpected error')
        sendRefusal(res, { status: 500, error: 'server_error', description: 'Something went wrong here.' })
      })
    },
    accessTokens: createAccessTokens(deps, keys),
  }

  async function answer(req: IncomingMessage, res: ServerResponse, requestId: string): Promise<void> {
    const path = pathOf(req)
    if (path !== routes.token) return read(req, res, requestId, path)
    if (req.method !== 'POST') return sendRefusal(res, wrongMethod('POST'))
    const waitSecs = deps.rateLimits.take(
      'token-address',
      clientAddress(req, deps.settings.trustedProxies),
      addressLimit,
    )
    const request = waitSecs > 0 ? tooMany(waitSecs) : await tokenRequestOf(req)
    if (request === undefined) return
    if ('status' in request) {
      if (!req.complete) res.setHeader('Connection', 'close')
      deps.log.info({ requestId, error: request.error, reason: request.description }, 'token refused')
      return sendRefusal(res, request)
    }
    await run(innerRequest(deps.settings.baseUrl, 'POST', path, request.form), res, { requestId, grant: request.grant })
  }

  async function read(req: IncomingMessage, res: ServerResponse, requestId: string, path: string): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendRefusal(res, wrongMethod('GET, HEAD'))
    res.setHeader('Cache-Control', 'public, max-age=300')
    await run(innerRequest(deps.settings.baseUrl, req.method, path), res, { requestId, grant: undefined })
  }
}

/** undefined when the sender went away. */
async function tokenRequestOf(req: IncomingMessage): Promise<TokenRequest | Refusal | undefined> {
  const body = await readBody(req, bodyBytesMax)
  if (body === 'gone') return undefined
  if (body === 'too-long') return { ...invalidRequest('The body is too long.'), status: 413 }
  return readTokenRequest(req.headers, body)
}

/** Lets oidc-provider answer a request of ours, which `exchange` belongs to. */
function createRunner(deps: TokenEndpointDeps, keys: readonly SigningKey[], { Provider, errors }: OidcProvider) {
  const exchanges = new WeakMap<IncomingMessage, Exchange>()
  const exchangeOf = (context: Pick<KoaContextWithOIDC, 'req'> | undefined): Exchange => {
    const exchange = context && exchanges.get(context.req)
    if (exchange === undefined) throw new Error('oidc-provider runs outside a request of ours.')
    return exchange
  }
  const storage = createStorage(deps, () => exchangeOf(Provider.ctx))
  const issuing = createIssuing(deps, errors)
  const provider = new Provider(deps.settings.baseUrl, createConfiguration({ storage, keys, issuing }, exchangeOf))
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
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/'
}

function wrongMethod(allow: string): Refusal {
  return { ...invalidRequest(`This address answers ${allow} only.`), status: 405, headers: { Allow: allow } }
}

function headersOf(requestId: string): [string, string][] {
  return [
    ['X-Request-Id', requestId],
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'no-referrer'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ]
}

function logRequest(req: IncomingMessage, res: ServerResponse, requestId: string, log: Deps['log']): void {
  const begun = performance.now()
  const { method } = req
  const path = pathOf(req)
  res.once('close', () =>
    log.info({ requestId, method, path, status: res.statusCode, ms: Math.round(performance.now() - begun) }, 'request'),
  )
}
