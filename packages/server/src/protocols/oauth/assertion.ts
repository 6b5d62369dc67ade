import { readJson } from '../../kit/json/read-json.ts'

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
