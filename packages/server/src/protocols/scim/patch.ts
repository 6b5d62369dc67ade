import { invalidRequest } from './failure.ts'
import { comparisonsIn, parsePatchPath, type Filter, type PatchPath } from './filter.ts'
import { keysMax, patchComparisonsMax, patchOperationsMax } from './limits.ts'
import { valueMatches } from './matches.ts'
import type { AttributePath } from './paths.ts'
import { checkValues } from './resource-size.ts'
import type { Attribute, ResourceType } from './schemas.ts'
import { isPrimary, notPrimary, without, withAdded } from './value-lists.ts'
import {
  entriesOf,
  isObject,
  isWritable,
  keyCount,
  mergeInto,
  put,
  readOne,
  readValue,
  valueIn,
  withoutNothing,
  type ComplexValue,
  type Draft,
  type ResourceValues,
  type Value,
} from './values.ts'

export type Operation = {
  readonly op: 'add' | 'replace' | 'remove'
  readonly target: PatchPath
  readonly value: unknown
}

/**
 * The operations of a PATCH body (RFC 7644 section 3.5.2), each about one attribute: what is sent without a path becomes one
 * operation for each attribute in it. `op` is read in any case (Entra sends `Add`). Throws 400.
 */
export function readOperations(body: unknown, type: ResourceType): readonly Operation[] {
  const list = isObject(body)
    ? Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1]
    : undefined
  if (!Array.isArray(list) || list.length === 0)
    throw invalidRequest('invalidSyntax', 'The body must have a list of Operations.')
  if (list.length > patchOperationsMax)
    throw invalidRequest('invalidValue', `The body has more than ${patchOperationsMax} operations.`)
  if (sum(list, (one: unknown) => attributesNamed(one, type)) > keysMax)
    throw invalidRequest('invalidValue', `The operations name more than ${keysMax} attributes.`)
  const operations = list.flatMap((one: unknown) => readOperation(one, type))
  if (sum(operations, comparedBy) > patchComparisonsMax)
    throw invalidRequest('tooMany', `The paths of the operations have more than ${patchComparisonsMax} comparisons.`)
  return operations
}

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0)
}

/** Attributes that an operation names in its value: one without a path, or with that of an extension. */
function attributesNamed(operation: unknown, type: ResourceType): number {
  if (!isObject(operation)) return 0
  const { path, value } = operation
  const isOfOne = typeof path === 'string' && path !== '' && extensionOf(path, type) === undefined
  return isOfOne ? 0 : keyCount(value)
}

/** Members are not compared one by one. */
function comparedBy({ target: { path, part } }: Operation): number {
  return part === undefined || path.attribute.name === 'members' ? 0 : comparisonsIn(part)
}

/** The resource after all operations. The given one is not changed, so that none applies where one fails. */
export function patched(resource: ResourceValues, operations: readonly Operation[]): ResourceValues {
  const draft: Draft = { ...resource }
  for (const operation of operations) apply(draft, operation)
  return draft
}

function readOperation(given: unknown, type: ResourceType): readonly Operation[] {
  if (!isObject(given)) throw invalidRequest('invalidSyntax', 'An operation must be an object.')
  const { op: verb, path, value } = given
  const folded = typeof verb === 'string' ? verb.toLowerCase() : undefined
  const op = (['add', 'replace', 'remove'] as const).find((one) => folded === one)
  if (op === undefined) throw invalidRequest('invalidSyntax', 'The op of an operation must be add, replace or remove.')
  if (op !== 'remove' && value === undefined)
    throw invalidRequest('invalidValue', 'An add or replace operation must have a value.')
  if (path === undefined || path === null || path === '') {
    if (op === 'remove') throw invalidRequest('noTarget', 'A remove operation must have a path.')
    if (!isObject(value))
      throw invalidRequest('invalidValue', 'The value of an operation without a path must be an object.')
    return entriesOf(value, type).map((entry) => ({ op, target: { path: entry.path }, value: entry.value }))
  }
  if (typeof path !== 'string') throw invalidRequest('invalidPath', 'The path of an operation must be a string.')
  const whole = extensionOf(path, type)
  if (whole !== undefined) return ofExtension(op, whole.id, value, type)
  const target = parsePatchPath(path.trim(), type)
  const { attribute, sub } = target.path
  if (!isWritable(attribute) || (sub !== undefined && !isWritable(sub)))
    throw invalidRequest('mutability', `${sub?.name ?? attribute.name} is read-only.`)
  return [{ op, target, value }]
}

function extensionOf(path: string, type: ResourceType) {
  const folded = path.trim().toLowerCase()
  return type.extensions.find(({ id }) => id.toLowerCase() === folded)
}

/** An operation whose path is the URN of an extension. */
function ofExtension(op: Operation['op'], id: string, value: unknown, type: ResourceType): readonly Operation[] {
  if (op !== 'remove')
    return entriesOf({ [id]: value }, type).map((one) => ({ op, target: { path: one.path }, value: one.value }))
  const { attributes } = type.extensions.find((one) => one.id === id) ?? { attributes: [] }
  return attributes.map((attribute) => ({ op, target: { path: { extension: id, attribute } }, value: undefined }))
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
  const read = readValue(value, attribute)
  if (read === undefined && attribute.required) throw invalidRequest('invalidValue', `${attribute.name} is required.`)
  // The sub-attributes that are not named stay, also in a replacement (section 3.5.2.3).
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
  if (sub !== undefined) return before.map((one) => withSub(one, sub, op === 'remove' ? undefined : value))
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
