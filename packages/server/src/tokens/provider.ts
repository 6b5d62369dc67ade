import type { IncomingMessage, ServerResponse } from 'node:http'

import { authorizationPlace } from '../cli-sign-in/authorize.ts'
import { authorizeDevice } from '../cli-sign-in/device-authorization.ts'
import { answerCliGrant, isCliGrant } from '../cli-sign-in/token-grants.ts'
import type { Deps } from '../deps.ts'
import { clientAddress } from '../http/client-address.ts'
import { failureOf } from '../http/database-faults.ts'
import { networkOf } from '../http/rate-limit.ts'
import { requestIdFrom } from '../http/request-id.ts'
import type { AccessTokens } from '../http/access-tokens.ts'
import { createAccessTokens } from './access-tokens.ts'
import { routes } from './configuration.ts'
import { innerRequest } from './inner-request.ts'
import { createKeyUses } from './key-uses.ts'
import { bodyBytesMax } from './limits.ts'
import { loadOidcProvider } from './load-oidc-provider.ts'
import { readBody } from './read-body.ts'
import { broken, databaseAway, invalidRequest, sendRefusal, tooMany, type Refusal } from './refusal.ts'
import { createRunner } from './runner.ts'
import { loadSigningKeys, type SigningKey } from './signing-keys.ts'
import { readForm, readTokenRequest } from './token-request.ts'

export type TokenEndpointDeps = Pick<
  Deps,
  'database' | 'secrets' | 'settings' | 'clock' | 'log' | 'rateLimits' | 'metrics'
>

export type TokenEndpoint = {
  /** Whether a path (without query) is served here. */
  owns(path: string): boolean
  readonly handler: (req: IncomingMessage, res: ServerResponse) => void
  readonly accessTokens: AccessTokens
  /** Reads the signing keys again, and works with them from now on where they changed. */
  refresh(): Promise<void>
  /** Resolves when what is written after an answer has been written: before the database is closed. */
  settled(): Promise<void>
}

/**
 * The OAuth endpoints: token, key set and discovery document of service accounts, on oidc-provider, and in front of
 * them our own endpoints for signing in a command line (docs/decisions/0020). The issuer, and
 * every address in an answer, is `settings.baseUrl`. Creates the deployment's signing key when there is none.
 */
