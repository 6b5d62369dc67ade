import { invalidRequest, type ScimFailure } from './failure.ts'
import { filterComparisonsMax, filterDepthMax, filterLengthMax } from './limits.ts'
import { findPath, findSubAttribute, type AttributePath } from './paths.ts'
import type { Attribute, ResourceType } from './schemas.ts'

export const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Comparison = (typeof comparisons)[number]
export type CompareValue = string | number | boolean | null

/** A filter of RFC 7644 section 3.4.2.2. Inside a value path, paths have no `attribute` but only the sub-attribute. */
export type Filter<Path = AttributePath> =
  | { readonly op: 'and' | 'or'; readonly parts: readonly Filter<Path>[] }
  | { readonly op: 'not'; readonly part: Filter<Path> }
  | { readonly op: 'pr'; readonly path: Path }
  | { readonly op: Comparison; readonly path: Path; readonly value: CompareValue }
  | { readonly op: 'some'; readonly path: AttributePath; readonly part: Filter<Attribute> }
  /** The result of a comparison with an attribute that the resource type does not have. */
  | { readonly op: 'constant'; readonly holds: boolean }

/** `members[value eq "1"].display`: what the path of a PATCH operation names (RFC 7644 section 3.5.2). */
export type PatchPath = {
  readonly path: AttributePath
  /** Which values of the attribute. */
  readonly part?: Filter<Attribute> | undefined
}

/**
 * Throws 400 `invalidFilter`. An attribute that only `listedWith` has is treated as having no value (RFC 7644 section 3.4.2.1):
 * resources of both types are in the same list.
 */
export function parseFilter(text: string, type: ResourceType, listedWith?: ResourceType): Filter {
  const reader = new Reader(text, 'invalidFilter')
  const foreign = new Set<AttributePath>()
  const find = (name: string): AttributePath => {
    if (listedWith === undefined || findPath(name, type) !== undefined) return pathOf(name, type, reader)
    const path = pathOf(name, listedWith, reader)
    foreign.add(path)
    return path
  }
  const filter = reader.disjunction(find, true, 0)
  reader.end()
  return withoutValues(filter, foreign)
}

/** The filter with constants for comparisons with these paths, which have no value. */
function withoutValues(filter: Filter, paths: ReadonlySet<AttributePath>): Filter {
  switch (filter.op) {
    case 'and':
    case 'or':
      return { op: filter.op, parts: filter.parts.map((part) => withoutValues(part, paths)) }
    case 'not':
      return { op: 'not', part: withoutValues(filter.part, paths) }
    case 'constant':
      return filter
    default:
      return paths.has(filter.path) ? { op: 'constant', holds: holdsWithoutValue(filter) } : filter
  }
}

/** The same result as in `matches`: no value is equal to null and to nothing else. */
function holdsWithoutValue(filter: Extract<Filter, { readonly path: unknown }>): boolean {
  if (filter.op === 'eq') return filter.value === null
  return filter.op === 'ne' && filter.value !== null
}

/** The name, without a filter in brackets, of an attribute or sub-attribute that the resource type does not have. */
export type UnknownPath = { readonly unknown: string }

/**
 * The attribute that a path names, or the name of an unknown one, whose brackets are not read. Throws 400 `invalidPath`, also for
 * an unknown attribute in brackets and for names that reach a prototype in JavaScript.
 */
export function parsePatchPath(text: string, type: ResourceType): PatchPath | UnknownPath {
  const reader = new Reader(text, 'invalidPath')
  const name = reader.patchName()
  const path = findPath(name, type)
  if (path?.attribute === undefined) {
    const after = reader.unreadBrackets()
    reader.end()
    return { unknown: name + after }
  }
  if (!reader.takes('[')) {
    reader.end()
    return { path }
  }
  const part = bracketed(reader, path, 0)
  if (!reader.takes('.')) {
    reader.end()
    return { path, part }
  }
  const subName = reader.patchName()
  reader.end()
  const sub = findSubAttribute(path.attribute, subName)
  return sub === undefined ? { unknown: `${name}.${subName}` } : { path: { ...path, sub }, part }
}

