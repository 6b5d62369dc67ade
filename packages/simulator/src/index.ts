import { setTimeout as delay } from 'node:timers/promises'

import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'

import { applicationRoutes } from './applications/routes.ts'
import { authorityPath, graphPath } from './azure/addresses.ts'
import { azureCloud } from './azure/cloud.ts'
import { type AzureControl, azureProvider } from './azure/provider.ts'
import { checkConfig } from './config/check.ts'
import type { CheckedConfig } from './config/checked.ts'
import type { SimulatorConfig } from './config/shape.ts'
import type { RedirectUris } from './config/redirect-uris.ts'
import type { ProviderControl } from './control/control.ts'
import { controlRoutes } from './control/routes.ts'
import type { Log } from './log.ts'
import { loadOidcProvider } from './oidc/load.ts'
import { makeSigningKey } from './oidc/keys.ts'
import { oidcProvider } from './oidc/provider.ts'
import { pageHeaders } from './pages/headers.ts'
import { indexPage } from './pages/index-page.ts'
import { stylePath } from './pages/layout.ts'
import { messagePage } from './pages/message.ts'
import { style } from './pages/style.ts'
import type { RunningProvider } from './running-provider.ts'
import { mountPathOf } from './saml/addresses.ts'
import { validFrom } from './saml/keys.ts'
import { makeSigningKeys } from './saml/make-certificate.ts'
import { metadataOfAll } from './saml/metadata.ts'
import { type SamlControl, samlProvider } from './saml/provider.ts'
import { type Handler, listen } from './server.ts'

export type * from './config/shape.ts'
export { ConfigError } from './config/check.ts'
export { derivedGuid } from './config/guids.ts'
export type { AzureControl } from './azure/provider.ts'
export type { AzureSwitches } from './azure/switches.ts'
export type { RedirectUris } from './config/redirect-uris.ts'
export type { ProviderControl } from './control/control.ts'
export { logoutOddities, type LogoutOddity, oddities, type Oddity, type Switches } from './control/switches.ts'
export type { Log, LogEntry } from './log.ts'
export { makeSigningKeys, type SigningKeys } from './saml/make-certificate.ts'
export type { SamlControl } from './saml/provider.ts'
export type { SamlSwitches } from './saml/switches.ts'
export { ListenError } from './server.ts'

export type Simulator = {
  /** Where it listens, without a slash at the end. */
  url: string
  /** The base addresses of the simulated Microsoft cloud: settings of the server under test. */
  azure: { authority: string; graph: string }
  /** The issuer of a provider's tokens; the entity id of a SAML provider. */
  issuer(providerId: string): string
  /** What an administrator copies first: discovery of OpenID providers and Azure directories, metadata of SAML ones. */
  startHere(providerId: string): string
  /** Switches of an OpenID provider; the other two are for the other kinds. Each throws TypeError for a wrong kind. */
  control(providerId: string): ProviderControl
  azureControl(providerId: string): AzureControl
  samlControl(providerId: string): SamlControl
  addRedirectUris(providerId: string, addition: RedirectUris): void
  /** Closes the port and every connection. */
  stop(): Promise<void>
}

/**
 * Starts the identity providers and demo applications of a configuration.
 * Throws ConfigError (every mistake in one message) and ListenError (e.g. the port is taken).
 */
