import type { SecretBox } from '../../kit/secrets/secret-box.ts'

/**
 * A request that needs a fresh sign-in comes back with this parameter: it names the session that was there before, so that only a
 * session that began after it counts, and a request without one is refused instead of being sent to sign in again.
 */
export const freshParameter = 'portico_fresh'

const lifeMs = 15 * 60_000
const purpose = 'openid-fresh'

/** The request with a marker; `sessionId` undefined: there was no session. */
export function markFresh(
  query: URLSearchParams,
  { sessionId = 'none', secrets, nowMs }: { sessionId?: string | undefined; secrets: SecretBox; nowMs: number },
): URLSearchParams {
  const plain = withoutMarker(query)
  const text = `${nowMs + lifeMs}.${sessionId}`
  const marked = new URLSearchParams(plain)
  marked.set(freshParameter, `${text}.${secrets.mac(purpose, `${text} ${plain.toString()}`)}`)
  return marked
}

/** The session before the fresh sign-in; undefined: the request has no valid marker. */
export function readFresh(
  query: URLSearchParams,
  { secrets, nowMs }: { secrets: SecretBox; nowMs: number },
): { readonly sessionBefore: string } | undefined {
  const [untilMs = '', sessionBefore = '', mac = ''] = (query.get(freshParameter) ?? '').split('.')
  const signed = `${untilMs}.${sessionBefore} ${withoutMarker(query).toString()}`
  return mac !== '' && secrets.checkMac(purpose, signed, mac) && Number(untilMs) > nowMs ? { sessionBefore } : undefined
}

function withoutMarker(query: URLSearchParams): URLSearchParams {
  const plain = new URLSearchParams(query)
  plain.delete(freshParameter)
  return plain
}
