import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as openid from 'openid-client'

import { freePort } from './free-port.ts'

export type RelyingPartyClient = { readonly issuer: string; readonly id: string; readonly secret: string }

type Session = { readonly claims: openid.IDToken; readonly idToken: string }
type Attempt = { readonly state: string; readonly nonce: string; readonly verifier: string }

export type RelyingParty = {
  /** What is registered for it. Browsers see `localhost`, so that its cookies are not the portal's; the server calls a literal address. */
  readonly addresses: {
    readonly redirect: string
    readonly initiate: string
    readonly goodbye: string
    readonly backchannel: string
    readonly home: string
  }
  /** `dpop`: it asks for tokens that are bound to its key (RFC 9449). */
  use(client: RelyingPartyClient, options?: { readonly dpop?: boolean }): Promise<void>
  /** Claims of the people who are signed in. */
  sessions(): readonly openid.IDToken[]
  /** The access tokens it got: their type, and the claims that userinfo gave for them. */
  tokens(): readonly { readonly type: string; readonly userinfo: openid.UserInfoResponse }[]
  /** Logout tokens that were verified. */
  logouts(): readonly Readonly<Record<string, unknown>>[]
  close(): Promise<void>
}

/** An application that signs people in with `openid-client`, a certified client library. */
export async function startRelyingParty(): Promise<RelyingParty> {
  const port = await freePort('127.0.0.1')
  const [shown, literal] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
  const addresses = {
    redirect: `${shown}/callback`,
    initiate: `${shown}/initiate`,
    goodbye: `${shown}/goodbye`,
    backchannel: `${literal}/backchannel`,
    home: `${shown}/`,
  }
  const attempts = new Map<string, Attempt>()
  const sessions = new Map<string, Session>()
  const logouts: Readonly<Record<string, unknown>>[] = []
  const tokensGot: { type: string; userinfo: openid.UserInfoResponse }[] = []
  let config: openid.Configuration | undefined
  let bound: { readonly DPoP: openid.DPoPHandle; readonly dpop_jkt: string } | undefined
  const known = (): openid.Configuration => {
    if (config === undefined) throw new Error('The application has no registration yet.')
    return config
  }
  const keys = () => createRemoteJWKSet(new URL(known().serverMetadata().jwks_uri ?? ''))

  const routes: Readonly<Record<string, (req: IncomingMessage, res: ServerResponse, url: URL) => Promise<void>>> = {
    async '/initiate'(_req, res, url) {
      if (url.searchParams.get('iss') !== known().serverMetadata().issuer) return send(res, 400, 'another issuer')
      const [browser, verifier] = [randomUUID(), openid.randomPKCECodeVerifier()]
      const attempt = { state: openid.randomState(), nonce: openid.randomNonce(), verifier }
      attempts.set(browser, attempt)
      const to = openid.buildAuthorizationUrl(known(), {
        redirect_uri: addresses.redirect,
        scope: 'openid profile email',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(bound !== undefined && { dpop_jkt: bound.dpop_jkt }),
      })
      go(res, to.href, `attempt=${browser}; Path=/; HttpOnly; SameSite=Lax`)
    },
    async '/callback'(req, res, url) {
      const attempt = attempts.get(cookieOf(req, 'attempt') ?? '')
      if (attempt === undefined) return send(res, 400, 'no attempt of this browser')
      const checks = { expectedState: attempt.state, expectedNonce: attempt.nonce, pkceCodeVerifier: attempt.verifier }
      const how = bound === undefined ? {} : { DPoP: bound.DPoP }
      const expected = { ...checks, idTokenExpected: true }
      const tokens = await openid.authorizationCodeGrant(known(), url, expected, undefined, how)
      const claims = tokens.claims()
      if (claims === undefined || tokens.id_token === undefined) return send(res, 500, 'no ID token')
      const userinfo = await openid.fetchUserInfo(known(), tokens.access_token, claims.sub, how)
      tokensGot.push({ type: tokens.token_type, userinfo })
      const id = randomUUID()
      sessions.set(id, { claims, idToken: tokens.id_token })
      go(res, addresses.home, `application=${id}; Path=/; HttpOnly; SameSite=Lax`)
    },
    async '/'(req, res) {
      const session = sessions.get(cookieOf(req, 'application') ?? '')
      const text = session === undefined ? 'Not signed in' : `Signed in as ${session.claims.sub}`
      send(res, 200, `<h1>${text}</h1><a href="/logout">Log out</a>`)
    },
    async '/logout'(req, res) {
      const session = sessions.get(cookieOf(req, 'application') ?? '')
      if (session === undefined) return go(res, addresses.home)
      const fields = { id_token_hint: session.idToken, post_logout_redirect_uri: addresses.goodbye, state: 'bye' }
      go(res, openid.buildEndSessionUrl(known(), fields).href)
    },
    async '/goodbye'(_req, res, url) {
      send(res, 200, `<h1>Goodbye ${url.searchParams.get('state') ?? ''}</h1>`)
    },
    async '/backchannel'(req, res) {
      const token = new URLSearchParams(await bodyOf(req)).get('logout_token') ?? ''
      const { clientMetadata, serverMetadata } = {
        clientMetadata: known().clientMetadata(),
        serverMetadata: known().serverMetadata(),
      }
      const { payload } = await jwtVerify(token, keys(), {
        issuer: serverMetadata.issuer,
        audience: clientMetadata.client_id,
        typ: 'logout+jwt',
      })
      for (const [id, { claims }] of sessions) if (claims['sid'] === payload['sid']) sessions.delete(id)
      logouts.push(payload)
      send(res, 200, '')
    },
  }

  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', shown)
    const route = routes[url.pathname]
    if (route === undefined) return send(res, 404, 'not found')
    route(req, res, url).catch((error: unknown) => send(res, 500, String(error)))
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    addresses,
    async use({ issuer, id, secret }, { dpop = false } = {}) {
      const options = { execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks] }
      config = await openid.discovery(new URL(issuer), id, {}, openid.ClientSecretBasic(secret), options)
      const DPoP = dpop ? openid.getDPoPHandle(config, await openid.randomDPoPKeyPair('ES256')) : undefined
      bound = DPoP && { DPoP, dpop_jkt: await DPoP.calculateThumbprint() }
    },
    sessions: () => [...sessions.values()].map(({ claims }) => claims),
    tokens: () => tokensGot,
    logouts: () => logouts,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function send(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { 'content-type': 'text/html' }).end(text)
}

function go(res: ServerResponse, location: string, cookie?: string): void {
  res.writeHead(303, { location, ...(cookie !== undefined && { 'set-cookie': cookie }) }).end()
}

function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  return new RegExp(`(?:^|; )${name}=([^;]+)`).exec(headers.cookie ?? '')?.[1]
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of req as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString()
}
