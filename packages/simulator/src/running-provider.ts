import type { RunningAzure } from './azure/provider.ts'
import type { RunningOidc } from './oidc/provider.ts'
import type { RunningSaml } from './saml/provider.ts'

/**
 * A provider of any kind while it runs. `startHere` is the address that an administrator copies first, `session` the
 * path of the page where people see that they are signed in, and sign out.
 */
export type RunningProvider = RunningOidc | RunningAzure | RunningSaml
