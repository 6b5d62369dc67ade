import { invalidRequest } from './failure.ts'
import { comparisonsIn, parsePatchPath, type Filter, type PatchPath } from './filter.ts'
import { keysMax, patchComparisonsMax, patchOperationsMax } from './limits.ts'
import { valueMatches } from './matches.ts'
import { findExtension, type AttributePath } from './paths.ts'
import { checkValues } from './resource-size.ts'
import type { Attribute, ResourceType, Schema } from './schemas.ts'
import { isPrimary, notPrimary, without, withAdded } from './value-lists.ts'
import {
  entriesOf,
  isObject,
  isOfPart,
  isWritable,
  isWritableTarget,
  keyCount,
  mergeInto,
  put,
  readOne,
  readSubs,
  readValue,
  reportUnknown,
  valueIn,
  withoutNothing,
  type ComplexValue,
  type Draft,
  type Entry,
  type Ignored,
  type ResourceValues,
  type Value,
} from './values.ts'

export type Operation = Entry & { readonly op: 'add' | 'replace' | 'remove' }

/**
 * What a body says about a resource, with the names of the schema in their own spelling. Unknown and read-only attributes are
 * left out (RFC 7644 sections 3.3 and 3.5.1), and so are nulls and empty lists, which mean "no value". Throws 400.
 */
export function readResource(body: unknown, type: ResourceType, ignored: Ignored = () => {}): ResourceValues {
  if (!isObject(body)) throw invalidRequest('invalidSyntax', 'The body must be a JSON object.')
  if (keyCount(body) > keysMax) throw invalidRequest('invalidValue', `The body names more than ${keysMax} attributes.`)
  const entries = entriesOf(body, type, ignored)
  checkComparisons(entries)
  const resource: Draft = {}
  for (const { target, value } of entries) {
    const { extension, attribute } = target.path
    if (isOfPart({ target })) apply(resource, { op: 'add', target, value })
    else put(resource, extension, attribute.name, readValue(value, attribute))
  }
  return resource
}

/**
 * The operations of a PATCH body (RFC 7644 section 3.5.2), each about one attribute: what is sent without a path becomes one
 * operation for each attribute in it, and one on an unknown attribute becomes none. `op` is read in any case (Entra sends
 * `Add`). Throws 400.
 */
export function readOperations(body: unknown, type: ResourceType, ignored: Ignored = () => {}): readonly Operation[] {
  const list = isObject(body)
    ? Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1]
    : undefined
  if (!Array.isArray(list) || list.length === 0)
    throw invalidRequest('invalidSyntax', 'The body must have a list of Operations.')
  if (list.length > patchOperationsMax)
    throw invalidRequest('invalidValue', `The body has more than ${patchOperationsMax} operations.`)
  if (sum(list, (one: unknown) => attributesNamed(one, type)) > keysMax)
    throw invalidRequest('invalidValue', `The operations name more than ${keysMax} attributes.`)
  const operations = list.flatMap((one: unknown) => readOperation(one, type, ignored))
  checkComparisons(operations)
  return operations
}

function checkComparisons(entries: readonly Entry[]): void {
  if (sum(entries, comparedBy) > patchComparisonsMax)
    throw invalidRequest('tooMany', `The paths have more than ${patchComparisonsMax} comparisons.`)
}

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0)
}

/** Attributes that an operation names in its value: one without a path, or with that of an extension. */
function attributesNamed(operation: unknown, type: ResourceType): number {
  if (!isObject(operation)) return 0
  const { path, value } = operation
  const isOfOne = typeof path === 'string' && path !== '' && findExtension(path, type) === undefined
  return isOfOne ? 0 : keyCount(value)
}

/** Members are not compared one by one. */
function comparedBy({ target: { path, part } }: Entry): number {
  return part === undefined || path.attribute.name === 'members' ? 0 : comparisonsIn(part)
}

/** The resource after all operations. The given one is not changed, so that none applies where one fails. */
export function patched(resource: ResourceValues, operations: readonly Operation[]): ResourceValues {
  const draft: Draft = { ...resource }
  for (const operation of operations) apply(draft, operation)
  return draft
}

function readOperation(given: unknown, type: ResourceType, ignored: Ignored): readonly Operation[] {
  if (!isObject(given)) throw invalidRequest('invalidSyntax', 'An operation must be an object.')
  const { op: verb, path, value } = given
  const folded = typeof verb === 'string' ? verb.toLowerCase() : undefined
  const op = (['add', 'replace', 'remove'] as const).find((one) => folded === one)
  if (op === undefined) throw invalidRequest('invalidSyntax', 'The op of an operation must be add, replace or remove.')
  if (path === undefined || path === null || path === '') {
    if (op === 'remove') throw invalidRequest('noTarget', 'A remove operation must have a path.')
    if (!isObject(value))
      throw invalidRequest('invalidValue', 'The value of an operation without a path must be an object.')
    return entriesOf(value, type, ignored).map((entry) => ({ op, ...entry }))
  }
  if (typeof path !== 'string') throw invalidRequest('invalidPath', 'The path of an operation must be a string.')
  const whole = findExtension(path, type)
  if (whole !== undefined) return ofExtension(op, whole, value, type, ignored)
  const target = parsePatchPath(path.trim(), type)
  if ('unknown' in target) {
    ignored(target.unknown)
    return []
  }
  requireValue(op, value)
  const { attribute, sub } = target.path
  if (!isWritableTarget(target)) throw invalidRequest('mutability', `${sub?.name ?? attribute.name} is read-only.`)
  reportUnknown(value, target, ignored)
  return [{ op, target, value }]
}

