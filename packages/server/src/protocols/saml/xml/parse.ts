import { XmlFault } from '@portico/core/contract'

import { DOMParser } from '@xmldom/xmldom'

import type { XmlBounds } from './bounds.ts'
import { guardXml } from './guard.ts'

/**
 * The root element of a document that passed the guard. Throws XmlFault; nothing is repaired. Beyond well-formedness,
 * every prefix is bound to an absolute namespace name, no element has one attribute twice under two prefixes, and
 * no id (ID, Id, id, xml:id) occurs twice. In a document that is not a message, only the prefixes are checked.
 */
export function parseXml(text: string, bounds: XmlBounds): Element {
  guardXml(text, bounds)
  const root = parse(text)
  const ids = new Set<string>()
  for (const element of elementsOf(root)) checkElement(element, ids, bounds)
  return root
}

/** The element and all below it, in document order. */
export function* elementsOf(root: Element): Generator<Element> {
  for (let node: Node | null = root; node !== null; node = following(node, root)) if (isElement(node)) yield node
}

export function isElement(node: Node): node is Element {
  return node.nodeType === 1
}

function following(node: Node, root: Element): Node | null {
  if (node.firstChild !== null) return node.firstChild
  for (let up: Node | null = node; up !== null && up !== root; up = up.parentNode) {
    if (up.nextSibling !== null) return up.nextSibling
  }
  return null
}

function parse(text: string): Element {
  const errorHandler = (_level: string, message: unknown) => {
    throw new XmlFault('unreadable', String(message).slice(0, 200))
  }
  try {
    const root = new DOMParser({ errorHandler }).parseFromString(text, 'text/xml').documentElement
    if (root) return root
  } catch (error) {
    if (error instanceof XmlFault) throw error
    throw new XmlFault('unreadable', error instanceof Error ? error.message.slice(0, 200) : 'parser')
  }
  throw new XmlFault('unreadable', 'no element')
}

/** RFC 3986: a namespace name has a scheme. Canonicalisation of relative ones is undefined, and has come out empty. */
const absolute = /^[a-z][a-z0-9+.-]*:\S*$/i

function checkElement(element: Element, ids: Set<string>, { syntax }: XmlBounds): void {
  if (element.prefix && !element.namespaceURI) throw new XmlFault('unreadable', 'a prefix that is not bound')
  const names = new Set<string>()
  for (const attribute of Array.from(element.attributes)) {
    if (attribute.name === 'xmlns' || attribute.prefix === 'xmlns') {
      if (syntax === 'message') checkNamespace(attribute)
      checkReserved(attribute)
      continue
    }
    if (attribute.prefix && !attribute.namespaceURI) throw new XmlFault('unreadable', 'a prefix that is not bound')
    const name = `${attribute.namespaceURI ?? ''} ${attribute.localName}`
    if (names.has(name)) throw new XmlFault('unreadable', 'an attribute twice')
    names.add(name)
    if (syntax !== 'message' || attribute.localName.toLowerCase() !== 'id') continue
    if (ids.has(attribute.value)) throw new XmlFault('forbidden', 'an id twice')
    ids.add(attribute.value)
  }
}

function checkNamespace(declaration: Attr): void {
  const undoesDefault = declaration.name === 'xmlns' && declaration.value === ''
  if (!undoesDefault && !absolute.test(declaration.value)) throw new XmlFault('forbidden', 'a relative namespace')
  if (declaration.prefix === 'xmlns' && declaration.localName === 'xml')
    throw new XmlFault('forbidden', 'a reserved prefix')
}

/** Namespaces in XML 1.0 section 3: `xml` may be declared as what it is, `xmlns` never. */
function checkReserved({ prefix, localName, value }: Attr): void {
  if (prefix !== 'xmlns') return
  if (localName === 'xmlns' || (localName === 'xml') !== (value === xmlNamespace))
    throw new XmlFault('forbidden', 'a reserved prefix')
}

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'
