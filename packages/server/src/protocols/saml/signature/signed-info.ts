import type { Checks } from '../../../kit/checks/checks.ts'
import { envelopedSignature, ns, referenceDigests } from '../names.ts'
import { attributeOf, childElements, isNamed } from '../xml/read.ts'
import { methodOf, type SignatureMethod } from './methods.ts'
import { bytesIn, partsOf, type Wrong } from './parts.ts'

export type SignedInfo = {
  readonly method: SignatureMethod
  /** Prefixes that the canonical form of SignedInfo carries along (InclusiveNamespaces). */
  readonly prefixes: readonly string[]
  readonly reference: Reference
}

type Reference = {
  readonly digestAlgorithm: string
  readonly digest: Buffer
  /** The same for the element that the reference names. */
  readonly prefixes: readonly string[]
}

/** Checks SignedInfo part by part (XML Signature 4.4). `id`: what its one reference has to name. */
export function readSignedInfo(info: Element, id: string, checks: Checks, wrong: Wrong): SignedInfo {
  const [canonicalization, method, reference, ...others] = partsOf(info, wrong)
  if (canonicalization === undefined || !isNamed(canonicalization, ns.signature, 'CanonicalizationMethod')) {
    return wrong('CanonicalizationMethod')
  }
  if (method === undefined || !isNamed(method, ns.signature, 'SignatureMethod')) return wrong('SignatureMethod')
  if (reference === undefined || !isNamed(reference, ns.signature, 'Reference')) return wrong('Reference')
  if (others.length > 0) wrong('one Reference')
  const allow = allowing(checks)
  allow(canonicalization, [ns.exclusive])
  const prefixes = prefixList(canonicalization, wrong)
  const accepted = methodOf(method, wrong)
  if (typeof accepted === 'string')
    return checks.refuse('saml-signature-algorithm', { element: 'SignatureMethod', found: accepted })
  if (attributeOf(reference, 'URI') !== `#${id}`) wrong('Reference URI')
  return { method: accepted, prefixes, reference: readReference(reference, allow, wrong) }
}

function readReference(reference: Element, allow: ReturnType<typeof allowing>, wrong: Wrong): Reference {
  const [transforms, method, value, ...others] = partsOf(reference, wrong)
  if (transforms === undefined || !isNamed(transforms, ns.signature, 'Transforms')) return wrong('Transforms')
  if (method === undefined || !isNamed(method, ns.signature, 'DigestMethod')) return wrong('DigestMethod')
  if (value === undefined || !isNamed(value, ns.signature, 'DigestValue')) return wrong('DigestValue')
  if (others.length > 0) wrong('Reference')
  const steps = partsOf(transforms, wrong)
  const [enveloped, canonical] = steps
  if (steps.length !== 2 || enveloped === undefined || canonical === undefined) return wrong('two transforms')
  if (steps.some((step) => !isNamed(step, ns.signature, 'Transform'))) wrong('Transform')
  allow(enveloped, [envelopedSignature])
  if (childElements(enveloped).length > 0) wrong('Transform')
  allow(canonical, [ns.exclusive])
  const prefixes = prefixList(canonical, wrong)
  const digestAlgorithm = allow(method, [...referenceDigests.keys()])
  return { digestAlgorithm, digest: bytesIn(value, wrong), prefixes }
}

function allowing(checks: Checks) {
  return (element: Element, allowed: readonly string[]): string => {
    const algorithm = attributeOf(element, 'Algorithm') ?? ''
    if (allowed.includes(algorithm)) return algorithm
    return checks.refuse('saml-signature-algorithm', { element: element.localName, found: algorithm })
  }
}

/** Exclusive canonicalization takes one InclusiveNamespaces (OpenSAML sends it), and nothing else. */
function prefixList(element: Element, wrong: Wrong): string[] {
  const [list, ...others] = partsOf(element, wrong)
  if (list === undefined) return []
  if (others.length > 0 || !isNamed(list, ns.exclusive, 'InclusiveNamespaces')) wrong('InclusiveNamespaces')
  const prefixes = attributeOf(list, 'PrefixList') ?? ''
  if (prefixes.length > 500) wrong('InclusiveNamespaces')
  return prefixes.split(/[ \t\r\n]+/).filter((prefix) => prefix !== '')
}
