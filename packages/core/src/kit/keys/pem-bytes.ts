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

/**
 * The SubjectPublicKeyInfo (RFC 5280 section 4.1) of the RSA key in one block of PEM: a public key, a bare RSA key
 * (RFC 8017 appendix A.1.1) or a certificate. These are the bytes the server stores, whichever form was given. undefined
 * for anything else, including keys of other kinds; the server decides whether the key is acceptable.
 */
export function publicKeyBytes(pem: string): Bytes | undefined {
  const read = readBlock(pem)
  if (read?.label === 'CERTIFICATE') return keyOfCertificate(read.der)
  if (read?.label === 'RSA PUBLIC KEY') return keyOfRsa(read.der)
  return read === undefined ? undefined : keyOfInfo(read.der)
}

/** Bits of the modulus of the RSA key in a block of PEM; undefined where {@link publicKeyBytes} finds none. */
export function rsaKeyBits(pem: string): number | undefined {
  const info = publicKeyBytes(pem.trim())
  const key = info && partsOf(info)?.[1]?.content.slice(1)
  const modulus = key && partsOf(key)?.[0]?.content
  // The sign of a positive INTEGER may take one more byte.
  const digits = modulus?.[0] === 0 ? modulus.slice(1) : modulus
  return digits && digits.length * 8 - (Math.clz32(digits[0] ?? 0) - 24)
}

/** As {@link publicKeyBytes}, but a certificate is identified by its complete DER, as lists of certificates show it. */
export function certificateOrKeyBytes(pem: string): Bytes | undefined {
  const read = readBlock(pem)
  return read?.label === 'CERTIFICATE' ? read.der : publicKeyBytes(pem)
}

const block = /^-----BEGIN (PUBLIC KEY|RSA PUBLIC KEY|CERTIFICATE)-----\s([A-Za-z0-9+/=\s]+)-----END \1-----$/

/** undefined if the text is not exactly one block with exactly one SEQUENCE. */
function readBlock(pem: string): { label: string; der: Bytes } | undefined {
  const [, label = '', text = ''] = block.exec(pem) ?? []
  const body = text.replaceAll(/\s/g, '')
  if (body.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(body)) return undefined
  const der = Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
  return partsOf(der) === undefined ? undefined : { label, der }
}

function partsOf(der: Bytes) {
  const [outer, ...others] = derElementsIn(der) ?? []
  return outer?.tag === derSequence && others.length === 0 ? derElementsIn(outer.content) : undefined
}

/** The seventh field of the signed part, or the sixth in a certificate of version 1, which omits its version. */
function keyOfCertificate(der: Bytes): Bytes | undefined {
  const signed = partsOf(der)?.[0]
  const fields = signed === undefined ? undefined : partsOf(signed.whole)
  const key = fields?.[fields[0]?.tag === derContext0 ? 6 : 5]
  return key === undefined ? undefined : keyOfInfo(key.whole)
}

/** AlgorithmIdentifier of rsaEncryption, 1.2.840.113549.1.1.1 with NULL (RFC 3279 section 2.3.1). */
const rsaEncryption = [0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00]

/** The same bytes if they are the SubjectPublicKeyInfo of an RSA key. */
function keyOfInfo(der: Bytes): Bytes | undefined {
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
