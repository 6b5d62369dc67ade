import type { CloudSession } from './contract.ts'

/** What one tab of the portal tells the others. */
export type TabNews =
  | { readonly kind: 'session'; readonly session: CloudSession }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'environment'; readonly id: string; readonly name: string }

/** Parses a message from another tab; undefined for any other message on the channel. */
export function readTabNews(value: unknown): TabNews | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { kind, session, id, name } = value as Record<string, unknown>
  if (kind === 'signed-out') return { kind }
  if (kind === 'environment' && typeof id === 'string' && typeof name === 'string') return { kind, id, name }
  return kind === 'session' && isSession(session) ? { kind, session } : undefined
}

function isSession(value: unknown): value is CloudSession {
  return typeof value === 'object' && value !== null && 'expiresOn' in value && 'sessionIdleSecs' in value
}
