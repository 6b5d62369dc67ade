import * as v from 'valibot'

import { NameTransform, type NameTransformKind } from './transform-rules.ts'

/** The kinds, in the order in which they are offered. */
export const transformKinds: readonly { readonly kind: NameTransformKind; readonly label: string }[] = [
  { kind: 'split', label: 'Split at a separator' },
  { kind: 'strip-prefix', label: 'Remove a prefix' },
  { kind: 'strip-suffix', label: 'Remove a suffix' },
  { kind: 'replace', label: 'Replace by pattern' },
  { kind: 'lower-case', label: 'Lower case' },
  { kind: 'path-end', label: 'Last part of a path' },
  { kind: 'dn-name', label: 'Name in a distinguished name' },
  { kind: 'keep', label: 'Keep only names that match' },
]

/**
 * Transforms as text, one on each line: `strip-prefix portal-`, `lower-case`, `replace /^(.*)@.*$/$1/` with any delimiter
 * as in sed. Forms hold them so, and commands take them so. {@link transformsOfLines} reads them back exactly.
 */
export function linesOfTransforms(transforms: readonly NameTransform[]): string {
  return transforms.map(transformLine).join('\n')
}

export function transformLine(transform: NameTransform): string {
  switch (transform.kind) {
    case 'split':
    case 'strip-prefix':
    case 'strip-suffix':
      return `${transform.kind} ${transform.text}`
    case 'keep':
      return `keep ${transform.pattern}`
    case 'replace': {
      const { pattern, replacement } = transform
      const delimiter = [...'/|,;:!#%~@'].find((sign) => !pattern.includes(sign) && !replacement.includes(sign))
      if (delimiter === undefined || pattern === '') return JSON.stringify(transform)
      return `replace ${delimiter}${pattern}${delimiter}${replacement}${delimiter}`
    }
    default:
      return transform.kind
  }
}

/** Reads {@link linesOfTransforms}. A line that is not a transform stays, as a kind for the rules to reject. */
export function transformsOfLines(text: string): unknown[] {
  return text.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [transformOfLine(line)]))
}

export function transformOfLine(line: string): unknown {
  const text = line.trimStart()
  const [kind = ''] = text.split(' ', 1)
  const rest = text.slice(kind.length + 1)
  if (kind === 'split' || kind === 'strip-prefix' || kind === 'strip-suffix') return { kind, text: rest }
  if (kind === 'keep') return { kind, pattern: rest }
  if (kind === 'replace') return replaceOf(rest.trim()) ?? { kind: text }
  if (text.startsWith('{')) return jsonOf(text) ?? { kind: text }
  return { kind: text.trim() }
}

/** `/pattern/replacement/`; the delimiter at the end may be missing, as people leave it out. */
function replaceOf(text: string): NameTransform | undefined {
  const delimiter = text.charAt(0)
  if (!/^[^\sa-z\d\\$]$/i.test(delimiter)) return undefined
  const [pattern = '', replacement, after, ...more] = text.slice(1).split(delimiter)
  if (replacement === undefined || more.length > 0 || (after ?? '') !== '') return undefined
  return { kind: 'replace', pattern, replacement }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Those of `value` that are transforms, whatever it is: what is stored may be older than the rules. */
export function transformsIn(value: unknown): NameTransform[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return list.flatMap((one) => {
    const read = v.safeParse(NameTransform, one)
    return read.success ? [read.output] : []
  })
}