function pathOf(name: string, type: ResourceType, reader: Reader): AttributePath {
  const path = findPath(name, type)
  if (path?.attribute === undefined) throw reader.refused('an unknown attribute')
  return path
}

function bracketed(reader: Reader, { attribute, sub }: AttributePath, depth: number): Filter<Attribute> {
  if (!attribute.multiValued || attribute.type !== 'complex' || sub !== undefined) throw reader.refused()
  const find = (name: string): Attribute => {
    const found = findSubAttribute(attribute, name)
    if (found === undefined) throw reader.refused('an unknown attribute')
    return found
  }
  const part = reader.disjunction(find, false, depth + 1) as Filter<Attribute>
  if (!reader.takes(']')) throw reader.refused()
  return part
}

/** If no value is selected, `ne "x"` and `eq null` match, as for an attribute without a value: they negate `eq "x"` and `ne null`. */
function comparedSome(path: AttributePath, part: Filter<Attribute>, compared: Filter<Attribute>): Filter {
  const some = (one: Filter<Attribute>): Filter => ({ op: 'some', path, part: { op: 'and', parts: [part, one] } })
  if (compared.op !== 'eq' && compared.op !== 'ne') return some(compared)
  const holdsForNone = (compared.op === 'ne') !== (compared.value === null)
  if (!holdsForNone) return some(compared)
  return { op: 'not', part: some({ ...compared, op: compared.op === 'eq' ? 'ne' : 'eq' }) }
}

type Found = AttributePath | Attribute

/** Keys that have a special meaning in JavaScript. */
const prototypeNames = ['__proto__', 'constructor', 'prototype']

/** Reads a filter from left to right. Each pattern is sticky and its alternatives are mutually exclusive, so parsing takes linear time. */
class Reader {
  private at = 0
  private comparisonCount = 0
  private readonly text: string
  private readonly kind: 'invalidFilter' | 'invalidPath'

  constructor(text: string, kind: 'invalidFilter' | 'invalidPath') {
    this.text = text
    this.kind = kind
    if (text.length > filterLengthMax)
      throw invalidRequest(
        kind,
        `The ${kind === 'invalidFilter' ? 'filter' : 'path'} is longer than ${filterLengthMax} characters.`,
      )
  }

  /** `or` binds weaker than `and`, and that weaker than `not`. */
  disjunction<Path extends Found>(find: (name: string) => Path, brackets: boolean, depth: number): Filter<Path> {
    return this.series('or', () => this.series('and', () => this.term(find, brackets, depth)))
  }

  name(): string {
    return this.read(/[A-Za-z$][\w$.:-]*/y) ?? this.throwRefused()
  }

  /** A name in the path of a PATCH operation, where unknown attributes are ignored. */
  patchName(): string {
    const name = this.read(/[A-Za-z_$][\w$.:-]*/y) ?? this.throwRefused()
    if (name.split(/[.:]/).some((part) => prototypeNames.includes(part))) throw this.refused()
    return name
  }

  /** Skips the brackets of an unknown attribute. Returns what follows them, with its dot: `.value` or nothing. */
  unreadBrackets(): string {
    return this.read(/\[.*\]/y) !== undefined && this.takes('.') ? `.${this.patchName()}` : ''
  }

  takes(sign: '[' | ']' | '(' | ')' | '.'): boolean {
    const before = this.at
    if (sign !== '.') this.read(/ +/y)
    if (this.text[this.at] === sign) this.at += 1
    else this.at = before
    return this.at > before
  }

  end(): void {
    this.read(/ +/y)
    if (this.at < this.text.length) throw this.refused()
  }

  refused(what = 'something unexpected'): ScimFailure {
    const subject = this.kind === 'invalidFilter' ? 'The filter' : 'The path'
    return invalidRequest(this.kind, `${subject} has ${what} before or at character ${this.at + 1}.`)
  }

