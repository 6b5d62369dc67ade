/** An address that is safe to open: http, https or a path of the portal. undefined for any other (`javascript:`, `data:`). */
export function safeHref(address: string | null | undefined, origin: string): string | undefined {
  if (address === null || address === undefined || address === '') return undefined
  try {
    const url = new URL(address, origin)
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined
  } catch {
    return undefined
  }
}
