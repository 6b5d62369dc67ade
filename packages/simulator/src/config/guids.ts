import { createHash } from 'node:crypto'

/**
 * A GUID that follows from a directory, a kind of object and its name: the same after every start. It is the SHA-256 of
 * `{tenantId}\n{kind}\n{name}` dressed as a version 8 UUID (RFC 9562, section 5.8).
 */
export function derivedGuid(tenantId: string, kind: 'user' | 'group', name: string): string {
  const bytes = createHash('sha256').update(`${tenantId.toLowerCase()}\n${kind}\n${name}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