  private term<Path extends Found>(find: (name: string) => Path, brackets: boolean, depth: number): Filter<Path> {
    if (depth >= filterDepthMax) throw this.refused('too many levels')
    this.read(/ +/y)
    if (this.read(/not(?= *\()/iy) !== undefined) {
      if (!this.takes('(')) throw this.refused()
      return { op: 'not', part: this.closed(find, brackets, depth) }
    }
    if (this.takes('(')) return this.closed(find, brackets, depth)
    const path = find(this.name())
    // Brackets are allowed only in paths of a resource.
    if (brackets && this.takes('[')) return this.some(path as AttributePath, depth) as Filter<Path>
    return this.comparison(path)
  }

  /** `emails[type eq "work"]`, or `emails[type eq "work"].value eq "x"`, which compares the values that the brackets select. */
  private some(path: AttributePath, depth: number): Filter {
    const part = bracketed(this, path, depth)
    if (!this.takes('.')) return { op: 'some', path, part }
    const sub = findSubAttribute(path.attribute, this.name())
    if (sub === undefined) throw this.refused('an unknown attribute')
    return comparedSome(path, part, this.comparison(sub))
  }

  private closed<Path extends Found>(find: (name: string) => Path, brackets: boolean, depth: number): Filter<Path> {
    const inner = this.disjunction(find, brackets, depth + 1)
    if (!this.takes(')')) throw this.refused()
    return inner
  }

  private comparison<Path extends Found>(path: Path): Filter<Path> {
    this.comparisonCount += 1
    if (this.comparisonCount > filterComparisonsMax) throw this.refused('too many comparisons')
    const op = this.read(/ +[A-Za-z]{2}(?![\w$])/y)
      ?.trim()
      .toLowerCase()
    if (op === 'pr') return { op, path }
    const known = comparisons.find((one) => one === op)
    if (known === undefined) throw this.refused('an unknown operator')
    const value = this.value()
    const compared = comparedAttribute(path)
    const fitting = compared.type === 'boolean' ? booleanOf(value) : value
    if (!fits(known, compared, fitting)) throw this.refused('a value that does not fit its attribute')
    return { op: known, path, value: fitting }
  }

  /** A value in JSON: a string, a number, true, false or null. */
  private value(): CompareValue {
    const text =
      this.read(/ +"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy) ??
      this.read(/ +(?:true|false|null|-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?)(?![\w.])/iy)
    if (text === undefined) throw this.refused('no valid value')
    return JSON.parse(text.trimStart().startsWith('"') ? text : text.toLowerCase()) as CompareValue
  }

  private series<Path>(op: 'and' | 'or', next: () => Filter<Path>): Filter<Path> {
    const parts = [next()]
    const word = op === 'and' ? / *and(?![\w$])/iy : / *or(?![\w$])/iy
    while (this.read(word) !== undefined) parts.push(next())
    const [first] = parts
    return parts.length === 1 && first !== undefined ? first : { op, parts }
  }

  private read(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  private throwRefused(): never {
    throw this.refused()
  }
}

/** How many comparisons a filter has. */
export function comparisonsIn(filter: Filter | Filter<Attribute>): number {
  if ('parts' in filter) return filter.parts.reduce((total, part) => total + comparisonsIn(part), 0)
  return 'part' in filter ? comparisonsIn(filter.part) : 1
}

/** What a comparison with a path looks at: of an attribute with `value`s that is the `value`. */
export function comparedAttribute(path: Found): Attribute {
  if (!('attribute' in path)) return path
  const { attribute, sub } = path
  return sub ?? attribute.subAttributes?.find(({ name }) => name === 'value') ?? attribute
}

/** Entra sends booleans as "True" and "False" too. */
export function booleanOf(value: unknown): CompareValue {
  if (typeof value === 'string' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  return value as CompareValue
}

function fits(op: Comparison, { type }: Attribute, value: CompareValue): boolean {
  if (value === null) return op === 'eq' || op === 'ne'
  if (type === 'complex') return false
  if (type === 'boolean') return typeof value === 'boolean' && (op === 'eq' || op === 'ne')
  if (typeof value !== 'string') return false
  if (type === 'binary') return op === 'eq' || op === 'ne'
  if (type === 'dateTime' && !['co', 'sw', 'ew'].includes(op)) return !Number.isNaN(Date.parse(value))
  return true
}
