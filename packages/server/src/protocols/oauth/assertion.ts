import { constants, verify } from 'node:crypto'

import { readJson } from '../../kit/json/read-json.ts'
import type { ClientAccount } from './accounts.ts'
import type { assertionAlgorithms } from './limits.ts'

type Fields = Readonly<Record<string, unknown>>

/** A signed JWT (RFC 7515 section 7.1), read and not verified. */
export type SignedJwt = {
  readonly header: Fields
  readonly claims: Fields
  /** The signing input. */
  readonly signed: string
  readonly signature: Buffer
}

/** A JWT by which a client says who it is. */
export type Assertion = SignedJwt & { readonly claims: { readonly sub: string } }

/** undefined for anything that is not a signed JWT with a subject. */
export function readAssertion(text: string): Assertion | undefined {
  const read = readJwt(text)
  return typeof read?.claims['sub'] === 'string' ? (read as Assertion) : undefined
}

/** undefined for anything that is not a signed JWT. */
export function readJwt(text: string): SignedJwt | undefined {
  const parts = /^([\w-]+)\.([\w-]+)\.([\w-]*)$/.exec(text)
  if (parts === null) return undefined
  const [, headerText = '', claimsText = '', signatureText = ''] = parts
  const [header, claims] = [objectOf(headerText), objectOf(claimsText)]
  const signature = Buffer.from(signatureText, 'base64url')
  // One text for each signature (RFC 4648 section 3.5).
  if (header === undefined || claims === undefined || signature.toString('base64url') !== signatureText)
    return undefined
  return { header, claims, signed: text.slice(0, headerText.length + 1 + claimsText.length), signature }
}

function objectOf(text: string): Fields | undefined {
  try {
    const value: unknown = readJson(Buffer.from(text, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
  } catch {
    return undefined
  }
}

/** What is wrong, for the log, where it depends on the account. */
export const faults = {
  unknown: 'client not found',
  noKey: 'no applicable key',
  signature: 'signature verification failed',
} as const

type Algorithm = (typeof assertionAlgorithms)[number]

const verifiers: Readonly<Record<Algorithm, { readonly hash: string; readonly padding: object }>> = {
  RS256: { hash: 'sha256', padding: { padding: constants.RSA_PKCS1_PADDING } },
  RS384: { hash: 'sha384', padding: { padding: constants.RSA_PKCS1_PADDING } },
  RS512: { hash: 'sha512', padding: { padding: constants.RSA_PKCS1_PADDING } },
  PS256: {
    hash: 'sha256',
    padding: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  },
}

/**
 * The thumbprint of the key whose signature holds, or what is wrong. Keys are those of the account's row: the one that
 * `kid` names, or each of them where it names none. The algorithm has to be checked before (headerFault).
 */
export function findSigner(
  { header, signed, signature }: Assertion,
  keys: ClientAccount['keys'],
): { readonly thumbprint: string } | string {
  const { kid, alg } = header
  const candidates = kid === undefined ? keys : keys.filter(({ thumbprint }) => thumbprint === kid)
  if (candidates.length === 0) return faults.noKey
  const { hash, padding } = verifiers[alg as Algorithm]
  const data = Buffer.from(signed)
  const found = candidates.find(({ key }) => verify(hash, data, { key, ...padding }, signature))
  return found ?? faults.signature
}
