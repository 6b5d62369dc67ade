import { createHash } from 'node:crypto'

import { SignedXml } from 'xml-crypto'

import { envelopedSignature, ns, referenceDigests } from '../names.ts'
import type { XmlBounds } from '../xml/bounds.ts'
import { XmlFault } from '../xml/fault.ts'
import { parseXml } from '../xml/parse.ts'
import { attributeOf, isNamed } from '../xml/read.ts'
import { keyThatVerifies, refuseKey, type KeyContext } from './choose-key.ts'
import type { SignatureLayout } from './layout.ts'
import type { ProviderKey } from './provider-keys.ts'

export type Verified = {
  /** Parsed from the canonical bytes that were verified, the signature itself taken out: read from here and nowhere else. */
  readonly root: Element
  /** The text of those bytes. */
  readonly text: string
  readonly key: ProviderKey
}

type Context = KeyContext & { readonly bounds: XmlBounds }

/**
 * Verifies the signature of one element with one of the provider's keys. `text` is the document that `layout` was read
 * from. Refuses, or answers the element as it was signed.
 */
export function verifyElement(text: string, layout: SignatureLayout, context: Context): Verified {
  const { checks } = context
  const matched: { key?: ProviderKey | undefined } = {}
  const outcome = check(text, layout, (material) => {
    matched.key = keyThatVerifies(material, layout, context)
    return matched.key !== undefined
  })
  const { key } = matched
  if (key === undefined && outcome.kind !== 'digest') return refuseKey(layout, context)
  if (outcome.kind !== 'verified' || key === undefined) {
    return checks.refuse('saml-signature-wrong', { element: layout.signed.localName, part: outcome.kind })
  }
  return { ...readVerified(outcome.text, layout, context), key }
}

type Outcome = { kind: 'verified'; text: string } | { kind: 'digest' | 'signature' | 'canonical bytes' }

/** The library canonicalises and compares; algorithms and keys are handed to it, so that it finds no others. */
function check(text: string, layout: SignatureLayout, verifies: (material: string) => boolean): Outcome {
  const signed = new SignedXml({ publicCert: 'chosen below', getCertFromKeyInfo: () => null })
  signed.idAttributes = ['ID']
  signed.CanonicalizationAlgorithms = pick(signed.CanonicalizationAlgorithms, [ns.exclusive, envelopedSignature])
  signed.HashAlgorithms = Object.fromEntries(
    Array.from(referenceDigests, ([name, digest]) => [name, hashAlgorithm(name, digest)]),
  )
  signed.SignatureAlgorithms = { [layout.algorithm]: signatureAlgorithm(layout.algorithm, verifies) }
  try {
    signed.loadSignature(layout.signature)
    if (!signed.checkSignature(text)) return { kind: 'digest' }
  } catch {
    return { kind: 'signature' }
  }
  const [bytes, ...others] = signed.getSignedReferences()
  return bytes === undefined || bytes === '' || others.length > 0
    ? { kind: 'canonical bytes' }
    : { kind: 'verified', text: bytes }
}

function pick<T>(table: Record<string, T>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(table).filter(([name]) => names.includes(name)))
}

function hashAlgorithm(name: string, digest: string) {
  return class {
    getAlgorithmName = () => name
    getHash = (xml: string) => createHash(digest).update(xml, 'utf8').digest('base64')
  }
}

function signatureAlgorithm(name: string, verifies: (material: string) => boolean) {
  return class {
    getAlgorithmName = () => name
    verifySignature = (material: string) => verifies(material)
    getSignature = (): string => {
      throw new Error('this side only verifies')
    }
  }
}

function readVerified(text: string, layout: SignatureLayout, { bounds, checks }: Context): Omit<Verified, 'key'> {
  const meant = layout.signed
  try {
    const root = parseXml(text, { ...bounds, bytesMax: bounds.bytesMax * 4 })
    if (isNamed(root, meant.namespaceURI ?? '', meant.localName) && attributeOf(root, 'ID') === layout.id) {
      return { root, text }
    }
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
  }
  return checks.refuse('saml-signature-layout', { what: 'canonical bytes', element: meant.localName })
}
