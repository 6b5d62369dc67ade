import { certificateLengthMax } from '@portico/core/contract'

import type { Checks } from '../../../kit/checks/checks.ts'
import { ns } from '../names.ts'
import { elementsOf } from '../xml/parse.ts'
import { attributeOf, childElements, isNamed, textOf } from '../xml/read.ts'
import type { SignatureMethod } from './methods.ts'
import { bytesIn, partsOf } from './parts.ts'
import { readSignedInfo } from './signed-info.ts'

/** A signature whose every part is where it belongs; what it covers is its parent. */
export type SignatureLayout = {
  readonly signature: Element
  readonly signed: Element
  readonly id: string
  readonly signedInfo: Element
  readonly method: SignatureMethod
  /** What the canonical form of SignedInfo carries along. */
  readonly prefixes: readonly string[]
  /** Bytes of SignatureValue. */
  readonly value: Buffer
  /** Certificates in KeyInfo, base64 as received: a hint which stored key to use, never a key. */
  readonly certificates: readonly string[]
}

const idShape = /^[\w.:-]{1,256}$/
const certificatesMax = 8

/**
 * The signature that is a direct child of `signed`; undefined without one. Refuses every layout but the one SAML
 * allows (core 5.4): one SignedInfo with one reference to the parent's ID, enveloped-signature and exclusive
 * canonicalisation in this order, RSA or RSA-PSS with SHA-2, plain base64, no Object and no comments.
 */
export function readSignature(signed: Element, checks: Checks): SignatureLayout | undefined {
  const found = childElements(signed).filter((child) => isNamed(child, ns.signature, 'Signature'))
  const [signature] = found
  if (signature === undefined) return undefined
  const wrong = (what: string) => checks.refuse('saml-signature-layout', { what, element: signed.localName })
  if (found.length > 1) wrong('several signatures')
  if (hasComment(signature)) wrong('a comment')
  for (const name of ['SignedInfo', 'SignatureValue', 'Reference', 'DigestValue', 'SignatureMethod']) {
    if (countNamed(signature, name) !== 1) wrong(`${name} once`)
  }
  const [info, value, keyInfo, ...others] = partsOf(signature, wrong)
  if (info === undefined || !isNamed(info, ns.signature, 'SignedInfo')) return wrong('SignedInfo')
  if (value === undefined || !isNamed(value, ns.signature, 'SignatureValue')) return wrong('SignatureValue')
  if (keyInfo !== undefined && !isNamed(keyInfo, ns.signature, 'KeyInfo')) wrong('KeyInfo')
  if (others.length > 0) wrong('more than KeyInfo')
  const id = attributeOf(signed, 'ID') ?? ''
  if (!idShape.test(id)) wrong('ID')
  const { method, prefixes } = readSignedInfo(info, id, checks, wrong)
  return {
    signature,
    signed,
    id,
    signedInfo: info,
    method,
    prefixes,
    value: bytesIn(value, wrong),
    certificates: keyInfo === undefined ? [] : certificatesIn(keyInfo),
  }
}

function hasComment(root: Element): boolean {
  for (const element of elementsOf(root)) {
    for (let node = element.firstChild; node !== null; node = node.nextSibling) if (node.nodeType === 8) return true
  }
  return false
}

/** By local name in any namespace: the library behind looks for them that way. */
function countNamed(root: Element, name: string): number {
  let count = 0
  for (const element of elementsOf(root)) if (element.localName === name) count += 1
  return count
}

function certificatesIn(keyInfo: Element): string[] {
  const found: string[] = []
  for (const element of elementsOf(keyInfo)) {
    if (!isNamed(element, ns.signature, 'X509Certificate') || found.length >= certificatesMax) continue
    const text = textOf(element)
    if (text.length <= certificateLengthMax) found.push(text)
  }
  return found
}
