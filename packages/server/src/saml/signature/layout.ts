import { certificateLengthMax } from '@portico/core/contract'

import type { Checks } from '../../sign-in/checks.ts'
import { decodeBase64 } from '../base64.ts'
import { envelopedSignature, ns, referenceDigests, signatureDigests } from '../names.ts'
import { elementsOf, isElement } from '../xml/parse.ts'
import { attributeOf, childElements, isNamed, textOf } from '../xml/read.ts'

/** A signature whose every part is where it belongs; what it covers is its parent. */
export type SignatureLayout = {
  readonly signature: Element
  readonly signed: Element
  readonly id: string
  readonly algorithm: string
  /** Bytes of SignatureValue. */
  readonly value: Buffer
  /** Certificates in KeyInfo, base64 as they came: a hint which of ours to use, never a key. */
  readonly certificates: readonly string[]
}

const idShape = /^[\w.:-]{1,256}$/
const certificatesMax = 8

/**
 * The signature that is a direct child of `signed`; undefined without one. Refuses every layout but the one SAML
 * allows (core 5.4): one SignedInfo with one reference to the parent's ID, enveloped-signature and exclusive
 * canonicalisation in this order, RSA with SHA-2, plain base64, no Object and no comments.
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
  const [info, value, keyInfo, ...others] = inOrder(signature, wrong)
  if (info === undefined || !isNamed(info, ns.signature, 'SignedInfo')) return wrong('SignedInfo')
  if (value === undefined || !isNamed(value, ns.signature, 'SignatureValue')) return wrong('SignatureValue')
  if (keyInfo !== undefined && !isNamed(keyInfo, ns.signature, 'KeyInfo')) wrong('KeyInfo')
  if (others.length > 0) wrong('more than KeyInfo')
  const id = attributeOf(signed, 'ID') ?? ''
  if (!idShape.test(id)) wrong('ID')
  return {
    signature,
    signed,
    id,
    algorithm: readSignedInfo(info, id, checks, wrong),
    value: readBase64(value, wrong),
    certificates: keyInfo === undefined ? [] : certificatesIn(keyInfo),
  }
}

type Wrong = (what: string) => never

function readSignedInfo(info: Element, id: string, checks: Checks, wrong: Wrong): string {
  const [canonicalization, method, reference, ...others] = inOrder(info, wrong)
  if (canonicalization === undefined || !isNamed(canonicalization, ns.signature, 'CanonicalizationMethod')) {
    return wrong('CanonicalizationMethod')
  }
  if (method === undefined || !isNamed(method, ns.signature, 'SignatureMethod')) return wrong('SignatureMethod')
  if (reference === undefined || !isNamed(reference, ns.signature, 'Reference')) return wrong('Reference')
  if (others.length > 0) wrong('one Reference')
  const allow = allowing(checks)
  allow(canonicalization, [ns.exclusive])
  checkPrefixList(canonicalization, wrong)
  const algorithm = allow(method, [...signatureDigests.keys()])
  if (childElements(method).length > 0) wrong('SignatureMethod')
  if (attributeOf(reference, 'URI') !== `#${id}`) wrong('Reference URI')
  readReference(reference, allow, wrong)
  return algorithm
}

function readReference(reference: Element, allow: ReturnType<typeof allowing>, wrong: Wrong): void {
  const [transforms, method, value, ...others] = inOrder(reference, wrong)
  if (transforms === undefined || !isNamed(transforms, ns.signature, 'Transforms')) return wrong('Transforms')
  if (method === undefined || !isNamed(method, ns.signature, 'DigestMethod')) return wrong('DigestMethod')
  if (value === undefined || !isNamed(value, ns.signature, 'DigestValue')) return wrong('DigestValue')
  if (others.length > 0) wrong('Reference')
  const steps = inOrder(transforms, wrong)
  const [enveloped, canonical] = steps
  if (steps.length !== 2 || enveloped === undefined || canonical === undefined) return wrong('two transforms')
  if (steps.some((step) => !isNamed(step, ns.signature, 'Transform'))) wrong('Transform')
  allow(enveloped, [envelopedSignature])
  if (childElements(enveloped).length > 0) wrong('Transform')
  allow(canonical, [ns.exclusive])
  checkPrefixList(canonical, wrong)
  allow(method, [...referenceDigests.keys()])
  readBase64(value, wrong)
}

function allowing(checks: Checks) {
  return (element: Element, allowed: readonly string[]): string => {
    const algorithm = attributeOf(element, 'Algorithm') ?? ''
    if (allowed.includes(algorithm)) return algorithm
    return checks.refuse('saml-signature-algorithm', { element: element.localName, found: algorithm })
  }
}

/** Exclusive canonicalisation takes one InclusiveNamespaces (OpenSAML sends it), and nothing else. */
function checkPrefixList(element: Element, wrong: Wrong): void {
  const [list, ...others] = inOrder(element, wrong)
  if (list === undefined) return
  if (others.length > 0 || !isNamed(list, ns.exclusive, 'InclusiveNamespaces')) wrong('InclusiveNamespaces')
  if ((attributeOf(list, 'PrefixList') ?? '').length > 500) wrong('InclusiveNamespaces')
}

/** Child elements, where nothing but white space stands between them. */
function inOrder(element: Element, wrong: Wrong): Element[] {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (!isElement(node) && (node.nodeValue ?? '').trim() !== '') wrong('text')
  }
  return childElements(element)
}

function readBase64(element: Element, wrong: Wrong): Buffer {
  const bytes = childElements(element).length > 0 ? undefined : decodeBase64(textOf(element))
  return bytes ?? wrong(element.localName)
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
