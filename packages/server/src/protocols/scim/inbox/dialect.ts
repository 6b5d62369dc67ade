import type { ScimDialect } from '@portico/core/contract'

type Sent = { readonly query: URLSearchParams; readonly userAgent: string; readonly body: unknown }

/** The dialect that a request shows by itself; undefined for one that any client could have sent. */
export function dialectOf({ query, userAgent, body }: Sent): ScimDialect | undefined {
  if (query.has('aadOptscim062020')) return 'entra'
  if (/\bokta\b/i.test(userAgent)) return 'okta'
  const operations = (body as { readonly Operations?: unknown } | null | undefined)?.Operations
  if (!Array.isArray(operations)) return undefined
  return operations.some(isOfLegacyEntra) ? 'entra-legacy' : undefined
}

function isOfLegacyEntra(operation: unknown): boolean {
  const { op, value } = (operation ?? {}) as { readonly op?: unknown; readonly value?: unknown }
  return (typeof op === 'string' && /^[A-Z]/.test(op)) || value === 'True' || value === 'False'
}
