import * as v from 'valibot'

import { publicKeyBytes } from '../../kit/keys/pem-bytes.ts'
import { base64OfBytes, pemOf } from '../../kit/keys/pem-blocks.ts'
import { publicKeyText } from '../../kit/keys/public-key-text.ts'
import { keyLengthMax, nameLengthMax } from '../../kit/limits.ts'
import { nameOf } from '../../kit/text/names.ts'
import { keyAlgorithms, type FieldName } from './fields.ts'

export { isPrivateKey } from '../../kit/keys/private-key.ts'
export { keyLengthMax, nameLengthMax, rsaBitsMax, rsaBitsMin } from '../../kit/limits.ts'
export { keyAlgorithms } from './fields.ts'

export type KeyAlgorithm = (typeof keyAlgorithms)[number]

/** Maximum number of dependencies of one account; our own limit, far above real use. */
export const dependenciesMax = 1000

/** A `resource` (RFC 8707) of a token request: every application that the account depends on. */
export const allAssignedApplications = 'urn:portico:applications:assigned'

const beginPublic = /^-----BEGIN (?:PUBLIC KEY|RSA PUBLIC KEY|CERTIFICATE)-----\s/
const endPublic = /\s-----END (?:PUBLIC KEY|RSA PUBLIC KEY|CERTIFICATE)-----$/

export function isPublicKeyPem(text: string): boolean {
  const trimmed = text.trim()
  return beginPublic.test(trimmed) && endPublic.test(trimmed)
}

/** Spec section 5: "A key is valid only if non-empty after trimming and its algorithm is set." */
export function isKeyGiven(key: string | undefined, algorithm: string | undefined): boolean {
  return (key ?? '').trim() !== '' && (algorithm ?? '') !== ''
}

const Name = nameOf(nameLengthMax, {
  required: 'SERVICE_ACCOUNT_NAME_REQUIRED',
  tooLong: 'SERVICE_ACCOUNT_NAME_TOO_LONG',
  characters: 'SERVICE_ACCOUNT_NAME_CHARACTERS',
})

/** A public key or certificate, with any text around it; the output is only the PEM. */
export const ServiceAccountKey = v.pipe(
  publicKeyText({ tooLong: 'KEY_TOO_LONG', isPrivate: 'KEY_PRIVATE' }),
  v.check((key) => keyLengthOf(key) <= keyLengthMax, 'KEY_TOO_LONG'),
  v.check((key) => key === '' || isPublicKeyPem(key), 'KEY_NOT_PEM'),
)

/** Length of a stored key in PEM; for a certificate, the length of its key. */
function keyLengthOf(pem: string): number {
  const info = pem.startsWith('-----BEGIN CERTIFICATE') ? publicKeyBytes(pem) : undefined
  return info === undefined ? pem.length : pemOf({ label: 'PUBLIC KEY', body: base64OfBytes(info) }).length
}

const Algorithm = v.picklist(keyAlgorithms, 'KEY_ALGORITHM')

const Fields = v.strictObject({
  name: Name,
  key1: v.optional(ServiceAccountKey),
  key1Algorithm: v.optional(Algorithm),
  key2: v.optional(ServiceAccountKey),
  key2Algorithm: v.optional(Algorithm),
} satisfies Readonly<Record<FieldName, unknown>>)

/**
 * The rules for saving (spec section 5), for the form, the command and the server. Messages are error ids. Checking that
 * a key is RSA of a safe size needs cryptography: the server does that.
 */
export const ServiceAccountInput = v.pipe(
  Fields,
  v.forward(
    v.partialCheck(
      [['key1'], ['key1Algorithm'], ['key2'], ['key2Algorithm']],
      (keys) => isKeyGiven(keys.key1, keys.key1Algorithm) || isKeyGiven(keys.key2, keys.key2Algorithm),
      'KEY_REQUIRED',
    ),
    ['key1'],
  ),
  v.forward(
    v.partialCheck([['key1'], ['key2']], ({ key1, key2 }) => !key1 || key1 !== key2, 'KEY_TWICE'),
    ['key2'],
  ),
)

export type ServiceAccountInput = v.InferOutput<typeof ServiceAccountInput>
