import { decodeBase64 } from '../../../kit/keys/base64.ts'
import { isElement } from '../xml/parse.ts'
import { childElements, textOf } from '../xml/read.ts'

/** Ends the reading of a signature whose parts are not where they belong; `what` goes into the evidence. */
export type Wrong = (what: string) => never

/** Child elements, when only white space separates them. */
export function partsOf(element: Element, wrong: Wrong): Element[] {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (!isElement(node) && (node.nodeValue ?? '').trim() !== '') wrong('text')
  }
  return childElements(element)
}

/** The bytes of an element that holds base64 and nothing else. */
export function bytesIn(element: Element, wrong: Wrong): Buffer {
  const bytes = childElements(element).length > 0 ? undefined : decodeBase64(textOf(element))
  return bytes ?? wrong(element.localName)
}
