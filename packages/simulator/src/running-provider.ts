import type { IncomingMessage, ServerResponse } from 'node:http'

import type { RunningAzure } from './azure/provider.ts'
import type { ProviderControl } from './control/control.ts'
import type { RunningSaml } from './saml/provider.ts'

/**
 * A provider of any kind while it runs. `startHere` is the address that an administrator copies first, `session` the
 * path of the page where people see that they are signed in, and sign out.
 */
export type RunningProvider = RunningOidc | RunningAzure | RunningSaml

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
