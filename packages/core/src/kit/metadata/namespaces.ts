import { plainText } from './tags.ts'

/** The namespaces that are declared around the place where a document is read (Namespaces in XML 1.0 section 6). */
export function createNamespaces() {
  const scopes: { readonly depth: number; readonly declared: ReadonlyMap<string, string> }[] = []
  return {
    /** An element at this depth begins; `attributes` where it may declare namespaces. */
    open(depth: number, attributes: ReadonlyMap<string, string> | undefined): void {
      const declared = new Map<string, string>()
      for (const [name, value] of attributes ?? [])
        if (name === 'xmlns') declared.set('', plainText(value) ?? '')
        else if (name.startsWith('xmlns:')) declared.set(name.slice(6), plainText(value) ?? '')
      if (declared.size > 0) scopes.push({ depth, declared })
    },
    close(depth: number): void {
      if (scopes.at(-1)?.depth === depth) scopes.pop()
    },
    /** The namespace of an element's name; undefined if its prefix is not bound. */
    of(name: string): string | undefined {
      const colon = name.indexOf(':')
      const prefix = colon < 0 ? '' : name.slice(0, colon)
      return scopes.findLast(({ declared }) => declared.has(prefix))?.declared.get(prefix)
    },
  }
}
