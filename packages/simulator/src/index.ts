import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'

import { applicationRoutes } from './applications/routes.ts'
import { checkConfig } from './config/check.ts'
import type { CheckedConfig, SimulatorConfig } from './config/shape.ts'
import type { ProviderControl, RedirectUris } from './control/control.ts'
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
import { type Handler, listen } from './server.ts'

export type { ClientConfig, PersonConfig, ProviderConfig, SimulatorConfig } from './config/shape.ts'
export { ConfigError } from './config/check.ts'
export type { ProviderControl, RedirectUris } from './control/control.ts'
export { oddities, type Oddity, type Switches } from './control/switches.ts'
export type { Log, LogEntry } from './log.ts'
export { ListenError } from './server.ts'

export type Simulator = {
  /** Where it listens, without a slash at the end. */
  url: string
  issuer(providerId: string): string
  control(providerId: string): ProviderControl
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
  const oidc = await loadOidcProvider(log)
  const keys = await Promise.all(checked.providers.map((each) => makeSigningKey(each.idTokenSignedResponseAlg)))
  const providers = new Map<string, RunningProvider>()

  const { base, close } = await listen(checked, (address) => {
    checked.providers.forEach((each, index) => {
      const deps = { oidc, base: address, firstKey: keys[index]!, log, stopping: stopping.signal }
      providers.set(each.id, oidcProvider(each, deps))
    })
    return dispatch(checked, providers)
  })

  function running(providerId: string): RunningProvider {
    const found = providers.get(providerId)
    if (found === undefined) throw new TypeError(`The simulator plays no provider "${providerId}".`)
    return found
  }

  log({ level: 'info', message: 'The simulator listens.', url: base.origin })
  return {
    url: base.origin,
    issuer: (providerId) => running(providerId).issuer,
    control: (providerId) => running(providerId).control,
    addRedirectUris: (providerId, addition) => running(providerId).control.addRedirectUris(addition),
    async stop() {
      stopping.abort()
      await close()
    },
  }
}

/** Requests below /{kind}/{id} go to that provider, all others to the pages. */
function dispatch(config: CheckedConfig, providers: ReadonlyMap<string, RunningProvider>): Handler {
  const pages = getRequestListener(pageRoutes(config, providers).fetch)
  return (request, response) => {
    const [, kind, id] = /^\/([a-z0-9-]+)\/([a-z0-9-]+)(?=[/?]|$)/.exec(request.url ?? '') ?? []
    const provider = kind === 'oidc' && id !== undefined ? providers.get(id) : undefined
    if (provider !== undefined) provider.handle(request, response)
    else void pages(request, response)
  }
}

function pageRoutes(config: CheckedConfig, providers: ReadonlyMap<string, RunningProvider>): Hono {
  const pages = new Hono()
  pages.get('/', (context) => {
    const shown = indexPage({ providers: [...providers.values()], applications: config.applications })
    return context.html(shown, 200, pageHeaders())
  })
  pages.get(stylePath, (context) => {
    return context.body(style, 200, { ...pageHeaders(), 'content-type': 'text/css; charset=utf-8' })
  })
  pages.route('/apps', applicationRoutes(config.applications))
  if (config.control)
    pages.route(
      '/control',
      controlRoutes((id) => providers.get(id)?.control),
    )
  pages.notFound((context) => {
    return context.html(messagePage({ title: 'Not found', sentences: ['There is nothing here.'] }), 404, pageHeaders())
  })
  return pages
}
