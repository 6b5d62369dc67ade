import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Deps } from '../deps.ts'
import { clientAddress } from '../http/client-address.ts'
import { uuidv7 } from '../identifiers.ts'
import { createAccessTokens, type AccessTokens } from './access-tokens.ts'
import { routes } from './configuration.ts'
import { innerRequest } from './inner-request.ts'
import { addressLimit, bodyBytesMax } from './limits.ts'
import { loadOidcProvider } from './load-oidc-provider.ts'
import { readBody } from './read-body.ts'
import { invalidRequest, sendRefusal, tooMany, type Refusal } from './refusal.ts'
import { createRunner } from './runner.ts'
import { loadSigningKeys } from './signing-keys.ts'
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
    // oidc-provider has routes that cannot be switched off.
    if (!owned.has(path)) return sendRefusal(res, { ...invalidRequest('There is nothing here.'), status: 404 })
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