/** An operation whose path is the URN of an extension. */
function ofExtension(
  op: Operation['op'],
  { id, attributes }: Schema,
  value: unknown,
  type: ResourceType,
  ignored: Ignored,
): readonly Operation[] {
  requireValue(op, value)
  if (op !== 'remove') return entriesOf({ [id]: value }, type, ignored).map((entry) => ({ op, ...entry }))
  return attributes.map((attribute) => ({ op, target: { path: { extension: id, attribute } }, value: undefined }))
}

function requireValue(op: Operation['op'], value: unknown): void {
  if (op !== 'remove' && value === undefined)
    throw invalidRequest('invalidValue', 'An add or replace operation must have a value.')
}

function apply(draft: Draft, { op, target, value }: Operation): void {
  const { path, part } = target
  const { attribute, sub, extension } = path
  if (part !== undefined) return applyToSome(draft, op, { path, part }, value)
  if (op === 'remove' && attribute.required && sub === undefined)
    throw invalidRequest('mutability', `${attribute.name} is required.`)
  if (attribute.multiValued) return putList(draft, path, changedList(draft, op, path, value))
  if (sub !== undefined)
    return mergeInto(draft, extension, attribute, { [sub.name]: op === 'remove' ? undefined : readOne(value, sub) })
  if (op === 'remove') return put(draft, extension, attribute.name, undefined)
  // The sub-attributes that are not named stay, also in a replacement (section 3.5.2.3).
  if (attribute.type === 'complex' && isObject(value))
    return mergeInto(draft, extension, attribute, readSubs(value, attribute))
  const read = readValue(value, attribute)
  if (read === undefined && attribute.required) throw invalidRequest('invalidValue', `${attribute.name} is required.`)
  if (isObject(read)) return mergeInto(draft, extension, attribute, read as ComplexValue)
  put(draft, extension, attribute.name, read)
}

/** All values of an attribute with several. */
function changedList(
  draft: Draft,
  op: Operation['op'],
  { attribute, sub, extension }: AttributePath,
  value: unknown,
): readonly Value[] {
  const before = listIn(draft, extension, attribute)
  if (sub !== undefined) {
    if (op === 'remove') return before.map((one) => withSub(one, sub, undefined))
    return (before.length === 0 ? [{}] : before).map((one) => withSub(one, sub, value))
  }
  if (op === 'replace') return withAdded([], listOf(readValue(value, attribute)))
  if (op === 'add') return withAdded(before, listOf(readValue(value, attribute)))
  if (value === undefined || value === null) return []
  // Entra and Okta remove members by naming them in the value.
  return without(before, listOf(readValue(value, attribute)))
}

/** Values that a filter in brackets selects. */
function applyToSome(
  draft: Draft,
  op: Operation['op'],
  { path, part }: PatchPath & { readonly part: Filter<Attribute> },
  value: unknown,
): void {
  const { attribute, sub, extension } = path
  const before = listIn(draft, extension, attribute)
  const selected = new Set(before.filter((one) => valueMatches(part, one)))
  const isSelected = (one: Value) => selected.has(one)
  const set = (list: readonly Value[]) => putList(draft, path, list)
  if (op === 'remove')
    return set(
      sub === undefined
        ? before.filter((one) => !isSelected(one))
        : before.map((one) => (isSelected(one) ? withSub(one, sub, undefined) : one)),
    )
  const change = (one: Value): Value => {
    if (sub !== undefined) return withSub(one, sub, value)
    const read = readOne(value, attribute)
    return isObject(read) ? withoutNothing({ ...(one as ComplexValue), ...(read as ComplexValue) }) : one
  }
  if (selected.size > 0) {
    const changed = before.map((one) => (isSelected(one) ? { one: change(one), isNew: true } : { one, isNew: false }))
    const hasPrimary = changed.some(({ one, isNew }) => isNew && isPrimary(one))
    return set(changed.map(({ one, isNew }) => (hasPrimary && !isNew ? notPrimary(one) : one)))
  }
  // Entra expects the value to be created: replace emails[type eq "work"].value.
  const made = change(namedBy(part))
  if (!valueMatches(part, made)) throw invalidRequest('noTarget', `No value of ${attribute.name} matches the path.`)
  set(withAdded(before, [made]))
}

/** The value that a filter of equalities describes. Throws 400 `noTarget` for any other filter. */
function namedBy(part: Filter<Attribute>): ComplexValue {
  if (part.op === 'and') return Object.assign({}, ...part.parts.map(namedBy)) as ComplexValue
  if (part.op === 'eq' && part.value !== null && isWritable(part.path))
    return { [part.path.name]: readOne(part.value, part.path) }
  throw invalidRequest('noTarget', 'No value matches the path, and its filter does not say which value to create.')
}

/** A value with one of its sub-attributes changed; nothing, if none is left. */
function withSub(one: Value, sub: Attribute, value: unknown): Value {
  return withoutNothing({ ...(one as ComplexValue), [sub.name]: value === undefined ? undefined : readOne(value, sub) })
}

function listIn(draft: Draft, extension: string | undefined, { name }: Attribute): readonly Value[] {
  return listOf(valueIn(draft, extension, name))
}

function listOf(value: Value | undefined): readonly Value[] {
  if (value === undefined) return []
  return Array.isArray(value) ? (value as readonly Value[]) : [value]
}

/** Sets the values of an attribute with several; those that have become empty are left out. */
function putList(draft: Draft, { attribute, extension }: AttributePath, list: readonly Value[]): void {
  const kept = list.filter((one) => !isObject(one) || Object.keys(one).length > 0)
  checkValues(attribute, kept)
  put(draft, extension, attribute.name, kept.length === 0 ? undefined : kept)
}
