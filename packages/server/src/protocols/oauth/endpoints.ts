import type { IncomingMessage, ServerResponse } from 'node:http'

import { authorizationPlace } from '../../sign-in/cli-sign-in/authorize.ts'
import { authorizeDevice } from '../../sign-in/cli-sign-in/device-authorization.ts'
import { answerCliGrant, isCliGrant } from '../../sign-in/cli-sign-in/token-grants.ts'
import type { Deps } from '../../kit/http/deps.ts'
import { clientAddress } from '../../kit/http/client-address.ts'
import { failureOf } from '../../kit/http/database-faults.ts'
import { networkOf } from '../../kit/http/rate-limit.ts'
import { requestIdFrom } from '../../kit/http/request-id.ts'
import type { AccessTokens } from '../../kit/http/access-tokens.ts'
import { createAccessTokens } from './access-tokens.ts'
import { createAccountTokens } from './account-tokens.ts'
import type { ApplicationEndpoints } from './application-endpoints.ts'
import { clientCallersPart, discoveryDocument, keySetOf } from './discovery.ts'
import { auditRefusal } from './audit.ts'
import { createClientAccounts } from './accounts.ts'
import { createCallers, type AuthenticateClient } from './callers.ts'
import { introspect, revoke } from './introspect.ts'
import { createIssuing } from './issue.ts'
import { createTokenSigner, createTokenVerifier, type TokenClaims } from './signed-tokens.ts'
import type { TokenKind } from './token-kinds.ts'
import { createKeyUses } from './key-uses.ts'
import { bodyBytesMax } from './limits.ts'
import { readBody } from './read-body.ts'
import {
  broken,
  databaseAway,
  invalidRequest,
  publicClient,
  sendRefusal,
  tooMany,
  type Refusal,
} from '../../kit/http/oauth-refusal.ts'
import { routes } from './routes.ts'
import { createTokenRecords } from './record-tokens.ts'
import { loadSigningKeys, type SigningKey } from './signing-keys.ts'
import { otherAuthentication, readForm, readTokenRequest, type TokenRequest } from './token-request.ts'

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

/** What the composition adds. */
export type TokenEndpointParts = {
  readonly applications?: ApplicationEndpoints
  /** Registered clients introspect and revoke tokens too. */
  readonly authenticateClient?: AuthenticateClient
  /** Tokens other than those of service accounts that are introspected and revoked. */
  readonly kinds?: (verify: (token: string) => TokenClaims | undefined) => readonly TokenKind[]
}

/**
 * The OAuth endpoints: token, key set and discovery document, the sign-in of a command line (docs/decisions/0020), and
 * those of registered `applications`. The issuer, and every address in an answer, is `settings.baseUrl`. Creates the
 * deployment's signing key when there is none.
 */
