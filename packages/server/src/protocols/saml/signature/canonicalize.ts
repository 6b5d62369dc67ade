import { ExclusiveCanonicalization } from 'xml-crypto'

/**
 * Exclusive canonicalization without comments (xml-exc-c14n) of an element in place. `without`: a descendant to
 * leave out, as the enveloped-signature transform requires. `prefixes`: the PrefixList of InclusiveNamespaces.
 */
export function canonicalize(
  element: Element,
  { without, prefixes = [] }: { without?: Element | undefined; prefixes?: readonly string[] | undefined } = {},
): string {
  const declared = declareInherited(element, prefixes)
  try {
    return new Canonicalization(without).process(element, { inclusiveNamespacesPrefixList: [...prefixes] })
  } finally {
    for (const prefix of declared) element.removeAttributeNS(xmlnsNamespace, prefix)
  }
}

const xmlnsNamespace = 'http://www.w3.org/2000/xmlns/'

class Canonicalization extends ExclusiveCanonicalization {
  private readonly without: Element | undefined

  constructor(without: Element | undefined) {
    super()
    this.without = without
  }

  override processInner(node: unknown, ...rest: Tail): string {
    return node === this.without ? '' : super.processInner(node, ...rest)
  }
}

type Tail = Parameters<ExclusiveCanonicalization['processInner']> extends [unknown, ...infer Rest] ? Rest : never

/**
 * The library only sees declarations on the element or below it. Inherited prefixes from the list are declared on the
 * element while it is written; returns the added ones.
 */
function declareInherited(element: Element, prefixes: readonly string[]): string[] {
  const missing = prefixes.filter((prefix) => prefix !== '' && !element.hasAttributeNS(xmlnsNamespace, prefix))
  return missing.filter((prefix) => {
    const namespace = inherited(element.parentNode, prefix)
    if (namespace === null) return false
    element.setAttributeNS(xmlnsNamespace, `xmlns:${prefix}`, namespace)
    return true
  })
}

/** The nearest declaration above; null without one, or where it is undone. */
function inherited(from: Node | null, prefix: string): string | null {
  for (let node = from; node !== null && node.nodeType === 1; node = node.parentNode) {
    const found = (node as Element).getAttributeNS(xmlnsNamespace, prefix)
    if ((node as Element).hasAttributeNS(xmlnsNamespace, prefix)) return found === '' ? null : found
  }
  return null
}
