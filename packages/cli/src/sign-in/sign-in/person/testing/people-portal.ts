import { createHash, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'

import { listenLoopback, type Loopback, type Received } from '../../../../testing/loopback.ts'

/** A portal's state for people who sign in at a shell. Tests mutate it to change the behaviour. */
export type PeopleState = {
  /** Successive token endpoint responses to device codes; the last one repeats. `token` issues a token. */
  readonly polls: string[]
  readonly tokens: Set<string>
  /** Live sessions, and the environment each has selected. */
  readonly sessions: Map<string, string | null>
  /** Code challenges by code. */
  readonly codes: Map<string, { challenge: string; redirectUri: string }>
  tenant: string
  verificationUri: string | undefined
}

export type PeoplePortal = Loopback & { readonly state: PeopleState }

const environments = [
  { id: 'env-1', name: 'Production', type: 'PROD' },
  { id: 'env-2', name: 'Staging', type: 'TEST' },
]

/** The part of a portal for signing in at a shell; e2e tests use the real one. */
export async function startPeoplePortal(): Promise<PeoplePortal> {
  const state: PeopleState = {
    polls: ['authorization_pending', 'token'],
    tokens: new Set(),
    sessions: new Map(),
    codes: new Map(),
    tenant: 'acme',
    verificationUri: undefined,
  }
  let origin = ''
  const loopback = await listenLoopback((request, response) => answer(request, response, state, origin))
  origin = loopback.origin
  return { ...loopback, state }
}

/** The redirect address of the approval page after the person allows. */
export function allowed(portal: PeoplePortal, authorizationUrl: string, change: Record<string, string> = {}): string {
  const query = new URL(authorizationUrl).searchParams
  const redirectUri = query.get('redirect_uri') ?? ''
  const code = randomUUID()
  portal.state.codes.set(code, { challenge: query.get('code_challenge') ?? '', redirectUri })
  const fields = { code, state: query.get('state') ?? '', iss: portal.origin, ...change }
  return `${redirectUri}?${new URLSearchParams(fields).toString()}`
}

function answer(request: Received, response: ServerResponse, state: PeopleState, origin: string): void {
  const form = new URLSearchParams(request.body)
  const page = state.verificationUri ?? `${origin}/login/device`
  switch (request.path) {
    case '/oauth2/device_authorization':
      return send(response, 200, {
        device_code: 'secret-device-code',
        user_code: 'WDJB-MJHT',
        verification_uri: page,
        verification_uri_complete: `${page}?user_code=WDJB-MJHT`,
        expires_in: 600,
        interval: 0,
      })
    case '/oauth2/token':
      return token(form, response, state)
    case '/api/login/cli-session':
      return begin(request, response, state)
    default:
      return inSession(request, response, state)
  }
}

function token(form: URLSearchParams, response: ServerResponse, state: PeopleState): void {
  const refuse = (error: string) => send(response, 400, { error, error_description: `Refused: ${error}` })
  if (form.get('grant_type') === 'authorization_code') {
    const asked = state.codes.get(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (asked?.challenge !== challenge || asked.redirectUri !== form.get('redirect_uri')) return refuse('invalid_grant')
  } else {
    const said = (state.polls.length > 1 ? state.polls.shift() : state.polls[0]) ?? 'token'
    if (said !== 'token') return refuse(said)
  }
  const made = `access-${randomUUID()}`
  state.tokens.add(made)
  return send(response, 200, { access_token: made, token_type: 'Bearer', expires_in: 60 })
}

function begin({ headers }: Received, response: ServerResponse, state: PeopleState): void {
  if (!state.tokens.delete(headers.authorization?.replace(/^Bearer /, '') ?? '')) return unauthenticated(response)
  const session = randomUUID()
  state.sessions.set(session, null)
  return send(response, 204, undefined, cookiesOf(session))
}

function inSession({ headers, path, method, body }: Received, response: ServerResponse, state: PeopleState): void {
  const session = /portico-session=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? ''
  if (!state.sessions.has(session)) return unauthenticated(response)
  if (method === 'POST' && headers['x-csrftoken'] !== `csrf-${session}`) return send(response, 403, { errorID: 'CSRF' })
  if (path === '/api/login/signout') {
    state.sessions.delete(session)
    return send(response, 303, undefined, { 'Set-Cookie': ['portico-session=; Path=/; Max-Age=0'] })
  }
  if (path === '/api/portal/environments' && method === 'POST') {
    const renamed = randomUUID()
    state.sessions.delete(session)
    state.sessions.set(renamed, new URLSearchParams(body).get('env_id'))
    return send(response, 303, undefined, cookiesOf(renamed))
  }
  if (path === '/api/portal/environments') return send(response, 200, { environments, selected: null })
  if (path === '/api/portal/cloudsession')
    return send(response, 200, {
      expiresOn: '2030-01-01T00:00:00Z',
      sessionIdleSecs: 900,
      deactivated: false,
      systemBanner: null,
    })
  return send(response, 200, {
    kind: 'user',
    id: 'user-1',
    username: 'ada@acme.example',
    name: 'Ada',
    email: null,
    tenant: { id: 'tenant-1', name: state.tenant },
    environment: null,
    identityProvider: null,
    groups: [],
    portalRoles: [],
  })
}

function cookiesOf(session: string): Record<string, string[]> {
  const flags = 'Path=/; SameSite=Lax'
  return { 'Set-Cookie': [`portico-session=${session}; ${flags}; HttpOnly`, `csrf=csrf-${session}; ${flags}`] }
}

function unauthenticated(response: ServerResponse): void {
  send(response, 401, {
    errorID: 'UNAUTHENTICATED',
    errorMessage: 'Sign in first.',
    requestID: 'request-1',
    details: [],
  })
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string | string[]> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'request-1', ...headers })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}
