import { createPublicKey, randomUUID, verify } from 'node:crypto'
import type { ServerResponse } from 'node:http'

import type { Dependency, ServiceAccount } from '@portico/core'

import { accountPage } from './portal-accounts.ts'
import { listenLoopback, type Loopback, type Received } from './loopback.ts'

/** The portal's state. Tests mutate it to change the behaviour. */
export type PortalState = {
  /** PEM public key of the account that can sign in. */
  signInKey: string
  readonly accountId: string
  /** Valid tokens. */
  readonly tokens: Set<string>
  tokenLifeSeconds: number
  environments: { id: string; name: string; type: string; urn: string; readonly: boolean }[]
  readonly accounts: Map<string, { account: ServiceAccount; version: number; dependencies: Dependency[] }>
  /** Overrides the portal's response if it returns one. */
  override: ((request: Received) => { status: number; body: unknown } | undefined) | undefined
  /** Additional routes for signed-in callers; returns true if it responded. */
  also: ((request: Received, response: ServerResponse) => boolean) | undefined
  /** Delays a response until the returned promise resolves. */
  heldUntil: ((request: Received) => Promise<void> | undefined) | undefined
  /** Assertions received by the token endpoint. */
  readonly assertions: string[]
}

export type Portal = Loopback & { readonly state: PortalState }

export const billing = {
  id: 'app-1',
  label: 'Billing',
  urn: 'urn:portico:acme:application:billing',
  singleTenant: false,
}
export const billingArchive = {
  id: 'app-2',
  label: 'Billing archive',
  urn: `${billing.urn}:archive`,
  singleTenant: true,
}
const roles = ['reader', 'writer'].map((name) => ({
  id: `role-${name}`,
  name,
  label: name.toUpperCase(),
  visible: true,
  appId: billing.id,
  environmentId: 'env-1',
}))

/** A small portal over HTTP that covers the life cycle of a service account; e2e tests use the real one. */
export async function startPortal(signInKey: string): Promise<Portal> {
  const state: PortalState = {
    signInKey,
    accountId: 'robot-1',
    tokens: new Set(),
    tokenLifeSeconds: 600,
    environments: [
      { id: 'env-1', name: 'Production', type: 'PROD', urn: 'urn:portico:acme:environment:1', readonly: false },
    ],
    accounts: new Map(),
    override: undefined,
    also: undefined,
    heldUntil: undefined,
    assertions: [],
  }
  let origin = ''
  const loopback = await listenLoopback((request, response) => {
    const special = state.override?.(request)
    if (special !== undefined) return send(response, special.status, special.body)
    if (request.path === '/.well-known/openid-configuration')
      return send(response, 200, { issuer: origin, token_endpoint: `${origin}/oauth2/token` })
    if (request.path === '/oauth2/token') return issueToken(request, response, state, origin)
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
    if (!state.tokens.has(token)) return problem(response, 401, 'UNAUTHENTICATED')
    if (request.path === '/api/login/signout') {
      state.tokens.delete(token)
      return send(response, 303, undefined)
    }
    if (state.also?.(request, response)) return
    const held = state.heldUntil?.(request)
    if (held === undefined) return answer(request, response, state)
    void held.then(() => answer(request, response, state))
  })
  origin = loopback.origin
  return { ...loopback, state }
}

function issueToken(request: Received, response: ServerResponse, state: PortalState, origin: string): void {
  const assertion = new URLSearchParams(request.body).get('client_assertion') ?? ''
  state.assertions.push(assertion)
  const [head = '', claims = '', signature = ''] = assertion.split('.')
  const key = createPublicKey(state.signInKey)
  const isSigned = verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))
  const { sub, aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string; aud: string }
  if (!isSigned || sub !== state.accountId || aud !== origin) return send(response, 401, { error: 'invalid_client' })
  const token = `token-${randomUUID()}`
  state.tokens.add(token)
  return send(response, 200, { access_token: token, token_type: 'Bearer', expires_in: state.tokenLifeSeconds })
}

function answer(request: Received, response: ServerResponse, state: PortalState): void {
  const { method, path } = request
  const below = '/api/portal/admin/environments'
  if (path === '/api/portal/launcher/principalinfo') return send(response, 200, principal(state))
  if (path === '/api/portal/cloudsession')
    return send(response, 200, {
      expiresOn: '2030-01-01T00:00:00Z',
      sessionIdleSecs: 900,
      deactivated: false,
      systemBanner: null,
    })
  if (path === '/api/portal/publickey') return send(response, 200, { publicKey: state.signInKey })
  if (path === below) return send(response, 200, { environments: state.environments })
  if (path === `${below}/env-1/applications`) return send(response, 200, { applications: [billing, billingArchive] })
  if (path.endsWith('/applications/app-1/roles')) return send(response, 200, { roles, readonly: false })
  if (path.endsWith('/applications/app-2/roles')) return send(response, 200, { roles: [], readonly: false })
  const accounts = `${below}/env-1/service-accounts`
  if (path === accounts && method === 'GET')
    return send(response, 200, accountPage([...state.accounts.values()], request.query, applicationOf))
  if (path === accounts && method === 'POST') return create(request, response, state)
  const [, id = '', rest] = path.slice(accounts.length).split('/')
  const held = state.accounts.get(id)
  if (!path.startsWith(accounts) || held === undefined) return problem(response, 404, 'NOT_FOUND')
  if (rest === 'applications') {
    if (method === 'PUT') held.dependencies = (JSON.parse(request.body) as { dependencies: Dependency[] }).dependencies
    const rows = held.dependencies.map((row) => ({ ...row, ...applicationOf(row) }))
    return send(response, 200, { dependencies: rows })
  }
  const wanted = request.headers['if-match']
  if (wanted !== undefined && wanted !== `"${held.version}"`) return problem(response, 412, 'STALE')
  if (method === 'PUT') {
    const { createdAt, updatedAt, urn } = held.account
    held.account = { ...(JSON.parse(request.body) as ServiceAccount), id, urn, createdAt, updatedAt }
    held.version += 1
  }
  if (method === 'DELETE') {
    state.accounts.delete(id)
    return send(response, 204, undefined)
  }
  return send(response, 200, held.account, { ETag: `"${held.version}"` })
}

function create(request: Received, response: ServerResponse, state: PortalState): void {
  const id = `sa-${state.accounts.size + 1}`
  const made = {
    id,
    urn: `urn:portico:acme:service-account:${id}`,
    createdAt: '2026-11-21T09:00:00Z',
    updatedAt: '2026-11-21T09:00:00Z',
  }
  const account = { ...(JSON.parse(request.body) as ServiceAccount), ...made }
  if ([...state.accounts.values()].some((held) => held.account.name === account.name))
    return problem(response, 409, 'NAME_TAKEN')
  state.accounts.set(id, { account, version: 1, dependencies: [] })
  return send(response, 201, account, { ETag: '"1"' })
}

function applicationOf({ appId }: Dependency): { label: string; urn: string } {
  const { label, urn } = appId === billing.id ? billing : billingArchive
  return { label, urn }
}

function principal(state: PortalState): unknown {
  return {
    kind: 'service-account',
    id: state.accountId,
    username: 'urn:portico:acme:service-account:robot-1',
    name: 'Robot',
    email: null,
    tenant: { id: 'tenant-1', name: 'acme' },
    environment: null,
    identityProvider: null,
    groups: [],
    portalRoles: ['security-admin'],
  }
}

export function problem(response: ServerResponse, status: number, errorID: string): void {
  send(response, status, { errorID, errorMessage: `Refused: ${errorID}`, requestID: 'request-1', details: [] })
}

export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'request-1', ...headers })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}
