import type { IncomingMessage, ServerResponse } from 'node:http'

import type { AccessTokens } from '../../kit/http/access-tokens.ts'
import { failureOf } from '../../kit/http/database-faults.ts'
import { broken, databaseAway, invalidRequest, sendRefusal } from '../../kit/http/oauth-refusal.ts'
import { requestIdFrom } from '../../kit/http/request-id.ts'
import { authorizationPlace } from '../../sign-in/cli-sign-in/authorize.ts'
import { createAccessTokens } from './access-tokens.ts'
import { createAccountGrant, type AnswerAccountGrant } from './account-grant.ts'
import { createAccountTokens } from './account-tokens.ts'
import { createClientAccounts } from './accounts.ts'
import type { ApplicationEndpoints } from './application-endpoints.ts'
import { createCallers, type AuthenticateClient } from './callers.ts'
import { clientCallersPart, discoveryDocument, keySetOf } from './discovery.ts'
import { headersOf, logRequest, pathOf, queryOf, wrongMethod, type EndpointDeps, type Exchange } from './exchange.ts'
import { answerIntrospection, answerRevocation } from './introspect.ts'
import { createKeyUses } from './key-uses.ts'
import { createTokenRecords } from './record-tokens.ts'
import { routes } from './routes.ts'
import { createTokenSigner, createTokenVerifier, type TokenClaims } from './signed-tokens.ts'
import { loadSigningKeys, type SigningKey } from './signing-keys.ts'
import { answerDevice, answerToken } from './token-endpoint.ts'
import type { TokenKind } from './token-kinds.ts'

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
  deps: EndpointDeps,
  { applications, authenticateClient, kinds }: TokenEndpointParts = {},
): Promise<TokenEndpoint> {
  const keyUses = createKeyUses(deps.database, deps.log)
  const accounts = createClientAccounts(deps.database)
  const record = createTokenRecords(deps.database, { lifeSecs: deps.settings.accessTokenSecs })
  const withKeys = (keys: SigningKey[]) => ({
    kids: keys.map(({ kid }) => kid).join(' '),
    accountGrant: createAccountGrant({ ...deps, accounts, record, keyUses, sign: createTokenSigner(keys) }),
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
  const introspection = { ...deps, callerOf, kinds: allKinds }
  // The keys may change while a form is read.
  const accountGrant: AnswerAccountGrant = (...asked) => current.accountGrant(...asked)
  const grants = { ...deps, applications, accountGrant }
  const owned: ReadonlySet<string> = new Set(Object.values(routes))
  return {
    owns: (path) => owned.has(path) || applications?.owns(path) === true,
    handler: (req, res) => {
      const requestId = requestIdFrom(req.headers['x-request-id'], deps.clock.now())
      headersOf(requestId).forEach(([name, value]) => res.setHeader(name, value))
      logRequest(req, res, requestId, deps)
      answer({ req, res, requestId }).catch((error: unknown) => {
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

  async function answer(exchange: Exchange): Promise<void> {
    const { req, res, requestId } = exchange
    const path = pathOf(req)
    if (applications?.owns(path, queryOf(req))) return applications.handler(req, res, requestId)
    switch (path) {
      case routes.token:
        return answerToken(exchange, grants)
      case routes.deviceAuthorization:
        return answerDevice(exchange, deps)
      case routes.introspection:
        return answerIntrospection(exchange, introspection)
      case routes.revocation:
        return answerRevocation(exchange, introspection)
      case routes.authorization:
        return redirectToSignIn(exchange, deps)
      case routes.jwks:
        return sendDocument(exchange, 'jwk-set+json', current.keySet)
      case routes.discovery:
        return sendDocument(exchange, 'json', discovery)
      default:
        return sendRefusal(res, { ...invalidRequest('There is nothing here.'), status: 404 })
    }
  }
}

function redirectToSignIn({ req, res }: Exchange, { settings }: Pick<EndpointDeps, 'settings'>): void {
  if (req.method !== 'GET' && req.method !== 'HEAD') return sendRefusal(res, wrongMethod('GET, HEAD'))
  const place = authorizationPlace(queryOf(req), settings.baseUrl)
  res.writeHead(303, { Location: place, 'Cache-Control': 'no-store' }).end()
}

/** A public document: a page of any origin may read it. */
function sendDocument({ req, res }: Exchange, type: 'json' | 'jwk-set+json', text: string): void {
  if (req.method !== 'GET' && req.method !== 'HEAD') return sendRefusal(res, wrongMethod('GET, HEAD'))
  res.writeHead(200, {
    'Content-Type': `application/${type}; charset=utf-8`,
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'public, max-age=300',
    'Access-Control-Allow-Origin': '*',
  })
  res.end(req.method === 'HEAD' ? undefined : text)
}
