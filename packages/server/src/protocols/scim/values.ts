import { invalidRequest } from './failure.ts'
import { booleanOf, parsePatchPath, type PatchPath, type UnknownPath } from './filter.ts'
import { valueLengthMax, valuesMax } from './limits.ts'
import { findExtension, findPath, findSubAttribute } from './paths.ts'
import type { Attribute, ResourceType } from './schemas.ts'

/** A value of an attribute, as it is stored and sent. Its keys are names of the schema. */
export type Value = string | number | boolean | readonly Value[] | ComplexValue
export type ComplexValue = { readonly [name: string]: Value | undefined }
/** A resource without `id`, `meta` and `schemas`; an extension under its URN. */
export type ResourceValues = { readonly [name: string]: Value | undefined }

export type Draft = { [name: string]: Value | undefined }

/** How many attributes an object names, with those of the objects in it, such as extensions. */
export function keyCount(value: unknown): number {
  if (!isObject(value)) return 0
  const count = (one: unknown) => (isObject(one) ? Object.keys(one).length : 0)
  return Object.values(value).reduce<number>((total, inner) => total + count(inner), count(value))
}

/** Called with the name of each attribute that is not in the schemas and is ignored. */
export type Ignored = (name: string) => void

/** An attribute that a body names, and its value. */
export type Entry = { readonly target: PatchPath; readonly value: unknown }

/**
 * The attributes that a body names and that can be written: as keys, with a dot, brackets or a URN in the key, or inside an
 * extension. Those that name a part of an attribute come last. Throws 400 for invalid brackets.
 */
export function entriesOf(
  body: Readonly<Record<string, unknown>>,
  type: ResourceType,
  ignored: Ignored,
): readonly Entry[] {
  const read = ([key, value]: readonly [string, unknown]) => entryOf(key, value, type, ignored)
  return Object.entries(body)
    .flatMap(([key, value]) => {
      const id = findExtension(key, type)?.id
      if (id === undefined) return read([key, value])
      return isObject(value) ? Object.entries(value).flatMap(([name, inner]) => read([`${id}:${name}`, inner])) : []
    })
    .toSorted((one, other) => Number(isOfPart(one)) - Number(isOfPart(other)))
}

function entryOf(key: string, value: unknown, type: ResourceType, ignored: Ignored): readonly Entry[] {
  const target = targetOf(key.trim(), type)
  if ('unknown' in target) {
    ignored(target.unknown)
    return []
  }
  if (!isWritableTarget(target)) return []
  reportUnknown(value, target, ignored)
  return [{ target, value }]
}

function targetOf(key: string, type: ResourceType): PatchPath | UnknownPath {
  if (key.includes('[')) return parsePatchPath(key, type)
  const path = findPath(key, type)
  return path?.attribute === undefined ? { unknown: key } : { path }
}

export function isOfPart({ target: { path, part } }: Pick<Entry, 'target'>): boolean {
  return path.sub !== undefined || part !== undefined
}

export function isWritableTarget({ path: { attribute, sub } }: PatchPath): boolean {
  return isWritable(attribute) && (sub === undefined || isWritable(sub))
}

/** Reports the sub-attributes of a value that are not in the schema. */
export function reportUnknown(value: unknown, { path: { attribute, sub } }: PatchPath, ignored: Ignored): void {
  if (attribute.type !== 'complex' || sub !== undefined) return
  for (const one of Array.isArray(value) ? (value as readonly unknown[]) : [value])
    for (const name of isObject(one) ? Object.keys(one) : [])
      if (findSubAttribute(attribute, name) === undefined) ignored(`${attribute.name}.${name}`)
}

/** The values of an attribute; undefined: it has none. A single value of an attribute with several is taken as a list of one. */
export function readValue(value: unknown, attribute: Attribute): Value | undefined {
  if (value === null || value === undefined) return undefined
  if (!attribute.multiValued) return readOne(value, attribute)
  const values = Array.isArray(value) ? value : [value]
  if (attribute.name !== 'members' && values.length > valuesMax)
    throw invalidRequest('invalidValue', `${attribute.name} has more than ${valuesMax} values.`)
  const read = values.flatMap((one) => readOne(one, attribute) ?? [])
  return read.length === 0 ? undefined : read
}

/** One value. Directories send a manager, or a value of a list, as a plain text too, and as a list of one (Entra). */
export function readOne(value: unknown, attribute: Attribute): Value | undefined {
  if (value === null || value === undefined) return undefined
  if (attribute.type === 'complex') {
    const one: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
    return readComplex(isObject(one) ? one : { value: one }, attribute)
  }
  const read = attribute.type === 'boolean' ? booleanOf(value) : value
  if (attribute.type === 'boolean' ? typeof read === 'boolean' : typeof read === 'string') return text(read, attribute)
  // Numbers are sent for employee numbers and the like.
  if (attribute.type === 'string' && typeof read === 'number') return String(read)
  const given = Array.isArray(value) ? 'list' : typeof value
  throw invalidRequest('invalidValue', `${attribute.name} must be of type ${attribute.type}, not ${given}.`)
}

function readComplex(value: Readonly<Record<string, unknown>>, attribute: Attribute): ComplexValue | undefined {
  const kept = withoutNothing(readSubs(value, attribute))
  return Object.keys(kept).length === 0 ? undefined : kept
}

/** The sub-attributes of a value; undefined: null was sent. */
export function readSubs(value: Readonly<Record<string, unknown>>, attribute: Attribute): ComplexValue {
  const read: Draft = {}
  for (const [name, inner] of Object.entries(value)) {
    const sub = findSubAttribute(attribute, name)
    if (sub !== undefined && isWritable(sub)) read[sub.name] = readOne(inner, sub)
  }
  return read
}

function text(value: unknown, { name }: Attribute): string | boolean {
  if (typeof value === 'string' && (value.length > valueLengthMax || /[\0\p{Cs}]/u.test(value)))
    throw invalidRequest('invalidValue', `${name} is too long or has characters that cannot be stored.`)
  return value as string | boolean
}

export function isWritable({ mutability }: Attribute): boolean {
  return mutability === 'readWrite' || mutability === 'immutable'
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of an attribute in a resource. */
export function valueIn(resource: ResourceValues, extension: string | undefined, name: string): Value | undefined {
  const holder = extension === undefined ? resource : resource[extension]
  return isObject(holder) && Object.hasOwn(holder, name) ? (holder as ComplexValue)[name] : undefined
}

/** Sets an attribute of a resource, or removes it: an extension without attributes disappears. */
export function put(resource: Draft, extension: string | undefined, name: string, value: Value | undefined): void {
  if (extension === undefined) {
    if (value === undefined) delete resource[name]
    else resource[name] = value
    return
  }
  const before = resource[extension]
  const inner = withoutNothing({ ...(isObject(before) ? (before as ComplexValue) : {}), [name]: value })
  if (Object.keys(inner).length === 0) delete resource[extension]
  else resource[extension] = inner
}

/** Sets some sub-attributes of an attribute with one complex value; the others stay. */
export function mergeInto(
  resource: Draft,
  extension: string | undefined,
  { name }: Attribute,
  values: ComplexValue,
): void {
  const before = valueIn(resource, extension, name)
  const merged = withoutNothing({ ...(isObject(before) ? (before as ComplexValue) : {}), ...values })
  put(resource, extension, name, Object.keys(merged).length === 0 ? undefined : merged)
}

export function withoutNothing(values: ComplexValue): ComplexValue {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
