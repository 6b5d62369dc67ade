import type * as oidcProvider from 'oidc-provider'

import type { Log } from '../log.ts'

export type OidcProviderModule = typeof oidcProvider

/** A replacement of console.warn: the function it replaced, and whether it can be removed. */
type Catcher = Warn & { before: Warn | Catcher; over: boolean }
type Warn = (...parts: unknown[]) => void

/**
 * Loads oidc-provider. It prints on the console while it loads, under Node.js 20 that the runtime is unsupported. The
 * output of the simulator is its own, so warnings go to the log, and this one, about a version that we support, nowhere.
 */
export async function loadOidcProvider(log: Log): Promise<OidcProviderModule> {
  const { console } = globalThis
  const before = warnOf(console)
  const catcher: Catcher = Object.assign(
    (...parts: unknown[]) => {
      const [message] = parts
      if (typeof message !== 'string' || !message.includes('oidc-provider WARNING')) return before(...parts)
      // The simulator decides which versions of Node.js it supports (package.json).
      if (!message.includes('Unsupported runtime')) log({ level: 'warn', message })
    },
    { before, over: false },
  )
  console.warn = catcher
  try {
    return await import('oidc-provider')
  } finally {
    catcher.over = true
    // Several loads may overlap and end in any order: the last one removes all replacements.
    let current = warnOf(console)
    while (isOver(current)) current = current.before
    console.warn = current
  }
}

function isOver(warn: Warn | Catcher): warn is Catcher {
  return 'over' in warn && warn.over
}

function warnOf({ warn }: { warn: Warn | Catcher }): Warn | Catcher {
  return warn
}
