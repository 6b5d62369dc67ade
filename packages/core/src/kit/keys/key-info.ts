import {
  derBitString,
  derContext0,
  derElementsIn,
  derInteger,
  derOf,
  derSequence,
  type Bytes,
  type DerElement,
} from './der.ts'
import { bytesOfBase64, labelOfDer, type PemBlock } from './pem-blocks.ts'

/** The SubjectPublicKeyInfo (RFC 5280 section 4.1) of a key of any kind or of a certificate; undefined for a damaged block. */
export function keyInfoOf({ label, body }: PemBlock): Bytes | undefined {
  const der = bytesOfBase64(body)
  if (der === undefined || labelOfDer(der) !== label) return undefined
  if (label === 'CERTIFICATE') return infoInCertificate(der)
  return label === 'RSA PUBLIC KEY' ? keyOfRsa(der) : der
}

/** The elements of the only SEQUENCE in these bytes. */
export function partsOf(der: Bytes): DerElement[] | undefined {
  const [outer, ...others] = derElementsIn(der) ?? []
  return outer?.tag === derSequence && others.length === 0 ? derElementsIn(outer.content) : undefined
}

/** The seventh field of the signed part, or the sixth in a certificate of version 1, which omits its version. */
function infoInCertificate(der: Bytes): Bytes | undefined {
  const signed = partsOf(der)?.[0]
  const fields = signed === undefined ? undefined : partsOf(signed.whole)
  return fields?.[fields[0]?.tag === derContext0 ? 6 : 5]?.whole
}

/** AlgorithmIdentifier of rsaEncryption, 1.2.840.113549.1.1.1 with NULL (RFC 3279 section 2.3.1). */
const rsaEncryption = [0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00]

/** The same bytes if they are the SubjectPublicKeyInfo of an RSA key. */
export function keyOfInfo(der: Bytes): Bytes | undefined {
  const [algorithm, bits, ...others] = partsOf(der) ?? []
  const isRsa = algorithm?.whole.join() === rsaEncryption.join() && others.length === 0
  // The first byte of a BIT STRING counts the bits it leaves unused.
  return isRsa && bits?.tag === derBitString && bits.content[0] === 0 ? keyOfRsa(bits.content.slice(1)) : undefined
}

function keyOfRsa(der: Bytes): Bytes | undefined {
  const numbers = partsOf(der)
  if (numbers?.length !== 2 || !numbers.every(isPositive)) return undefined
  const bits = derOf(derBitString, Uint8Array.from([0, ...der]))
  return derOf(derSequence, Uint8Array.from([...rsaEncryption, ...bits]))
}

/** A positive INTEGER in its shortest form: OpenSSL may re-encode a longer one differently. */
function isPositive({ tag, content: [first = 0x80, second = 0x80] }: DerElement): boolean {
  return tag === derInteger && first < 0x80 && (first > 0 || second >= 0x80)
}
