import type { IncomingMessage, ServerResponse } from 'node:http'

import type { ProviderControl } from './control/control.ts'

/** A provider of any kind, answering below `/{kind}/{id}` of the simulator's address. */
export type RunningProvider = {
  id: string
  name: string
  issuer: string
  control: ProviderControl
  /** Answers one request whose path begins with `/{kind}/{id}`. */
  handle(request: IncomingMessage, response: ServerResponse): void
}
