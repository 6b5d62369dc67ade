import {
  createIdentityProvider,
  fetchPort,
  listIdentityProviders,
  type IdentityProvider,
  type IdentityProviderInput,
} from '@portico/core'
import { afterAll, afterEach, beforeAll } from 'vitest'

import { keyPair } from '../../../testing/keys.ts'
import { openPortalServer, type PortalServer, type SignedInTerminal } from '../../../testing/portal-server.ts'
import { openAppUnderTest, type AppUnderTestOptions } from './app-under-test.ts'

export type ProvidersUnderTest = ReturnType<typeof openAppUnderTest> & {
  /** The tenant, and what was sent to the server. */
  readonly at: SignedInTerminal
  /** A key that no account has. */
  readonly publicPem: string
  /** Adds a provider with these email domains, as another person does. */
  addProvider(name: string, domains?: readonly string[], settings?: Record<string, unknown>): Promise<string>
  /** As they are stored, the primary one first. */
  providers(): Promise<readonly IdentityProvider[]>
}

type Options = AppUnderTestOptions & {
  /** What differs in the tenant's file, which has no providers. */
  readonly tenant?: Record<string, unknown>
}

/** At a port where nothing listens, so that checks of it fail at once. */
const openId = (name: string) => ({
  type: 'OIDC',
  config: { issuer: `http://127.0.0.1:9/${encodeURIComponent(name)}`, clientId: 'portico' },
  clientSecret: 'not-a-secret-in-tests',
})

/** For a whole test file: the app, unlocked, over the real server; each call makes a new tenant. */
export function providersUnderTest(): (options?: Options) => Promise<ProvidersUnderTest> {
  const robot = keyPair(0)
  const { publicPem } = keyPair(1)
  let server: PortalServer
  let at: SignedInTerminal | undefined
  beforeAll(async () => {
    server = await openPortalServer()
  })
  afterAll(() => server?.close())
  afterEach(() => at?.close())
  return async ({ tenant = {}, ...options } = {}) => {
    const opened = await server.open(robot, { identityProviders: [], firstAdminGroup: undefined, ...tenant })
    at = opened
    return { ...(await openApp(opened, options)), publicPem }
  }
}

async function openApp(
  at: SignedInTerminal,
  options: AppUnderTestOptions,
): Promise<Omit<ProvidersUnderTest, 'publicPem'>> {
  const token = await at.token()
  const http = fetchPort({
    origin: at.origin,
    cookie: () => undefined,
    fetch: (request) => {
      request.headers.set('Authorization', `Bearer ${token}`)
      return fetch(request)
    },
  })
  const { now } = Date
  const opened = openAppUnderTest({ http, now, ...options })
  const { app, core } = opened
  const production = { id: at.environmentId, name: 'Production', type: 'PROD', urn: 'urn:e', readonly: false }
  core.environments.setState({ adminEnvironments: [production] })
  app.state.setState({ unlocked: new Set(['tenant', at.environmentId]) })
  return {
    ...opened,
    at,
    async addProvider(name, domains = [], settings = openId(name)) {
      const body = { name, ...settings } as IdentityProviderInput
      const made = await core.client.call(createIdentityProvider, { body })
      if (!made.ok) throw new Error(JSON.stringify(made.problem))
      await at.tenant.keepProvider(made.value.id)
      for (const domain of domains) await at.tenant.addEmailDomain(made.value.id, domain)
      return made.value.id
    },
    async providers() {
      const listed = await core.client.call(listIdentityProviders)
      if (!listed.ok) throw new Error(JSON.stringify(listed.problem))
      return listed.value.idps
    },
  }
}
