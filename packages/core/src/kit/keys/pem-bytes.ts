import type { Bytes } from './der.ts'
import { keyInfoOf, keyOfInfo, partsOf } from './key-info.ts'
import { readKeyText } from './key-text.ts'
import { bytesOfBase64, labelOfDer } from './pem-blocks.ts'

/**
 * The SubjectPublicKeyInfo (RFC 5280 section 4.1) of the RSA key in the text of a form: a public key, a bare RSA key
 * (RFC 8017 appendix A.1.1) or a certificate. These are the bytes the server stores, whichever form was given. undefined
 * for anything else, including keys of other kinds; the server decides whether the key is acceptable.
 */
export function publicKeyBytes(text: string): Bytes | undefined {
  const read = readKeyText(text)
  const info = typeof read === 'string' ? undefined : keyInfoOf(read)
  return info && keyOfInfo(info)
}

/** Bits of the modulus of the RSA key in a block of PEM; undefined where {@link publicKeyBytes} finds none. */
export function rsaKeyBits(pem: string): number | undefined {
  const info = publicKeyBytes(pem)
  const key = info && partsOf(info)?.[1]?.content.slice(1)
  const modulus = key && partsOf(key)?.[0]?.content
  // The sign of a positive INTEGER may take one more byte.
  const digits = modulus?.[0] === 0 ? modulus.slice(1) : modulus
  return digits && digits.length * 8 - (Math.clz32(digits[0] ?? 0) - 24)
}

/** As {@link publicKeyBytes}, but a certificate is identified by its complete DER, as lists of certificates show it. */
export function certificateOrKeyBytes(text: string): Bytes | undefined {
  const read = readKeyText(text)
  if (typeof read === 'string' || read.label !== 'CERTIFICATE') return publicKeyBytes(text)
  const der = bytesOfBase64(read.body)
  return der !== undefined && labelOfDer(der) === 'CERTIFICATE' ? der : undefined
}
