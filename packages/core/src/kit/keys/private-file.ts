import { derElementsIn, derInteger, derSequence } from './der.ts'
import { isPrivateKey } from './private-key.ts'

/**
 * Whether a file holds a private key, which must not leave the machine: PEM, a PuTTY file or a JWK, in UTF-8 or UTF-16, and
 * DER of PKCS#8, encrypted or not, PKCS#1 and SEC 1.
 */
export function isPrivateFile(bytes: Uint8Array): boolean {
  // UTF-16 puts a zero beside every letter of ASCII.
  const text = new TextDecoder('latin1').decode(bytes).replaceAll('\0', '')
  return isPrivateKey(text) || isPrivateDer(bytes)
}

const octetString = 0x04

/**
 * A private key begins with its version, 0 or 1 (RFC 5958 section 2, RFC 8017 appendix A.1.2, RFC 5915 section 3). One that
 * is encrypted is an algorithm and an OCTET STRING (RFC 5958 section 3); a public key has a BIT STRING there.
 */
function isPrivateDer(bytes: Uint8Array): boolean {
  const [outer, ...others] = derElementsIn(Uint8Array.from(bytes)) ?? []
  if (outer?.tag !== derSequence || others.length > 0) return false
  const [first, second, ...more] = derElementsIn(outer.content) ?? []
  if (first?.tag === derInteger) return first.content.length === 1 && (first.content[0] ?? 0) <= 1
  return first?.tag === derSequence && second?.tag === octetString && more.length === 0
}
