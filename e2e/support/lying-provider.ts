import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { SignJWT } from 'jose'

import { encodePart } from './access-token.ts'

/** What is wrong with the answer to a sign-in; without a member, it is right. */
export type Lie = {
  readonly state?: string
  /** Instead of a code. */
  readonly error?: { readonly error: string; readonly error_description: string }
  /** Claims of the ID token that differ; undefined leaves one out. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** The ID token, changed after it was signed. */
  readonly change?: (idToken: string) => string
}

export type LyingProvider = {
  readonly url: string
  /** From now on. */
  answers(lie: Lie): void
  stop(): Promise<void>
}

type Begun = {
  readonly nonce: string
  readonly challenge: string
  readonly redirectUri: string
  readonly clientId: string
}

/**
 * An OpenID provider that signs everyone in at once as `name`. It insists on PKCE with S256, state and nonce, so that an application
 * that leaves one out fails with honest answers too.
 */
export async function startLyingProvider(name: string): Promise<LyingProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kid = 'lying'
  const begun = new Map<string, Begun>()
  let lie: Lie = {}

  const routes: Readonly<Record<string, (request: Asked) => Promise<Reply> | Reply>> = {
    '/.well-known/openid-configuration': () => ({
      json: {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        end_session_endpoint: `${url}/end-session`,
        jwks_uri: `${url}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      },
    }),
    '/jwks': () => ({ json: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }] } }),
    '/authorize'({ query }) {
      const [challenge = '', nonce = '', state = ''] = ['code_challenge', 'nonce', 'state'].map(
        (one) => query.get(one) ?? '',
      )
      const isWhole = query.get('response_type') === 'code' && query.get('code_challenge_method') === 'S256'
      if (!isWhole || challenge.length !== 43 || nonce.length < 20 || state.length < 20)
        return { status: 400, json: { error: 'invalid_request' } }
      const to = new URL(query.get('redirect_uri') ?? '')
      const code = randomUUID()
      begun.set(code, { nonce, challenge, redirectUri: to.href, clientId: query.get('client_id') ?? '' })
      const answer = { state: lie.state ?? state, ...(lie.error ?? { code }) }
      for (const [field, value] of Object.entries(answer)) to.searchParams.set(field, value)
      return { location: to.href }
    },
    async '/token'({ fields }) {
      const known = begun.get(fields.get('code') ?? '')
      begun.delete(fields.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(fields.get('code_verifier') ?? '')
        .digest('base64url')
      if (known?.challenge !== challenge || known.redirectUri !== fields.get('redirect_uri'))
        return { status: 400, json: { error: 'invalid_grant' } }
      const now = Math.floor(Date.now() / 1000)
      const times = { iat: now, exp: now + 60, auth_time: now }
      const claims = {
        iss: url,
        aud: known.clientId,
        sub: 'person',
        nonce: known.nonce,
        name,
        roles: ['clerk'],
        ...times,
      }
      const idToken = await new SignJWT({ ...claims, ...lie.claims })
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(privateKey)
      const tokens = { access_token: 'x', token_type: 'Bearer', expires_in: 60 }
      return { json: { ...tokens, id_token: lie.change?.(idToken) ?? idToken } }
    },
    '/end-session': ({ query }) => ({ location: query.get('post_logout_redirect_uri') ?? url }),
  }

  const server = createServer((request, response) => {
    void answer(request, response, routes)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    answers(next) {
      lie = next
    },
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped())
        server.closeAllConnections()
      }),
  }
}

/** The same claims without a signature (RFC 7519 section 6). */
export function withoutSignature(idToken: string): string {
  return `${encodePart({ alg: 'none', typ: 'JWT' })}.${idToken.split('.')[1]}.`
}

type Asked = { readonly query: URLSearchParams; readonly fields: URLSearchParams }
type Reply = { readonly status?: number; readonly json?: object; readonly location?: string }

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  routes: Readonly<Record<string, (asked: Asked) => Promise<Reply> | Reply>>,
): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const fields = new URLSearchParams(Buffer.concat(parts).toString())
  const { status, json = {}, location } = (await routes[pathname]?.({ query, fields })) ?? { status: 404 }
  // Pages of every origin may ask.
  const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' }
  if (location !== undefined) response.writeHead(303, { location }).end()
  else response.writeHead(status ?? 200, headers).end(JSON.stringify(json))
}
