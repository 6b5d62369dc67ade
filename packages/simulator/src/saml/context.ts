import type { CheckedSaml } from '../config/checked.ts'
import type { Log } from '../log.ts'
import type { BoundedMap } from '../memory/bounded.ts'
import type { BrowserSessions } from '../session/browser-sessions.ts'
import type { SignInRequest } from './authn-request.ts'
import type { SamlKeys } from './keys.ts'
import type { LogoutRun } from './logout-run.ts'
import type { Participants } from './participants.ts'
import type { ServiceProviders } from './service-providers.ts'
import type { SamlSwitches } from './switches.ts'

/** One SAML provider while it runs, as its endpoints see it. */
export type SamlIdp = {
  config: CheckedSaml
  base: URL
  entityId: string
  keys: SamlKeys
  switches: () => SamlSwitches
  serviceProviders: ServiceProviders
  sessions: BrowserSessions<Participants>
  /** Sign-ins that wait for a username and a password, by the id in the login page's address. */
  waiting: BoundedMap<SignInRequest>
  /** Logouts on their way from service provider to service provider. */
  logouts: BoundedMap<LogoutRun>
  /** The last response that each service provider got, by entity id. */
  lastResponses: BoundedMap<string>
  log: Log
  /** The provider's clock in milliseconds since 1970, as wrong as the switches want it. */
  now: () => number
}
