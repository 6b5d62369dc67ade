import { stripVTControlCharacters } from 'node:util'

import type * as oidcProvider from 'oidc-provider'

import type { Deps } from '../../kit/http/deps.ts'

export type OidcProvider = typeof oidcProvider

type Warn = (...parts: unknown[]) => void
/** A replacement of console.warn: the function it replaced, and whether it can be removed. */
type Stand = Warn & { readonly before: Warn | Stand; over: boolean }

/**
 * Loads oidc-provider and logs what it prints while loading (a warning about older runtimes), because it has no option
 * to be quiet. Other output passes through, and the console is restored.
 */
export async function loadOidcProvider(log: Deps['log']): Promise<OidcProvider> {
  const console: { warn: Warn | Stand } = globalThis.console
  const { warn: before } = console
  const warn = (...parts: unknown[]): void => {
    const [message] = parts
    if (typeof message !== 'string' || !message.includes('oidc-provider WARNING')) return before(...parts)
    // Portico decides which versions of Node.js it supports (package.json, doctor).
    if (!message.includes('Unsupported runtime')) log.warn({ from: 'oidc-provider' }, stripVTControlCharacters(message))
  }
  const stand: Stand = Object.assign(warn, { before, over: false })
  console.warn = stand
  try {
    return await import('oidc-provider')
  } finally {
    stand.over = true
    // Two loads may overlap and end in any order: the last one removes all replacements.
    while (isOver(console.warn)) console.warn = console.warn.before
  }
}

function isOver(warn: Warn | Stand): warn is Stand {
  return 'over' in warn && warn.over
}
