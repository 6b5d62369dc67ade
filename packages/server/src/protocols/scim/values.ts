import { invalidRequest } from './failure.ts'
import { booleanOf } from './filter.ts'
import { keysMax, valueLengthMax, valuesMax } from './limits.ts'
import { findPath, findSubAttribute } from './paths.ts'
import type { Attribute, ResourceType } from './schemas.ts'

/** A value of an attribute, as it is stored and sent. Its keys are names of the schema. */
export type Value = string | number | boolean | readonly Value[] | ComplexValue
export type ComplexValue = { readonly [name: string]: Value | undefined }
/** A resource without `id`, `meta` and `schemas`; an extension under its URN. */
export type ResourceValues = { readonly [name: string]: Value | undefined }

export type Draft = { [name: string]: Value | undefined }

/**
 * What a body says about a resource, with the names of the schema in their own spelling. Unknown and read-only attributes are
 * left out (RFC 7644 sections 3.3 and 3.5.1), and so are nulls and empty lists, which mean "no value". Throws 400.
 */
export function readResource(body: unknown, type: ResourceType): ResourceValues {
  if (!isObject(body)) throw invalidRequest('invalidSyntax', 'The body must be a JSON object.')
  if (keyCount(body) > keysMax) throw invalidRequest('invalidValue', `The body names more than ${keysMax} attributes.`)
  const resource: Draft = {}
  for (const { path, value } of entriesOf(body, type)) {
    const { attribute, sub, extension } = path
    if (sub === undefined) put(resource, extension, attribute.name, readValue(value, attribute))
    else mergeInto(resource, extension, attribute, { [sub.name]: readOne(value, sub) })
  }
  return resource
}

/** How many attributes an object names, with those of the objects in it, such as extensions. */
export function keyCount(value: unknown): number {
  if (!isObject(value)) return 0
  const count = (one: unknown) => (isObject(one) ? Object.keys(one).length : 0)
  return Object.values(value).reduce<number>((total, inner) => total + count(inner), count(value))
}

/** The attributes that a body names and that can be written: as keys, with a dot or a URN in the key, or inside an extension. */
export function entriesOf(body: Readonly<Record<string, unknown>>, type: ResourceType) {
  return Object.entries(body).flatMap(([key, value]) => {
    const path = findPath(key, type)
    if (path === undefined) return []
    if (path.attribute !== undefined) return isWritable(path.attribute) ? [{ path, value }] : []
    if (!isObject(value)) return []
    return Object.entries(value).flatMap(([name, inner]) => {
      const found = findPath(`${path.extension}:${name}`, type)
      return found?.attribute !== undefined && isWritable(found.attribute) ? [{ path: found, value: inner }] : []
    })
  })
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

/** One value. Directories send a manager, or a value of a list, as a plain text too. */
export function readOne(value: unknown, attribute: Attribute): Value | undefined {
  if (value === null || value === undefined) return undefined
  if (attribute.type === 'complex') return readComplex(isObject(value) ? value : { value }, attribute)
  const read = attribute.type === 'boolean' ? booleanOf(value) : value
  if (attribute.type === 'boolean' ? typeof read === 'boolean' : typeof read === 'string') return text(read, attribute)
  // Numbers are sent for employee numbers and the like.
  if (attribute.type === 'string' && typeof read === 'number') return String(read)
  throw invalidRequest('invalidValue', `${attribute.name} must be of type ${attribute.type}.`)
}

function readComplex(value: Readonly<Record<string, unknown>>, attribute: Attribute): ComplexValue | undefined {
  const read: Draft = {}
  for (const [name, inner] of Object.entries(value)) {
    const sub = findSubAttribute(attribute, name)
    if (sub !== undefined && isWritable(sub)) read[sub.name] = readOne(inner, sub)
  }
  const kept = withoutNothing(read)
  return Object.keys(kept).length === 0 ? undefined : kept
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
  { name, multiValued }: Attribute,
  values: ComplexValue,
): void {
  if (multiValued) throw invalidRequest('invalidPath', `${name} has several values: select one with a filter.`)
  const before = valueIn(resource, extension, name)
  const merged = withoutNothing({ ...(isObject(before) ? (before as ComplexValue) : {}), ...values })
  put(resource, extension, name, Object.keys(merged).length === 0 ? undefined : merged)
}

export function withoutNothing(values: ComplexValue): ComplexValue {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
