/** Seconds to wait by a `Retry-After` header, in seconds or as an HTTP date (RFC 9110 section 10.2.3); 0 for anything else. */
export function retryAfterSecs(header: string | null, nowMs: number): number {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  if (!/^[A-Z][a-z]{2}/.test(text)) return 0
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? 0 : Math.max(0, Math.ceil((atMs - nowMs) / 1_000))
}
