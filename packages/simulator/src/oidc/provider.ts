import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Provider } from 'oidc-provider'

import type { CheckedClient, CheckedOidc } from '../config/checked.ts'
import { isLoopback, loopbackOrigins } from '../config/names.ts'
import { withRedirectUris } from '../config/redirect-uris.ts'
import { holdSwitches, type ProviderControl } from '../control/control.ts'
import type { Log } from '../log.ts'
import { pageHeaders } from '../pages/headers.ts'
import { discoveryPath, lasting, oidcConfiguration, routes } from './configuration.ts'
import { passesFaults } from './faults.ts'
import { makeSigningKey, type SigningKey } from './keys.ts'
import type { OidcProviderModule } from './load.ts'
import { logoutByForm } from './logout-by-form.ts'
import { logoutFetch } from './logout-tokens.ts'
import { oddAnswers } from './odd-answers.ts'
import { showSession } from './session.ts'
import { signIn } from './sign-in.ts'
import { memoryStorage } from './storage.ts'

type Deps = {
  oidc: OidcProviderModule
  base: URL
  firstKey: SigningKey
  log: Log
  stopping: AbortSignal
  fetch: typeof globalThis.fetch
}

/** An OpenID provider, answering below `/oidc/{id}` of the simulator's address. */
export type RunningOidc = {
  kind: 'oidc'
  id: string
  name: string
  issuer: string
  startHere: string
  session: string
  control: ProviderControl
  /** Answers one request whose path begins with `/oidc/{id}`. */
  handle(request: IncomingMessage, response: ServerResponse): void
}

/**
 * One OpenID provider at `{base}/oidc/{id}`. New keys and new redirect addresses rebuild oidc-provider over the same
 * storage, so sessions and codes survive them.
 */
export function oidcProvider(config: CheckedOidc, { oidc, base, firstKey, log, stopping, fetch }: Deps): RunningOidc {
  const mountPath = `/oidc/${config.id}`
  const issuer = new URL(mountPath, base).href
  const held = holdSwitches()
  const kept = lasting(mountPath, Number(base.port), config.id, memoryStorage())
  let clients: readonly CheckedClient[] = config.clients
  let key = firstKey
  const last = {}
  let foreignKey: Promise<SigningKey> | undefined
  let answer = build()

  function build(): ReturnType<Provider['callback']> {
    const foreign = () => (foreignKey ??= makeSigningKey(config.idTokenSignedResponseAlg))
    const secretOf = (clientId: string) => clients.find((each) => each.clientId === clientId)?.clientSecret ?? ''
    const oddLogout = () => held.switches().oddLogout
    const send = logoutFetch({ fetch, key, foreign, secretOf, odd: oddLogout, last })
    const provider = new oidc.Provider(issuer, oidcConfiguration(oidc, config, clients, key, kept, send))
    if (config.anyLoopback) allowLoopback(provider)
    const odd = () => held.switches().odd
    const headers = pageHeaders([
      ...clients.flatMap((each) => [...each.redirectUris, ...each.postLogoutRedirectUris].map(originOf)),
      ...(config.anyLoopback ? loopbackOrigins : []),
    ])
    provider.use(async (context, next) => {
      context.set(headers)
      await next()
    })
    provider.use(oddAnswers({ config, mountPath, key, foreign, odd, stopping }))
    provider.use(logoutByForm(mountPath))
    provider.use(showSession(provider, { config, mountPath }))
    provider.use(signIn(provider, { oidc, config, mountPath, log }))
    provider.on('authorization.success', (_context, out) => {
      if (odd() === 'wrong-iss-parameter' && out !== undefined) out['iss'] = 'https://elsewhere.example'
    })
    logFailures(provider, config.id, log)
    return provider.callback()
  }

  return {
    kind: 'oidc',
    id: config.id,
    name: config.name,
    issuer,
    startHere: issuer + discoveryPath,
    session: `${mountPath}${routes.session}`,
    control: {
      ...held,
      async rotateKeys() {
        key = await makeSigningKey(config.idTokenSignedResponseAlg)
        answer = build()
        log({ level: 'info', message: 'The signing key was rotated.', provider: config.id, kid: key.kid })
      },
      addRedirectUris(addition) {
        clients = withRedirectUris(clients, addition)
        answer = build()
      },
    },
    handle(request, response) {
      const path = moveBelow(request, mountPath, base)
      passesFaults(held.switches(), path, request, response, stopping)
        .then((passes) => (passes ? answer(request, response) : undefined))
        .catch((error: unknown) => {
          log({ level: 'error', message: 'The provider failed.', provider: config.id, error: String(error) })
          request.socket.destroy()
        })
    },
  }
}

/** Lets every client use any address of this machine, beside those that it registered. */
function allowLoopback(provider: Provider): void {
  const { prototype } = provider.Client
  for (const name of ['redirectUriAllowed', 'postLogoutRedirectUriAllowed'] as const) {
    const registered = prototype[name]
    prototype[name] = function (uri) {
      return isLoopback(uri) || registered.call(this, uri)
    }
  }
}

/** Hides the mount path and the caller's Host header from oidc-provider: a provider has one address. */
function moveBelow(request: IncomingMessage & { originalUrl?: string }, mountPath: string, base: URL): string {
  const whole = request.url ?? '/'
  request.originalUrl = whole
  request.url = whole.slice(mountPath.length) || '/'
  request.headers.host = base.host
  return request.url.split('?', 1)[0] ?? '/'
}

function originOf(uri: string): string {
  return new URL(uri).origin
}

/** Says in the log why requests fail: the error's code and sentence, never the request. */
function logFailures(provider: Provider, id: string, log: Log): void {
  const told = (level: 'warn' | 'error', event: string) => (_context: unknown, error: Error) => {
    const description = 'error_description' in error ? String(error.error_description) : undefined
    log({ level, message: 'A request failed.', provider: id, event, error: error.message, description })
  }
  provider.on('authorization.error', told('warn', 'authorization.error'))
  provider.on('grant.error', told('warn', 'grant.error'))
  provider.on('userinfo.error', told('warn', 'userinfo.error'))
  provider.on('end_session.error', told('warn', 'end_session.error'))
  provider.on('backchannel.error', (_context, error) => {
    log({ level: 'warn', message: 'A logout token was not taken.', provider: id, error: error.message })
  })
  provider.on('server_error', told('error', 'server_error'))
  // Koa prints to the console without a listener.
  const emitter: EventEmitter = provider
  emitter.on('error', (error: Error) => {
    log({ level: 'error', message: 'A request broke.', provider: id, error: error.message })
  })
}
