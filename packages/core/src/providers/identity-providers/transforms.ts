import { nameInDn } from './distinguished-name.ts'
import { transformedLengthMax, type NameTransform } from './transform-rules.ts'

/** One match of a pattern in a text: where it is, and its groups; `groups[0]` is the whole match. */
export type PatternMatch = { readonly start: number; readonly end: number; readonly groups: readonly (string | null)[] }

/** Finds the matches of a pattern from left to right, in time linear in the text. */
export type Pattern = (text: string) => Iterable<PatternMatch>

/** Reads a pattern that the server has accepted. Throws if it is not valid. */
export type ReadPattern = (pattern: string) => Pattern

/** What one transform made of a name; `after` null: the name was dropped. */
export type TransformStep = { readonly transform: NameTransform; readonly after: string | null }

/** What a name was and what it became; `after` null: it was dropped, by the last of the steps. */
export type TransformedName = {
  readonly before: string
  readonly after: string | null
  readonly steps: readonly TransformStep[]
}

/** Transforms names by a list of transforms; the patterns are read once. */
export type TransformName = (name: string) => TransformedName

/**
 * Prepares a list of transforms. They are applied in order, each to what the one before made; a name that becomes empty or
 * longer than {@link transformedLengthMax} is dropped. Throws if a pattern is not valid.
 */
export function nameTransformer(transforms: readonly NameTransform[], readPattern: ReadPattern): TransformName {
  const all = transforms.map((transform) => ({ transform, apply: applied(transform, readPattern) }))
  return (before) => {
    const steps: TransformStep[] = []
    let name: string | null = presentable(before)
    for (const { transform, apply } of all) {
      if (name === null) break
      name = presentable(apply(name))
      steps.push({ transform, after: name })
    }
    return { before, after: name, steps }
  }
}

/** The names in one text of a provider: its parts if the transforms begin with `split`, without blanks around them. */
export function namesInText(text: string, transforms: readonly NameTransform[]): string[] {
  const [first] = transforms
  if (first?.kind !== 'split') return [text]
  return text.split(first.text).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
}

function presentable(name: string | null): string | null {
  return name === null || name.trim() === '' || name.length > transformedLengthMax ? null : name
}

function applied(transform: NameTransform, readPattern: ReadPattern): (name: string) => string | null {
  switch (transform.kind) {
    case 'split':
      // Already split by namesInText: the name is one of the parts.
      return (name) => name
    case 'strip-prefix':
      return (name) => (name.startsWith(transform.text) ? name.slice(transform.text.length) : name)
    case 'strip-suffix':
      return (name) => (name.endsWith(transform.text) ? name.slice(0, -transform.text.length) : name)
    case 'lower-case':
      return (name) => name.toLowerCase()
    case 'path-end':
      return (name) => name.replace(/\/+$/, '').split('/').at(-1) ?? ''
    case 'dn-name':
      return (name) => nameInDn(name) ?? name
    case 'keep': {
      const pattern = readPattern(transform.pattern)
      return (name) => (isEmpty(pattern(name)) ? null : name)
    }
    case 'replace': {
      const pattern = readPattern(transform.pattern)
      const parts = partsOf(transform.replacement)
      return (name) => replaced(name, pattern, parts)
    }
  }
}

function isEmpty(found: Iterable<unknown>): boolean {
  for (const _ of found) return false
  return true
}

/** Literal texts, and numbers of groups. */
function partsOf(replacement: string): (string | number)[] {
  return (replacement.match(/\$[\d$]|[^$]+|\$/g) ?? []).map((part) => {
    if (part === '$$') return '$'
    return /^\$\d$/.test(part) ? Number(part.slice(1)) : part
  })
}

/** Every match replaced. null as soon as the result is too long, so that its size stays bounded. */
function replaced(name: string, pattern: Pattern, parts: readonly (string | number)[]): string | null {
  let result = ''
  let end = 0
  for (const match of pattern(name)) {
    result += name.slice(end, match.start)
    for (const part of parts) {
      result += typeof part === 'number' ? (match.groups[part] ?? '') : part
      if (result.length > transformedLengthMax) return null
    }
    ;({ end } = match)
  }
  return result + name.slice(end)
}
