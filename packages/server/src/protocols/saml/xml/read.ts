import { trimBlanks } from '../../../kit/blanks.ts'
import { isElement } from './parse.ts'

/** Exact names only, always with the namespace: a look-alike of another namespace is another element. */
export function isNamed(element: Element, namespace: string, name: string): boolean {
  return element.namespaceURI === namespace && element.localName === name
}

export function childElements(element: Element): Element[] {
  const children: Element[] = []
  for (let node = element.firstChild; node !== null; node = node.nextSibling) if (isElement(node)) children.push(node)
  return children
}

export function childrenNamed(element: Element, namespace: string, name: string): Element[] {
  return childElements(element).filter((child) => isNamed(child, namespace, name))
}

/** The child of that name, if there is exactly one. */
export function onlyChild(element: Element, namespace: string, name: string): Element | undefined {
  const found = childrenNamed(element, namespace, name)
  return found.length === 1 ? found[0] : undefined
}

/** An attribute without namespace, or null. */
export function attributeOf(element: Element, name: string): string | null {
  return element.hasAttribute(name) ? element.getAttribute(name) : null
}

/** The namespace declarations in scope at the element, by the names of their attributes: `xmlns`, `xmlns:saml`. */
export function namespacesAround(element: Element): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (let node: Node | null = element; node !== null && isElement(node); node = node.parentNode) {
    for (const { name, value } of Array.from(node.attributes)) {
      if (name === 'xmlns' || name.startsWith('xmlns:')) found[name] ??= value
    }
  }
  return found
}

/** The whole text in the element: comments split it into several nodes, and all of them count. */
export function textOf(element: Element): string {
  return element.textContent ?? ''
}

/** For names and addresses, which some providers put on a separate line. */
export function trimmedTextOf(element: Element): string {
  return trimBlanks(textOf(element))
}
