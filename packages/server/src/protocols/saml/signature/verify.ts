import { createHash } from 'node:crypto'

import { XmlFault } from '@portico/core/contract'

import { referenceDigests } from '../names.ts'
import type { XmlBounds } from '../xml/bounds.ts'
import { parseXml } from '../xml/parse.ts'
import { attributeOf, isNamed } from '../xml/read.ts'
import { canonicalize } from './canonicalize.ts'
import { keyThatVerifies, refuseKey, type KeyContext } from './choose-key.ts'
import type { SignatureLayout } from './layout.ts'
import type { ProviderKey } from './provider-keys.ts'
import { readSignedInfo, type SignedInfo } from './signed-info.ts'

export type Verified = {
  /** Parsed from the canonical bytes that were verified, the signature itself taken out: read from here and nowhere else. */
  readonly root: Element
  readonly key: ProviderKey
}

type Context = KeyContext & { readonly bounds: XmlBounds }

/**
 * Verifies the signature of one element with one of the provider's keys (XML Signature 3.2): first SignedInfo, which is
 * small, then the digest of the element, so that a message under an unknown key costs no more than its parsing. What
 * is digested comes from the bytes of SignedInfo that were verified. Refuses, or answers the element as it was signed.
 */
export function verifyElement(layout: SignatureLayout, context: Context): Verified {
  const { checks } = context
  const signedInfo = canonicalize(layout.signedInfo, { prefixes: layout.prefixes })
  const key = keyThatVerifies(signedInfo, layout, context) ?? refuseKey(layout, context)
  const { reference } = readVerifiedInfo(signedInfo, layout, context)
  const text = canonicalize(layout.signed, { without: layout.signature, prefixes: reference.prefixes })
  const digest = createHash(referenceDigests.get(reference.digestAlgorithm) ?? '')
    .update(text)
    .digest()
  if (!digest.equals(reference.digest)) {
    checks.refuse('saml-signature-wrong', { element: layout.signed.localName, part: 'digest' })
  }
  return { root: readVerified(text, layout, context), key }
}

function readVerifiedInfo(text: string, layout: SignatureLayout, { bounds, checks }: Context): SignedInfo {
  const wrong = (what: string) => checks.refuse('saml-signature-layout', { what, element: layout.signed.localName })
  const root = parsed(text, bounds) ?? wrong('canonical SignedInfo')
  return readSignedInfo(root, layout.id, checks, wrong)
}

function readVerified(text: string, layout: SignatureLayout, { bounds, checks }: Context): Element {
  const meant = layout.signed
  // Canonical text spells out every end tag and character, so that it may be longer than the message was.
  const root = parsed(text, { ...bounds, bytesMax: bounds.bytesMax * 4 })
  if (root !== undefined && isNamed(root, meant.namespaceURI ?? '', meant.localName)) {
    if (attributeOf(root, 'ID') === layout.id) return root
  }
  return checks.refuse('saml-signature-layout', { what: 'canonical bytes', element: meant.localName })
}

function parsed(text: string, bounds: XmlBounds): Element | undefined {
  try {
    return parseXml(text, bounds)
  } catch (error) {
    if (error instanceof XmlFault) return undefined
    throw error
  }
}
