import { createHash, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

import { CompactSign, type CompactJWSHeaderParameters } from 'jose'

export type Claims = Record<string, unknown>
/** `graph`: answers requests below /v1.0, as Microsoft Graph does. */
type Endpoint = 'discovery' | 'jwks' | 'par' | 'token' | 'userinfo' | 'graph'
type Answering = (request: IncomingMessage, response: ServerResponse) => unknown

/** What a test makes the provider answer; everything absent is answered truthfully. */
export type Play = {
  /** The person; `sub` and the rest of a true ID token are added. */
  person: Claims
  claims?: (claims: Claims) => Claims
  header?: Claims
  signWith?: KeyObject | Uint8Array
  /** The whole ID token, from its claims and header. */
  idToken?: (claims: Claims, header: CompactJWSHeaderParameters) => string | Promise<string>
  userinfo?: (claims: Claims) => unknown
  discovery?: (document: Claims) => unknown
  /** Public keys, as JWK. */
  keys?: readonly Claims[]
  /** Changes an honest answer, its status or its content type. */
  answer?: Partial<Record<Endpoint, (usual: unknown) => unknown>>
  status?: Partial<Record<Endpoint, number>>
  type?: Partial<Record<Endpoint, string>>
  /** Milliseconds before each answer. */
  delayMs?: number
  /** Replaces an endpoint completely. */
  instead?: Partial<Record<Endpoint, Answering>>
}

type AskedToken = { readonly authorization: string | undefined; readonly form: URLSearchParams }

export type ScriptedProvider = Awaited<ReturnType<typeof startScriptedProvider>>

export const scriptedSecret = 'a client secret: long + odd enough for HS512, & percent-encoded in Basic'
export const scriptedClient = 'portico at:work'

const ada: Claims = { sub: 'ada-1', preferred_username: 'ada@acme.example', name: 'Ada Byron', groups: ['staff'] }

/**
 * An OpenID provider over real HTTP that follows the rules (codes once, PKCE, client authentication, at_hash) except
 * where a test's `play` says otherwise. For what no honest provider can be configured to do.
 */
export async function startScriptedProvider(
  options: {
    host?: string
    algorithm?: string
    secret?: string
    endsSessions?: boolean
    /** Client authentication in place of that by secret. */
    authenticate?: (asked: AskedToken) => boolean | Promise<boolean>
  } = {},
) {
  const { algorithm = 'RS256', secret = scriptedSecret } = options
  const authenticate =
    options.authenticate ?? (({ authorization, form }: AskedToken) => authenticates(authorization, form, secret))
  const key = nextKey()
  /** Authorization requests that were pushed (RFC 9126), by their reference. */
  const pushed = new Map<string, URLSearchParams>()
  const codes = new Map<string, { nonce: string; challenge: string; redirectUri: string; play: Play }>()
  const tokens = new Map<string, { claims: Claims; play: Play }>()
  const seen: {
    endpoint: Endpoint
    authorization: string | undefined
    traceparent: string | undefined
    form: URLSearchParams
    answered: number
  }[] = []
  /** ID tokens as they were handed out. */
  const issued: string[] = []
  let play: Play = { person: ada }

  const server = createServer((request, response) => {
    const endpoint = endpointOf(request.url ?? '')
    if (endpoint === undefined) return void response.writeHead(404).end()
    void text(request).then(async (body) => {
      const form = new URLSearchParams(body)
      const { authorization, traceparent } = request.headers
      const entry = { endpoint, authorization, traceparent: traceparent?.toString(), form, answered: 0 }
      seen.push(entry)
      response.on('finish', () => (entry.answered = response.statusCode))
      const instead = play.instead?.[endpoint]
      if (instead) return instead(request, response)
      if (play.delayMs !== undefined) await wait(play.delayMs)
      const [status, answer] = await answers[endpoint](entry)
      response.setHeader('content-type', play.type?.[endpoint] ?? 'application/json')
      response.writeHead(play.status?.[endpoint] ?? status)
      return response.end(JSON.stringify(play.answer?.[endpoint]?.(answer) ?? answer))
    })
  })
  await new Promise<void>((listening) => server.listen(0, options.host ?? '127.0.0.2', listening))
  const issuer = `http://${options.host ?? '127.0.0.2'}:${(server.address() as AddressInfo).port}`

  const answers: Record<Endpoint, (asked: AskedToken) => [number, unknown] | Promise<[number, unknown]>> = {
    discovery: () => {
      const document = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/userinfo`,
        ...(options.endsSessions ? { end_session_endpoint: `${issuer}/end-session?realm=acme` } : {}),
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        authorization_response_iss_parameter_supported: true,
      }
      return [200, play.discovery?.(document) ?? document]
    },
    async par(asked) {
      if (!(await authenticate(asked))) return [401, { error: 'invalid_client' }]
      const requestUri = `urn:ietf:params:oauth:request_uri:${randomUUID()}`
      pushed.set(requestUri, asked.form)
      return [201, { request_uri: requestUri, expires_in: 60 }]
    },
    jwks: () => [200, { keys: play.keys ?? [key.jwk] }],
    async token({ authorization, form }) {
      if (!(await authenticate({ authorization, form }))) return [401, { error: 'invalid_client' }]
      if (form.get('grant_type') === 'client_credentials')
        return [200, { access_token: randomUUID(), token_type: 'Bearer', expires_in: '3599' }]
      const code = form.get('code') ?? ''
      const grant = codes.get(code)
      codes.delete(code)
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (grant?.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
        return [400, { error: 'invalid_grant' }]
      const accessToken = randomUUID()
      const claims = trueClaims(grant.nonce, accessToken, grant.play)
      tokens.set(accessToken, { claims, play: grant.play })
      const idToken = await idTokenOf(claims, grant.play)
      issued.push(idToken)
      return [200, { access_token: accessToken, token_type: 'Bearer', expires_in: 600, id_token: idToken }]
    },
    graph: () => [404, { error: { code: 'Request_ResourceNotFound', message: 'There is nothing here.' } }],
    userinfo({ authorization }) {
      const known = tokens.get(authorization?.replace(/^Bearer /, '') ?? '')
      if (known === undefined) return [401, { error: 'invalid_token' }]
      const { sub } = known.play.person
      return [200, known.play.userinfo?.(known.claims) ?? { sub }]
    },
  }

  function trueClaims(nonce: string, accessToken: string, { person, claims }: Play): Claims {
    const now = Math.floor(Date.now() / 1000)
    const digest = createHash(algorithm === 'EdDSA' ? 'sha512' : `sha${algorithm.slice(2)}`)
      .update(accessToken)
      .digest()
    const at_hash = digest.subarray(0, digest.length / 2).toString('base64url')
    const usual = {
      iss: issuer,
      aud: scriptedClient,
      iat: now,
      exp: now + 300,
      auth_time: now,
      nonce,
      at_hash,
      ...person,
    }
    return claims?.(usual) ?? usual
  }

  function idTokenOf(claims: Claims, { header, signWith, idToken }: Play): string | Promise<string> {
    const head = { alg: algorithm, kid: key.kid, ...header }
    const signing = signWith ?? (algorithm.startsWith('HS') ? new TextEncoder().encode(secret) : key.privateKey)
    return idToken?.(claims, head) ?? signToken(claims, head, signing)
  }

  return {
    issuer,
    key,
    seen,
    issued,
    /** Resets everything to the truth, except for this. */
    plays: (change: Partial<Play> = {}) => void (play = { person: { ...ada }, ...change }),
    asked: (endpoint: Endpoint) => seen.filter((one) => one.endpoint === endpoint).length,
    /** The person agrees: the parameters that bring their browser back. */
    authorize(redirectUrl: string): URLSearchParams {
      const { searchParams } = new URL(redirectUrl)
      const asked = pushed.get(searchParams.get('request_uri') ?? '') ?? searchParams
      const code = randomUUID()
      codes.set(code, {
        nonce: asked.get('nonce') ?? '',
        challenge: asked.get('code_challenge') ?? '',
        redirectUri: asked.get('redirect_uri') ?? '',
        play,
      })
      return new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer })
    },
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}

export function signToken(
  claims: Claims,
  header: CompactJWSHeaderParameters,
  key: KeyObject | Uint8Array,
): Promise<string> {
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims))).setProtectedHeader(header).sign(key)
}

/** Successive keys differ, so that providers' keys are not mixed up. A foreign key comes from makeKey. */
const ring: ReturnType<typeof makeKey>[] = []
const ringSize = 8
let turn = 0

function nextKey() {
  turn = (turn + 1) % ringSize
  return (ring[turn] ??= makeKey())
}

export function makeKey(modulusLength = 2048) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength })
  const kid = randomUUID()
  return { kid, privateKey, publicKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig' } as Claims }
}

export function json(response: ServerResponse, status: number, answer: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
}

function endpointOf(url: string): Endpoint | undefined {
  const path = url.split('?', 1)[0] ?? ''
  // Below any path: an authority has one for each directory.
  if (path.endsWith('/.well-known/openid-configuration')) return 'discovery'
  if (path.startsWith('/v1.0/')) return 'graph'
  return (['jwks', 'par', 'token', 'userinfo'] as const).find((name) => path === `/${name}`)
}

function authenticates(authorization: string | undefined, form: URLSearchParams, wanted: string): boolean {
  if (authorization !== undefined) {
    // Both halves are form-encoded first (RFC 6749 section 2.3.1).
    const pair = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
    const [id, secret] = pair.split(':').map((half) => new URLSearchParams(`half=${half}`).get('half'))
    return id === scriptedClient && secret === wanted && !form.has('client_secret')
  }
  return form.get('client_id') === scriptedClient && form.get('client_secret') === wanted
}
