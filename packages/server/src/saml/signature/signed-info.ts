import type { Checks } from '../../sign-in/checks.ts'
import { envelopedSignature, ns, referenceDigests, signatureDigests } from '../names.ts'
import { attributeOf, childElements, isNamed } from '../xml/read.ts'
import { bytesIn, partsOf, type Wrong } from './parts.ts'

/** Checks SignedInfo part by part (XML Signature 4.4); answers the signature method. `id`: what its reference has to name. */
export function readSignedInfo(info: Element, id: string, checks: Checks, wrong: Wrong): string {
  const [canonicalization, method, reference, ...others] = partsOf(info, wrong)
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
  checkPrefixList(canonical, wrong)
  allow(method, [...referenceDigests.keys()])
  bytesIn(value, wrong)
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
  const [list, ...others] = partsOf(element, wrong)
  if (list === undefined) return
  if (others.length > 0 || !isNamed(list, ns.exclusive, 'InclusiveNamespaces')) wrong('InclusiveNamespaces')
  if ((attributeOf(list, 'PrefixList') ?? '').length > 500) wrong('InclusiveNamespaces')
}
