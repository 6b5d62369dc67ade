import { derElementsIn, derInteger, derSequence } from './der.ts'

const octetString = 0x04

/**
 * Whether DER is a private key or a key store. They begin with a version of 0 to 3 (RFC 5958 section 2, RFC 8017 appendix A.1.2,
 * RFC 5915 section 3; PKCS #12 in RFC 7292 section 4). An encrypted private key is an algorithm and an OCTET STRING (RFC
 * 5958 section 3); a public key has a BIT STRING there.
 */
export function isPrivateDer(bytes: Uint8Array): boolean {
  const [outer, ...others] = bytes[0] === derSequence ? (derElementsIn(Uint8Array.from(bytes)) ?? []) : []
  if (outer === undefined || others.length > 0) return false
  const [first, second, ...more] = derElementsIn(outer.content) ?? []
  if (first?.tag === derInteger) return first.content.length === 1 && (first.content[0] ?? 0) <= 3
  return first?.tag === derSequence && second?.tag === octetString && more.length === 0
}
