import { DOMParser } from '@xmldom/xmldom'

/** Markup that is safe to send unescaped. Only `xml` and `raw` make it. */
export type Xml = { markup: string }

/** A template whose values are escaped, unless they are Xml (or lists of it). Blanks between elements are left out. */
export function xml(strings: TemplateStringsArray, ...values: (Xml | Xml[] | string | undefined)[]): Xml {
  return raw(strings.map((text, index) => squeezed(text) + markupOf(values[index])).join(''))
}

/** Only what we wrote ourselves loses its line breaks: a signature may cover the rest. */
function squeezed(text: string): string {
  const joined = text.replace(/>\s+</g, '><').replace(/^\s*\n\s*|\s*\n\s*$/g, '')
  return joined.replace(/\s*\n\s*/g, ' ').replace(/\s+(\/?>)/g, '$1')
}

export function raw(markup: string): Xml {
  return { markup }
}

/** ` name="value"`, or nothing. */
export function attribute(name: string, value: string | undefined): Xml {
  return raw(value === undefined ? '' : ` ${name}="${escaped(value)}"`)
}

function markupOf(value: Xml | Xml[] | string | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return escaped(value)
  return Array.isArray(value) ? value.map((each) => each.markup).join('') : value.markup
}

function escaped(text: string): string {
  return text.replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The document element of a message from outside. Throws Error for anything that is not well-formed, and for DTDs. */
export function parseXml(text: string): Element {
  const complaints: string[] = []
  const complain = (message: string) => void complaints.push(message)
  const document: Document | undefined = new DOMParser({
    errorHandler: { warning: complain, error: complain, fatalError: complain },
  }).parseFromString(text, 'text/xml')
  const root = document?.documentElement
  if (complaints.length > 0 || root == null) throw new Error('The message is not well-formed XML.')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Error('The message has a DTD.')
  return root
}

/** The child elements of a name and namespace. */
export function childrenOf(parent: Element, namespace: string, name: string): Element[] {
  const nodes = Array.from(parent.childNodes)
  return nodes.filter((node): node is Element => {
    const element = node as Element
    return element.nodeType === 1 && element.namespaceURI === namespace && element.localName === name
  })
}

export function childOf(parent: Element, namespace: string, name: string): Element | undefined {
  return childrenOf(parent, namespace, name)[0]
}

export function textOf(element: Element | undefined): string | undefined {
  return element?.textContent?.trim() || undefined
}

/** Absent and empty are the same: xmldom says '' for both. */
export function attributeOf(element: Element, name: string): string | undefined {
  return element.getAttribute(name) || undefined
}
