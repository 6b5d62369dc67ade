import type { HttpPort } from '@portico/core'

import type { Io } from '../io/io.ts'
import { createDirectDispatcher, proxiesFor } from './direct-dispatcher.ts'
import { createHttpPort, type HttpPortOptions } from './http-port.ts'

/** A port to one origin with separate connections. */
export type Connection = { readonly http: HttpPort; readonly close: () => Promise<void> }

type Options = Omit<HttpPortOptions, 'origin' | 'dispatcher'>

/** Entry to undici: loading this module loads the HTTP client, and its proxy support if a proxy is configured. */
export function openConnection(origin: string, env: Io['env'], options: Options): Connection {
  if (proxiesFor(origin, env) !== undefined) return openThroughProxy(origin, env, options)
  const dispatcher = createDirectDispatcher()
  return { http: createHttpPort({ origin, dispatcher, ...options }), close: () => dispatcher.destroy(closed()) }
}

function openThroughProxy(origin: string, env: Io['env'], options: Options): Connection {
  let opening: Promise<{ port: HttpPort; close: () => Promise<void> }> | undefined
  const open = async () => {
    const { createDispatcher, proxyFor } = await import('./dispatcher.ts')
    const proxy = proxyFor(origin, env)
    const dispatcher = await createDispatcher(origin, env)
    return {
      port: createHttpPort({ origin, dispatcher, proxy, ...options }),
      close: () => dispatcher.destroy(closed()),
    }
  }
  return {
    http: {
      cookie: (name) => options.jar?.value(origin, name),
      send: async (request) => (await (opening ??= open())).port.send(request),
    },
    // The request has reported a connection that could not be opened.
    close: async () => (await opening?.catch(() => undefined))?.close(),
  }
}

function closed(): Error {
  return new Error('The command has ended.')
}