export async function createTokenEndpoint(deps: TokenEndpointDeps): Promise<TokenEndpoint> {
  const oidcProvider = await loadOidcProvider(deps.log)
  const keyUses = createKeyUses(deps.database, deps.log)
  const withKeys = (keys: SigningKey[]) => ({
    kids: keys.map(({ kid }) => kid).join(' '),
    run: createRunner({ ...deps, keyUses }, keys, oidcProvider),
    accessTokens: createAccessTokens(deps, keys),
  })
  let current = withKeys(await loadSigningKeys(deps))
  const owned: ReadonlySet<string> = new Set(Object.values(routes))
  return {
    owns: (path) => owned.has(path),
    handler: (req, res) => {
      const requestId = requestIdFrom(req.headers['x-request-id'], deps.clock.now())
      headersOf(requestId).forEach(([name, value]) => res.setHeader(name, value))
      logRequest(req, res, requestId, deps)
      answer(req, res, requestId).catch((error: unknown) => {
        const failure = failureOf(error)
        deps.log.error({ requestId, err: error }, failure?.status === 503 ? 'unavailable' : 'unexpected error')
        sendRefusal(res, failure?.status === 503 ? databaseAway(failure.headers) : broken)
      })
    },
    accessTokens: {
      verify: (bearer) => current.accessTokens.verify(bearer),
      actor: (tx, credential) => current.accessTokens.actor(tx, credential),
      keys: () => current.accessTokens.keys(),
    },
    async refresh() {
      const keys = await loadSigningKeys(deps)
      if (keys.map(({ kid }) => kid).join(' ') !== current.kids) current = withKeys(keys)
    },
    settled: () => keyUses.settled(),
  }

  async function answer(req: IncomingMessage, res: ServerResponse, requestId: string): Promise<void> {
    const path = pathOf(req)
    // oidc-provider has routes that cannot be switched off.
    if (!owned.has(path)) return sendRefusal(res, { ...invalidRequest('There is nothing here.'), status: 404 })
    if (path === routes.authorization) return authorize(req, res)
    if (path !== routes.token && path !== routes.deviceAuthorization) return read(req, res, requestId, path)
    if (req.method !== 'POST') return sendRefusal(res, wrongMethod('POST'))
    const address = clientAddress(req, deps.settings.trustedProxies)
    const waitSecs = await deps.rateLimits.take('token-address', networkOf(address))
    const form = waitSecs > 0 ? tooMany(waitSecs) : await formOf(req)
    if (form === undefined) return
    if ('status' in form) return refuse(req, res, requestId, form)
    const { fields } = form
    if (path === routes.deviceAuthorization || isCliGrant(fields)) {
      const reply =
        path === routes.token ? await answerCliGrant(fields, deps) : await authorizeDevice(fields, address, deps)
      return 'status' in reply ? refuse(req, res, requestId, reply) : sendReply(res, reply)
    }
    const request = readTokenRequest(fields)
    if ('status' in request) return refuse(req, res, requestId, request)
    await current.run(innerRequest(deps.settings.baseUrl, 'POST', path, request.form), res, {
      requestId,
      address,
      grant: request.grant,
    })
  }

  function authorize(req: IncomingMessage, res: ServerResponse): void {
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendRefusal(res, wrongMethod('GET, HEAD'))
    const query = new URLSearchParams((req.url ?? '').split('?').slice(1).join('?'))
    const place = authorizationPlace(query, deps.settings.baseUrl)
    res.writeHead(303, { Location: place, 'Cache-Control': 'no-store' }).end()
  }

  function refuse(req: IncomingMessage, res: ServerResponse, requestId: string, refusal: Refusal): void {
    if (!req.complete) res.setHeader('Connection', 'close')
    // A waiting command line polls repeatedly; do not log that.
    if (refusal.error !== 'authorization_pending')
      deps.log.info({ requestId, error: refusal.error, reason: refusal.description }, 'token refused')
    sendRefusal(res, refusal)
  }

  async function read(req: IncomingMessage, res: ServerResponse, requestId: string, path: string): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendRefusal(res, wrongMethod('GET, HEAD'))
    res.setHeader('Cache-Control', 'public, max-age=300')
    const address = clientAddress(req, deps.settings.trustedProxies)
    await current.run(innerRequest(deps.settings.baseUrl, req.method, path), res, {
      requestId,
      address,
      grant: undefined,
    })
  }
}

/** undefined when the sender went away. */
async function formOf(req: IncomingMessage): Promise<ReturnType<typeof readForm> | undefined> {
  const body = await readBody(req, bodyBytesMax)
  if (body === 'gone') return undefined
  if (body === 'too-long') return { ...invalidRequest('The body is too long.'), status: 413 }
  return readForm(req.headers, body)
}

function sendReply(res: ServerResponse, reply: object): void {
  res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
  res.end(JSON.stringify(reply))
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

function logRequest(
  req: IncomingMessage,
  res: ServerResponse,
  requestId: string,
  { log, metrics }: Pick<TokenEndpointDeps, 'log' | 'metrics'>,
): void {
  const begun = performance.now()
  const { method = '' } = req
  const path = pathOf(req)
  res.once('close', () => {
    const ms = performance.now() - begun
    const status = res.statusCode
    log.info({ requestId, method, path, status, ms: Math.round(ms) }, 'request')
    metrics?.request({ method, route: path, status, seconds: ms / 1000 })
    if (path === routes.token && method === 'POST') metrics?.token(status === 200 ? 'issued' : 'refused')
  })
}
