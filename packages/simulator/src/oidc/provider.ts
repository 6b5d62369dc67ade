import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'

import type { Provider } from 'oidc-provider'

import { ConfigError, isWebAddress, webAddressSentence } from '../config/check.ts'
import { fields } from '../config/fields.ts'
import type { CheckedProvider, ClientConfig } from '../config/shape.ts'
import { holdSwitches, type RedirectUris } from '../control/control.ts'
import type { Log } from '../log.ts'
import { pageHeaders } from '../pages/headers.ts'
import type { RunningProvider } from '../running-provider.ts'
import { lasting, oidcConfiguration } from './configuration.ts'
import { passesFaults } from './faults.ts'
import { makeSigningKey, type SigningKey } from './keys.ts'
import type { OidcProviderModule } from './load.ts'
import { oddAnswers } from './odd-answers.ts'
import { signIn } from './sign-in.ts'
import { memoryStorage } from './storage.ts'

type Deps = { oidc: OidcProviderModule; base: URL; firstKey: SigningKey; log: Log; stopping: AbortSignal }

/**
 * One OpenID provider at `{base}/oidc/{id}`. New keys and new redirect addresses build oidc-provider anew over the same
 * storage, so sessions and codes survive them.
 */
export function oidcProvider(config: CheckedProvider, { oidc, base, firstKey, log, stopping }: Deps): RunningProvider {
  const mountPath = `/oidc/${config.id}`
  const issuer = new URL(mountPath, base).href
  const held = holdSwitches()
  const kept = lasting(mountPath, Number(base.port), config.id, memoryStorage())
  let clients: readonly Required<ClientConfig>[] = config.clients
  let key = firstKey
  let foreignKey: Promise<SigningKey> | undefined
  let answer = build()

  function build(): ReturnType<Provider['callback']> {
    const provider = new oidc.Provider(issuer, oidcConfiguration(oidc, config, clients, key, kept))
    const foreign = () => (foreignKey ??= makeSigningKey(config.idTokenSignedResponseAlg))
    const odd = () => held.switches().odd
    const headers = pageHeaders(
      clients.flatMap((each) => [...each.redirectUris, ...each.postLogoutRedirectUris].map(originOf)),
    )
    provider.use(async (context, next) => {
      context.set(headers)
      await next()
    })
    provider.use(oddAnswers({ config, mountPath, key, foreign, odd, stopping }))
    provider.use(signIn(provider, { oidc, config, mountPath, log }))
    provider.on('authorization.success', (_context, out) => {
      if (odd() === 'wrong-iss-parameter' && out !== undefined) out['iss'] = 'https://elsewhere.example'
    })
    logFailures(provider, config.id, log)
    return provider.callback()
  }

  return {
    id: config.id,
    name: config.name,
    issuer,
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

/** Hides the mount path from oidc-provider, and the Host header of whoever asks: a provider has one address. */
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

function withRedirectUris(clients: readonly Required<ClientConfig>[], addition: RedirectUris) {
  const problems: string[] = []
  const read = fields(addition, '', ['clientId', 'redirectUris', 'postLogoutRedirectUris'], problems)
  const clientId = read.text('clientId')
  const redirectUris = read.texts('redirectUris')
  const postLogoutRedirectUris = read.texts('postLogoutRedirectUris')
  if (![...redirectUris, ...postLogoutRedirectUris].every(isWebAddress)) problems.push(webAddressSentence)
  if (!clients.some((each) => each.clientId === clientId)) problems.push('There is no such client.')
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  const union = (before: string[], added: string[]) => [...new Set([...before, ...added])]
  return clients.map((each) =>
    each.clientId !== clientId
      ? each
      : {
          ...each,
          redirectUris: union(each.redirectUris, redirectUris),
          postLogoutRedirectUris: union(each.postLogoutRedirectUris, postLogoutRedirectUris),
        },
  )
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
  provider.on('server_error', told('error', 'server_error'))
  // Koa prints to the console unless somebody listens.
  const emitter: EventEmitter = provider
  emitter.on('error', (error: Error) => {
    log({ level: 'error', message: 'A request broke.', provider: id, error: error.message })
  })
}
