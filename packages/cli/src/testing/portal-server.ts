import { createPrivateKey, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { request as send, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

import { fetchPort } from '@portico/core'
import { listenTestServer, type ListeningTenant } from '@portico/server/testing'

import { openCookieJar } from '../kit/http/cookies.ts'
import { requestToken } from '../kit/credentials/token.ts'
import { writeOwn, type KeyPair } from './keys.ts'
import { listenLoopback, type Received } from './loopback.ts'
import { openTerminal, type Ran, type RunOptions, type Terminal } from './terminal.ts'

export { madeCertificate, makePng, type RecordedAttempt } from '@portico/server/testing'

/** An answer that a healthy server does not give: an outage, a proxy, or a server that is not Portico. */
export type BrokenAnswer = { readonly status: number; readonly body: unknown }

/** The real server in this process, with its own database, behind a loopback port that records what is sent. */
export type PortalServer = {
  readonly origin: string
  /** A new tenant, and a terminal signed in to it by its environment. */
  open(robot: KeyPair, more?: Record<string, unknown>): Promise<SignedInTerminal>
  close(): Promise<void>
}

export type SignedInTerminal = {
  readonly tenant: ListeningTenant
  readonly origin: string
  /** The service account that signs in: a Security Admin, in another environment than Production. */
  readonly accountId: string
  readonly environmentId: string
  readonly billing: { readonly id: string; readonly urn: string }
  readonly archive: { readonly id: string; readonly urn: string }
  readonly terminal: Terminal
  /** The variables that sign the terminal in. */
  readonly env: Readonly<Record<string, string>>
  /** Requests since this tenant was made. */
  readonly received: readonly Received[]
  /** Assertions sent to the token endpoint. */
  assertions(): readonly string[]
  /** Called before a request reaches the server; an answer is sent in place of the server's. */
  before: ((request: Received) => BrokenAnswer | undefined | Promise<BrokenAnswer | undefined>) | undefined
  /** Accounts of Production as they are stored. */
  accounts(): ReturnType<ListeningTenant['accounts']>
  run(argv: readonly string[], options?: RunOptions): Promise<Ran>
  /** Runs commands as a new person of these groups; {@link run} stays with the service account. */
  person(groups: readonly string[], environment?: string | null): Promise<SignedInTerminal['run']>
  /** A token of the service account, for programs that do not sign in by themselves. */
  token(): Promise<string>
  close(): Promise<void>
}

/** `accessTokenSecs`: how long tokens work; `supportUrl`: the page of support and training. */
export async function openPortalServer(
  change: { accessTokenSecs?: number; supportUrl?: string } = {},
): Promise<PortalServer> {
  let port = 0
  let current: SignedInTerminal | undefined
  const front = await listenLoopback((request, response, body) => {
    const { before } = current ?? {}
    // Without a promise where there is none to wait for, so that requests keep their order.
    const broken = before?.(request)
    if (!(broken instanceof Promise)) return pass(broken)
    void broken.then(pass)
    function pass(instead: BrokenAnswer | undefined): void {
      if (instead === undefined) return forward(request, body, { port, response, now: server.clock.now() })
      response.writeHead(instead.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(instead.body))
    }
  })
  const server = await listenTestServer({ baseUrl: front.origin, ...change })
  port = server.port
  return {
    origin: front.origin,
    async open(robot, more = {}) {
      const tenant = await server.makeTenant({ ...tenantFile(robot), ...more })
      current = signedIn(tenant, { origin: front.origin, robot, received: front.received, now: server.clock.now() })
      return current
    },
    close: async () => {
      await front.close()
      await server.close()
    },
  }
}

function tenantFile(pair: KeyPair): Record<string, unknown> {
  return {
    environments: [
      { slug: 'production', name: 'Production', type: 'PROD' },
      { slug: 'operations', name: 'Operations', type: 'TEST' },
    ],
    applications: [
      {
        slug: 'billing',
        label: 'Billing',
        launchUrl: 'https://billing.example/',
        roles: ['reader', 'writer'].map((name) => ({ name, label: name.toUpperCase() })),
      },
      { slug: 'billing-archive', label: 'Billing archive', singleTenant: true, launchUrl: 'https://archive.example/' },
    ],
    serviceAccounts: [securityAdmin('robot', pair)],
  }
}

function signedIn(
  tenant: ListeningTenant,
  o: { origin: string; robot: KeyPair; received: readonly Received[]; now: number },
): SignedInTerminal {
  const from = o.received.length
  const application = (slug: string) => ({
    id: tenant.applicationIds.get(slug) ?? '',
    urn: `urn:portico:${tenant.slug}:application:${slug}`,
  })
  const accountId = tenant.serviceAccountIds.get('robot') ?? ''
  const environmentId = tenant.environmentIds.get('production') ?? ''
  const terminal = openTerminal()
  terminal.now = o.now
  writeOwn(terminal.folder, 'robot.pem', o.robot.privatePem)
  const env = {
    PORTICO_SERVER: o.origin,
    PORTICO_SERVICE_ACCOUNT: accountId,
    PORTICO_KEY_FILE: 'robot.pem',
    PORTICO_ENV: 'Production',
  }
  return {
    tenant,
    origin: o.origin,
    accountId,
    environmentId,
    billing: application('billing'),
    archive: application('billing-archive'),
    terminal,
    env,
    before: undefined,
    get received() {
      return o.received.slice(from)
    },
    assertions() {
      const asked = this.received.filter(({ path }) => path === '/oauth2/token')
      return asked.map(({ body }) => new URLSearchParams(body).get('client_assertion') ?? '')
    },
    accounts: () => tenant.accounts(environmentId),
    run: (argv, options = {}) => terminal.run(argv, { ...options, env: { ...env, ...options.env } }),
    async person(groups, environment) {
      const folder = join(terminal.folder, randomUUID())
      const jar = join(folder, 'portico/cookies-default.json')
      const cookies = await tenant.signIn(`${randomUUID()}@${tenant.slug}.example`, groups, environment)
      await openCookieJar(jar, o.origin).store(o.origin, cookies)
      const own = { XDG_STATE_HOME: folder, PORTICO_SERVER: o.origin, PORTICO_ENV: 'Production' }
      return (argv, options = {}) => terminal.run(argv, { ...options, env: { ...own, ...options.env } })
    },
    async token() {
      const key = createPrivateKey(o.robot.privatePem)
      const http = fetchPort({ fetch, origin: o.origin, cookie: () => undefined })
      const signing = { server: o.origin, account: accountId, key }
      return (await requestToken(signing, { http, now: () => terminal.now, randomId: randomUUID })).accessToken
    },
    async close() {
      terminal.remove()
      await tenant.freeFormats()
    },
  }
}

/** As a reverse proxy does, with the Host that was asked for. */
type Forwarding = { readonly port: number; readonly response: ServerResponse; readonly now: number }

/** The Date header follows the clock of the server, as everything else in its answers. */
function forward(request: Received, body: Buffer, { port, response, now }: Forwarding) {
  const path = request.query.size > 0 ? `${request.path}?${request.query.toString()}` : request.path
  const passed = send({ host: '127.0.0.1', port, method: request.method, path, headers: request.headers }, (answer) => {
    const date = new Date(now).toUTCString()
    response.writeHead(answer.statusCode ?? 502, { ...(answer.headers as IncomingHttpHeaders), date })
    answer.pipe(response)
  })
  passed.on('error', () => response.destroy())
  passed.end(body)
}

/** A service account of a tenant file that may do everything; `robot` is the one that signs in. */
export function securityAdmin(name: string, { publicPem }: KeyPair): Record<string, unknown> {
  return { environment: 'operations', name, key1: publicPem, applications: ['portal:security-admin'] }
}

/** An OpenID provider of a tenant file, at a port where nothing listens. */
export function openIdProvider(name: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const config = { issuer: `http://127.0.0.1:9/${encodeURIComponent(name)}`, clientId: 'portico' }
  return { name, type: 'OIDC', config, clientSecret: 'not-a-secret-in-tests', ...more }
}

/** A SAML provider of a tenant file. */
export function samlProvider(
  name: string,
  config: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  const entity = { entityId: `urn:${name.toLowerCase()}`, ssoUrl: 'https://login.example.com/sso' }
  return { name, type: 'OPENSAML', config: { ...entity, ...config }, ...more }
}
