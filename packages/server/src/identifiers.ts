import { randomBytes } from 'node:crypto'

/** UUID version 7 (RFC 9562 section 5.7): 48 bits of Unix milliseconds, then random bits. `nowMs` is the caller's clock. */
export function uuidv7(nowMs: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(nowMs, 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

/** `urn:portico:<tenant>:<kind>:<name>` (RFC 8141). */
export function urn(tenantSlug: string, kind: 'application' | 'environment' | 'service-account', name: string): string {
  return `urn:portico:${tenantSlug}:${kind}:${name}`
}