export async function startSimulator(config: SimulatorConfig, { log }: { log: Log }): Promise<Simulator> {
  const checked = checkConfig(config)
  const stopping = new AbortController()
  const now = () => Date.now()
  const wait = async (secs: number) => {
    if (secs > 0) await delay(secs * 1000, undefined, { signal: stopping.signal }).catch(() => undefined)
  }
  const starts = await Promise.all(checked.providers.map((each) => prepare(each)))
  const providers = new Map<string, RunningProvider>()

  const { base, close } = await listen(checked, (address) => {
    for (const start of starts) {
      const provider = start(address)
      providers.set(provider.id, provider)
    }
    return dispatch(providers, pageRoutes(checked, providers, { base: address, log, now, wait }))
  })

  /** Makes what takes time before the port is open; the rest needs the address that was really taken. */
  async function prepare(provider: CheckedConfig['providers'][number]): Promise<(base: URL) => RunningProvider> {
    const { signal } = stopping
    if (provider.kind === 'oidc') {
      const [oidc, firstKey] = await Promise.all([
        loadOidcProvider(log),
        makeSigningKey(provider.idTokenSignedResponseAlg),
      ])
      return (at) =>
        oidcProvider(provider, { oidc, base: at, firstKey, log, stopping: signal, fetch: globalThis.fetch })
    }
    if (provider.kind === 'azure') {
      const firstKey = await makeSigningKey('RS256')
      return (at) => azureProvider(provider, { base: at, firstKey, log, now })
    }
    const firstKeys = provider.signing ?? (await makeSigningKeys(provider.id, validFrom(now())))
    return (at) => samlProvider(provider, { base: at, firstKeys, fetch: globalThis.fetch, log, now, wait })
  }

  function running<Kind extends RunningProvider['kind']>(
    providerId: string,
    ...kinds: Kind[]
  ): Extract<RunningProvider, { kind: Kind }> {
    const found = providers.get(providerId)
    if (found === undefined || !kinds.some((each) => each === found.kind))
      throw new TypeError(`The simulator plays no ${kinds.join(' or ')} provider "${providerId}".`)
    return found as Extract<RunningProvider, { kind: Kind }>
  }
  const any = ['oidc', 'azure', 'saml'] as const

  log({ level: 'info', message: 'The simulator listens.', url: base.origin })
  return {
    url: base.origin,
    azure: { authority: new URL(authorityPath, base).href, graph: new URL(graphPath, base).href },
    issuer: (providerId) => running(providerId, ...any).issuer,
    startHere: (providerId) => running(providerId, ...any).startHere,
    control: (providerId) => running(providerId, 'oidc').control,
    azureControl: (providerId) => running(providerId, 'azure').control,
    samlControl: (providerId) => running(providerId, 'saml').control,
    addRedirectUris: (providerId, addition) => running(providerId, 'oidc', 'azure').control.addRedirectUris(addition),
    async stop() {
      stopping.abort()
      await close()
    },
  }
}

/** Requests below /oidc/{id} go to that provider, all others to the routes of the other kinds and the pages. */
function dispatch(providers: ReadonlyMap<string, RunningProvider>, routes: Hono): Handler {
  const pages = getRequestListener(routes.fetch, { overrideGlobalObjects: false })
  return (request, response) => {
    const id = /^\/oidc\/([a-z0-9-]+)(?=[/?]|$)/.exec(request.url ?? '')?.[1]
    const provider = id === undefined ? undefined : providers.get(id)
    if (provider?.kind === 'oidc') provider.handle(request, response)
    else void pages(request, response)
  }
}

type PageDeps = { base: URL; log: Log; now: () => number; wait: (secs: number) => Promise<void> }

function pageRoutes(config: CheckedConfig, providers: ReadonlyMap<string, RunningProvider>, deps: PageDeps): Hono {
  const all = [...providers.values()]
  const saml = all.filter((each) => each.kind === 'saml')
  const pages = new Hono({ strict: false })
  pages.get('/', (context) => {
    const shown = indexPage({ providers: all, applications: config.applications })
    return context.html(shown, 200, pageHeaders())
  })
  pages.get(stylePath, (context) => {
    return context.body(style, 200, { ...pageHeaders(), 'content-type': 'text/css; charset=utf-8' })
  })
  pages.route('/apps', applicationRoutes(config.applications, deps))
  pages.route(
    '/',
    azureCloud(
      all.filter((each) => each.kind === 'azure'),
      deps,
    ),
  )
  pages.get('/saml/metadata.xml', async (context) => {
    const entities = await Promise.all(saml.map((each) => each.metadata()))
    return context.body(metadataOfAll(entities).markup, 200, { 'content-type': 'application/samlmetadata+xml' })
  })
  for (const each of saml) pages.route(mountPathOf(each), each.routes)
  if (config.control)
    pages.route(
      '/control',
      controlRoutes((id) => providers.get(id)?.control),
    )
  pages.notFound((context) => {
    return context.html(messagePage({ title: 'Not found', sentences: ['There is nothing here.'] }), 404, pageHeaders())
  })
  pages.onError((error, context) => {
    deps.log({ level: 'error', message: 'A request broke.', error: String(error) })
    return context.html(messagePage({ title: 'The simulator failed', sentences: [] }), 500, pageHeaders())
  })
  return pages
}