export async function createTokenEndpoint(
  deps: TokenEndpointDeps,
  { applications, authenticateClient, kinds }: TokenEndpointParts = {},
): Promise<TokenEndpoint> {
  const keyUses = createKeyUses(deps.database, deps.log)
  const accounts = createClientAccounts(deps.database)
  const record = createTokenRecords(deps.database, { lifeSecs: deps.settings.accessTokenSecs })
  const withKeys = (keys: SigningKey[]) => ({
    kids: keys.map(({ kid }) => kid).join(' '),
    issue: createIssuing({ ...deps, accounts, record, sign: createTokenSigner(keys) }),
    accessTokens: createAccessTokens(deps, keys),
    verify: createTokenVerifier(keys, deps.settings.baseUrl),
    keySet: JSON.stringify(keySetOf(keys)),
  })
  const keys = await loadSigningKeys(deps)
  applications?.useKeys?.(keys)
  let current = withKeys(keys)
  const discovery = JSON.stringify(
    discoveryDocument(deps.settings.baseUrl, [
      ...(authenticateClient === undefined ? [] : [clientCallersPart]),
      ...(applications?.discovery === undefined ? [] : [applications.discovery]),
    ]),
  )
  const verify = (token: string): TokenClaims | undefined => current.verify(token)
  const allKinds = [createAccountTokens({ ...deps, accounts }, verify), ...(kinds?.(verify) ?? [])]
  const callerOf = createCallers({ ...deps, issuer: deps.settings.baseUrl, accounts, keyUses, authenticateClient })
  const owned: ReadonlySet<string> = new Set(Object.values(routes))
  return {
    owns: (path) => owned.has(path) || applications?.owns(path) === true,
    handler: (req, res) => {
      const requestId = requestIdFrom(req.headers['x-request-id'], deps.clock.now())
      headersOf(requestId).forEach(([name, value]) => res.setHeader(name, value))
      logRequest(req, res, requestId, deps)
      answer(req, res, requestId).catch((error: unknown) => {
        const failure = failureOf(error)
        if (failure?.status === 503) deps.log.warn({ requestId, err: error }, 'unavailable')
        else deps.log.error({ requestId, err: error }, 'unexpected error')
        sendRefusal(res, failure?.status === 503 ? databaseAway(failure.headers) : broken)
      })
    },
    accessTokens: {
      verify: (token, scheme) => current.accessTokens.verify(token, scheme),
      proves: (token, proof) => current.accessTokens.proves(token, proof),
      actor: (tx, credential) => current.accessTokens.actor(tx, credential),
      keys: () => current.accessTokens.keys(),
    },
    async refresh() {
      const read = await loadSigningKeys(deps)
      if (read.map(({ kid }) => kid).join(' ') === current.kids) return
      applications?.useKeys?.(read)
      current = withKeys(read)
    },
    settled: () => keyUses.settled(),
  }

  async function answer(req: IncomingMessage, res: ServerResponse, requestId: string): Promise<void> {
    const path = pathOf(req)
    if (applications?.owns(path, queryOf(req))) return applications.handler(req, res, undefined, requestId)
    if (!owned.has(path)) return sendRefusal(res, { ...invalidRequest('There is nothing here.'), status: 404 })
    if (path === routes.authorization) return authorize(req, res)
    if (path === routes.introspection || path === routes.revocation) return tell({ req, res, requestId }, path)
    if (path !== routes.token && path !== routes.deviceAuthorization) return read(req, res, path)
    if (req.method !== 'POST') return sendRefusal(res, wrongMethod('POST'))
    const address = clientAddress(req, deps.settings.trustedProxies)
    const waitSecs = await deps.rateLimits.take('token-address', networkOf(address))
    if (waitSecs > 0) return refuse(req, res, requestId, tooMany(waitSecs))
    const body = await readBody(req, bodyBytesMax)
    if (body === 'gone') return
    if (body === 'too-long') return refuse(req, res, requestId, tooLong)
    const form = readForm(req.headers, body)
    if ('status' in form) return refuse(req, res, requestId, form)
    const { fields } = form
    if (path === routes.token && applications?.ownsGrant(fields, req.headers))
      return applications.handler(req, res, body, requestId)
    if (req.headers.authorization !== undefined) return refuse(req, res, requestId, otherAuthentication)
    if (path === routes.deviceAuthorization || isCliGrant(fields)) {
      const reply =
        path === routes.token ? await answerCliGrant(fields, deps) : await authorizeDevice(fields, address, deps)
      return 'status' in reply ? refuse(req, res, requestId, reply) : sendReply(res, reply)
    }
    const request = readTokenRequest(form)
    if ('status' in request) return refuse(req, res, requestId, request)
    await issue(res, request, { requestId, address, dpop: dpopOf(req) })
  }

  /** Introspection and revocation. Only requests of those who have not proved who they are count for the limit of an address. */
  async function tell({ req, res, requestId }: Exchange, path: string): Promise<void> {
    if (req.method !== 'POST') return sendRefusal(res, wrongMethod('POST'))
    const address = clientAddress(req, deps.settings.trustedProxies)
    const network = networkOf(address)
    const waitSecs = deps.rateLimits.over('introspection-address', network)
    if (waitSecs > 0) return refuse(req, res, requestId, tooMany(waitSecs))
    const body = await readBody(req, bodyBytesMax)
    if (body === 'gone') return
    if (body === 'too-long') return refuse(req, res, requestId, tooLong)
    const form = readForm(req.headers, body)
    if ('status' in form) return refuse(req, res, requestId, form)
    const caller = await callerOf(form.fields, req.headers)
    const isRefused = 'status' in caller
    if (isRefused || !caller.isProven) void deps.rateLimits.take('introspection-address', network)
    if (isRefused) return refuse(req, res, requestId, caller)
    // RFC 7662 section 2.1: else everyone who finds a token could ask about it. Its own token a public client may end.
    if (path === routes.introspection && !caller.isProven) return refuse(req, res, requestId, publicClient)
    const token = form.fields.get('token')
    if (token === undefined) return refuse(req, res, requestId, invalidRequest('token is missing.'))
    if (path === routes.introspection) return sendReply(res, await introspect(token, caller, allKinds))
    const by = { requestId, address, nowMs: deps.clock.now() }
    await revoke(token, { caller, kinds: allKinds, by })
    res.writeHead(200, { 'Content-Length': 0, 'Cache-Control': 'no-store' }).end()
  }

  async function issue(
    res: ServerResponse,
    request: TokenRequest,
    from: { readonly requestId: string; readonly address: string; readonly dpop: string | undefined },
  ): Promise<void> {
    const outcome = await current.issue(request, from)
    const { account } = outcome
    const { requestId, address } = from
    const client = request.assertion.claims.sub.slice(0, 150)
    const who = { requestId, tenantId: account?.tenantId, serviceAccountId: account?.id, client }
    if (outcome.reply !== undefined) {
      const { tokenId, audiences, keyThumbprint } = outcome
      deps.log.info({ ...who, tokenId, audience: audiences.join(' ') }, 'token issued')
      sendReply(res, outcome.reply)
      keyUses.note({ tenantId: outcome.account.tenantId, accountId: outcome.account.id, thumbprint: keyThumbprint })
      return
    }
    const { refusal, reason } = outcome
    deps.log.info({ ...who, error: refusal.error, reason }, 'token refused')
    sendRefusal(res, refusal)
    if (account === undefined || refusal.status === 429) return
    await auditRefusal(deps, account, { requestId, address, error: refusal.error, reason }).catch((error: unknown) =>
      deps.log.warn({ requestId, err: error }, 'a refusal is not in the audit log'),
    )
  }

  function authorize(req: IncomingMessage, res: ServerResponse): void {
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendRefusal(res, wrongMethod('GET, HEAD'))
    const place = authorizationPlace(queryOf(req), deps.settings.baseUrl)
    res.writeHead(303, { Location: place, 'Cache-Control': 'no-store' }).end()
  }

  function refuse(req: IncomingMessage, res: ServerResponse, requestId: string, refusal: Refusal): void {
    if (!req.complete) res.setHeader('Connection', 'close')
    // A waiting command line polls repeatedly; do not log that.
    if (refusal.error !== 'authorization_pending')
      deps.log.info({ requestId, error: refusal.error, reason: refusal.description }, 'token refused')
    sendRefusal(res, refusal)
  }

  function read(req: IncomingMessage, res: ServerResponse, path: string): void {
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendRefusal(res, wrongMethod('GET, HEAD'))
    const isKeySet = path === routes.jwks
    const text = isKeySet ? current.keySet : discovery
    res.writeHead(200, {
      'Content-Type': `application/${isKeySet ? 'jwk-set+json' : 'json'}; charset=utf-8`,
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'public, max-age=300',
      // Both are public: a page of any origin may read them.
      'Access-Control-Allow-Origin': '*',
    })
    res.end(req.method === 'HEAD' ? undefined : text)
  }
}

type Exchange = { readonly req: IncomingMessage; readonly res: ServerResponse; readonly requestId: string }

const tooLong: Refusal = { ...invalidRequest('The body is too long.'), status: 413 }

/** Several headers come as one text, which is not a valid proof. */
function dpopOf({ headers: { dpop } }: IncomingMessage): string | undefined {
  return Array.isArray(dpop) ? dpop.join(', ') : dpop
}

function sendReply(res: ServerResponse, reply: object): void {
  res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
  res.end(JSON.stringify(reply))
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/'
}

function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
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
