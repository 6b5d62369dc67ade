import { stripVTControlCharacters } from 'node:util'

import type * as oidcProvider from 'oidc-provider'

import type { Deps } from '../deps.ts'

export type OidcProvider = typeof oidcProvider

type Warn = (...parts: unknown[]) => void
/** What stands in for console.warn: what it took the place of, and whether its time is over. */
type Stand = Warn & { readonly before: Warn | Stand; over: boolean }

/**
 * Loads oidc-provider, and takes what it prints while it loads (a warning about older runtimes) into the log. It has no
 * other way to be quiet. What anybody else prints meanwhile goes through, and the console is put back as it was.
 */
export async function loadOidcProvider(log: Deps['log']): Promise<OidcProvider> {
  const console: { warn: Warn | Stand } = globalThis.console
  const { warn: before } = console
  const warn = (...parts: unknown[]): void => {
    const [message] = parts
    if (typeof message !== 'string' || !message.includes('oidc-provider WARNING')) return before(...parts)
    // Which versions of Node.js we run on is ours to say (package.json, doctor).
    if (!message.includes('Unsupported runtime')) log.warn({ from: 'oidc-provider' }, stripVTControlCharacters(message))
  }
  const stand: Stand = Object.assign(warn, { before, over: false })
  console.warn = stand
  try {
    return await import('oidc-provider')
  } finally {
    stand.over = true
    // Two may load at once and end in any order: whoever is last takes all the stands away.
    while (isOver(console.warn)) console.warn = console.warn.before
  }
}

function isOver(warn: Warn | Stand): warn is Stand {
  return 'over' in warn && warn.over
}
