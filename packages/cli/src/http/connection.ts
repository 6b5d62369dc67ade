import type { HttpPort } from '@portico/core'

import type { Io } from '../io/io.ts'
import { createDispatcher } from './dispatcher.ts'
import { createHttpPort, type HttpPortOptions } from './http-port.ts'

/** A port to one origin with connections of its own. */
export type Connection = { readonly http: HttpPort; readonly close: () => Promise<void> }

/** The door to undici: whatever loads this module loads the HTTP client. */
export function openConnection(
  origin: string,
  env: Io['env'],
  options: Omit<HttpPortOptions, 'origin' | 'dispatcher'>,
): Connection {
  const dispatcher = createDispatcher(origin, env)
  return { http: createHttpPort({ origin, dispatcher, ...options }), close: () => dispatcher.destroy() }
}
