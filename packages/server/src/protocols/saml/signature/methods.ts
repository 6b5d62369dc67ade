import { constants, verify, type KeyObject } from 'node:crypto'

import { ns, referenceDigests, rsaSha256 } from '../names.ts'
import { attributeOf, isNamed, onlyChild, textOf } from '../xml/read.ts'
import { partsOf, type Wrong } from './parts.ts'

/** How a signature is verified. `saltLength` in bytes: RSASSA-PSS with MGF1 of the same hash; absent: RSASSA-PKCS1-v1_5. */
export type SignatureMethod = { readonly digest: string; readonly saltLength?: number }

const more = 'http://www.w3.org/2001/04/xmldsig-more#'
/** RFC 9231 sections 2.3.9 and 2.3.10. */
const more2007 = 'http://www.w3.org/2007/05/xmldsig-more#'
const rsaPss = `${more2007}rsa-pss`
const mgf1 = `${more2007}MGF1`

const hashBytes: Readonly<Record<string, number>> = { sha256: 32, sha384: 48, sha512: 64 }

/** The default salt is as long as the hash. */
const pss = (digest: string, saltLength = hashBytes[digest] ?? 0): SignatureMethod => ({ digest, saltLength })

/** The signature methods that need no parameters. No other list is consulted. */
const methods: ReadonlyMap<string, SignatureMethod> = new Map([
  [rsaSha256, { digest: 'sha256' }],
  [`${more}rsa-sha384`, { digest: 'sha384' }],
  [`${more}rsa-sha512`, { digest: 'sha512' }],
  [`${more2007}sha256-rsa-MGF1`, pss('sha256')],
  [`${more2007}sha384-rsa-MGF1`, pss('sha384')],
  [`${more2007}sha512-rsa-MGF1`, pss('sha512')],
  [rsaPss, pss('sha256')],
])

/** The method for a bare algorithm URI, such as SigAlg in a query. */
export function methodNamed(algorithm: string): SignatureMethod | undefined {
  return methods.get(algorithm)
}

/** The method of a SignatureMethod element, or, if it is not accepted, a description of it. Only RSA-PSS has parameters. */
export function methodOf(element: Element, wrong: Wrong): SignatureMethod | string {
  const algorithm = attributeOf(element, 'Algorithm') ?? ''
  const method = methodNamed(algorithm)
  const [parameters, ...others] = partsOf(element, wrong)
  if (method === undefined || parameters === undefined) return method ?? algorithm
  const isParameters = isNamed(parameters, more2007, 'RSAPSSParams') && others.length === 0
  return algorithm === rsaPss && isParameters ? pssMethod(parameters) : wrong('SignatureMethod')
}

/** RSAPSSParams: all of its elements are optional (RFC 9231 section 2.3.9). */
function pssMethod(parameters: Element): SignatureMethod | string {
  const digest = digestIn(parameters)
  const mask = onlyChild(parameters, more2007, 'MaskGenerationFunction')
  const trailer = numberIn(parameters, 'TrailerField') ?? 1
  const saltLength = numberIn(parameters, 'SaltLength')
  const maskAlgorithm = (mask && attributeOf(mask, 'Algorithm')) ?? mgf1
  const maskDigest = mask === undefined ? defaultDigest : digestIn(mask)
  const method = referenceDigests.get(digest)
  const isAccepted = maskAlgorithm === mgf1 && maskDigest === digest && trailer === 1 && !Number.isNaN(saltLength)
  if (method !== undefined && isAccepted) return pss(method, saltLength)
  return `${rsaPss} with ${digest}, ${maskAlgorithm} of ${maskDigest}, salt ${saltLength ?? 'default'}, trailer ${trailer}`
}

const defaultDigest = `${ns.encryption}sha256`

function digestIn(element: Element): string {
  const method = onlyChild(element, ns.signature, 'DigestMethod')
  return method === undefined ? defaultDigest : (attributeOf(method, 'Algorithm') ?? '')
}

/** undefined without the element; NaN unless it contains a number of at most three digits. */
function numberIn(parameters: Element, name: string): number | undefined {
  const found = onlyChild(parameters, more2007, name)
  if (found === undefined) return undefined
  const text = textOf(found).trim()
  return /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
}

export function isSignedBy(
  key: KeyObject,
  { digest, saltLength }: SignatureMethod,
  signed: string,
  signature: Uint8Array,
): boolean {
  const padding = constants.RSA_PKCS1_PSS_PADDING
  return verify(digest, Buffer.from(signed), saltLength === undefined ? key : { key, padding, saltLength }, signature)
}
