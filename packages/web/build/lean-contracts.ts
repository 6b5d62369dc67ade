import type { Plugin } from 'vite'

/** Contracts of the calls of the portal's first paint, of which no form checks a schema. */
const firstContracts =
  /\/core\/src\/[\w-]+\/(?:applications|branding|environments|launcher|notices|sessions|sign-in)\/contract\.ts$/

/** What only schemas are made of. */
const ofSchemas = /^valibot$|\/text\/rules\.ts$/

/** Of an endpoint: for documents, tests and the command line. */
const onlyForPeople = new Set<string | undefined>(['name', 'summary'])

type Node = { readonly type: string; readonly start: number; readonly end: number }
type Call = Node & { readonly callee: { readonly object?: { readonly name?: string } } }
type Import = Node & { readonly source: { readonly value: string } }
type Property = Node & { readonly key: { readonly name?: string } }

/**
 * Leaves schemas, names and summaries out of these contracts: core's client asks of a call only whether it describes a reply,
 * and the server checks what is sent. With them the portal would load valibot before its first paint. A form that came
 * to check one of their schemas would find an empty object in its place and fail at its first check.
 */
export function leanContracts(): Plugin {
  return {
    name: 'portico:lean-contracts',
    apply: 'build',
    transform(code, id) {
      if (!firstContracts.test(id)) return undefined
      const changes = changesIn(this.parse(code)).toSorted((a, b) => b.start - a.start)
      const text = changes.reduce((before, { start, end, by }) => before.slice(0, start) + by + before.slice(end), code)
      return { code: text, map: null }
    },
  }
}

type Change = { readonly start: number; readonly end: number; readonly by: string }

function changesIn(node: unknown): Change[] {
  if (Array.isArray(node)) return node.flatMap(changesIn)
  if (typeof node !== 'object' || node === null) return []
  const { type, start, end } = node as Node
  if (type === 'CallExpression' && (node as Call).callee.object?.name === 'v') return [{ start, end, by: '({})' }]
  if (type === 'ImportDeclaration' && ofSchemas.test((node as Import).source.value)) return [{ start, end, by: '' }]
  // With the comma behind it.
  if (type === 'Property' && onlyForPeople.has((node as Property).key.name)) return [{ start, end: end + 1, by: '' }]
  return Object.values(node).flatMap(changesIn)
}
