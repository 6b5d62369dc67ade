import type { Checks } from '../../../kit/checks/checks.ts'
import { ns } from '../names.ts'
import { elementsOf } from '../xml/parse.ts'
import { childElements, isNamed } from '../xml/read.ts'

/** Exactly one assertion in the whole message, plain or encrypted, and a child of the response. */
export function onlyAssertion(response: Element, checks: Checks): Element {
  const all = [...elementsOf(response)].filter(
    (one) => isNamed(one, ns.assertion, 'Assertion') || isNamed(one, ns.assertion, 'EncryptedAssertion'),
  )
  const [assertion] = childElements(response).filter((child) => all.includes(child))
  if (all.length !== 1 || assertion === undefined) return checks.refuse('saml-assertion-count', { found: all.length })
  return assertion
}

/** The decrypted XML is exactly one assertion, and the signature rules apply to it as well. */
export function checkDecrypted(root: Element, checks: Checks): void {
  const all = [...elementsOf(root)].filter(
    (one) => one.localName === 'Assertion' || one.localName === 'EncryptedAssertion',
  )
  if (!isNamed(root, ns.assertion, 'Assertion') || all.length !== 1) {
    checks.refuse('saml-assertion-count', { found: all.length })
  }
  checkSignaturePlaces(root, [root], checks)
}

/** A signature must be a direct child of what it covers: the response or the assertion. */
export function checkSignaturePlaces(root: Element, places: readonly Element[], checks: Checks): void {
  for (const element of elementsOf(root)) {
    if (!isNamed(element, ns.signature, 'Signature')) continue
    if (!places.some((place) => element.parentNode === place)) {
      checks.refuse('saml-signature-layout', { what: 'place', element: element.parentNode?.nodeName ?? '' })
    }
  }
}
