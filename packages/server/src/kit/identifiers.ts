import { randomFillSync } from 'node:crypto'

// Random bytes are drawn 256 ids at a time, as crypto.randomUUID() does: a draw costs as much as the rest of a small request.
const drawn = Buffer.alloc(10 * 256)
let used = drawn.length

/** UUID version 7 (RFC 9562 section 5.7): 48 bits of Unix milliseconds, then random bits. `nowMs` is the caller's clock. */
export function uuidv7(nowMs: number): string {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  const bytes = Buffer.allocUnsafe(16)
  bytes.writeUIntBE(nowMs, 0, 6)
  drawn.copy(bytes, 6, used, used + 10)
  used += 10
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return hyphenated(bytes)
}

/** The text of a UUID's 16 bytes. */
export function hyphenated(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

/** The last part of a URN, and a name in addresses: as a label of a host name (RFC 1123 section 2.1), in lower case. */
export const slugShape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** `urn:portico:<tenant>:<kind>:<name>` (RFC 8141). */
export function urn(tenantSlug: string, kind: 'application' | 'environment' | 'service-account', name: string): string {
  return `urn:portico:${tenantSlug}:${kind}:${name}`
}
