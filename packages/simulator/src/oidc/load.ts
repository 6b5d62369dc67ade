import type * as oidcProvider from 'oidc-provider'

import type { Log } from '../log.ts'

export type OidcProviderModule = typeof oidcProvider

/**
 * Loads oidc-provider. It prints a warning on the console while it loads under Node.js 20; whoever runs the simulator
 * expects its standard output and error to be its own, so the warning goes to the log.
 */
export async function loadOidcProvider(log: Log): Promise<OidcProviderModule> {
  // oxlint-disable-next-line typescript/unbound-method -- the console's functions are bound
  const before = globalThis.console.warn
  const caught = (...parts: unknown[]) => {
    if (typeof parts[0] === 'string' && parts[0].includes('oidc-provider WARNING')) {
      log({ level: 'warn', message: parts[0] })
    } else {
      before(...parts)
    }
  }
  globalThis.console.warn = caught
  try {
    return await import('oidc-provider')
  } finally {
    // Two simulators may load at the same time: only take away what is still ours.
    if (globalThis.console.warn === caught) globalThis.console.warn = before
  }
}
