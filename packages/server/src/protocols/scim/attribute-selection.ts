import { invalidRequest } from './failure.ts'
import { findPath, type AttributePath } from './paths.ts'
import type { Attribute, ResourceType } from './schemas.ts'
import {
  isObject,
  put,
  valueIn,
  withoutNothing,
  type ComplexValue,
  type Draft,
  type ResourceValues,
  type Value,
} from './values.ts'

/** Which attributes an answer has: only those of `attributes`, or all without those of `excludedAttributes`. */
export type Selection = {
  readonly attributes?: readonly string[] | undefined
  readonly excludedAttributes?: readonly string[] | undefined
}

/** Names of one parameter at most. */
const namesMax = 100
/** Characters of a name, far above those of any path of the schemas: a longer one names nothing. */
const nameLengthMax = 500

/** From the parameter of a GET: names separated by commas. Throws 400 where both are given (RFC 7644 section 3.9). */
export function readSelection(given: {
  readonly attributes?: string | undefined
  readonly excludedAttributes?: string | undefined
}): Selection {
  const namesOf = (text: string | undefined) =>
    text
      ?.split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && name.length <= nameLengthMax)
      .slice(0, namesMax)
  const [attributes, excludedAttributes] = [namesOf(given.attributes), namesOf(given.excludedAttributes)]
  if (attributes !== undefined && excludedAttributes !== undefined)
    throw invalidRequest('invalidValue', 'Use attributes or excludedAttributes, not both.')
  return { attributes, excludedAttributes }
}

/** Whether an answer will have the attribute at all: what is not shown, such as members, need not be read. */
export function isShown(name: string, selection: Selection, type: ResourceType): boolean {
  const attribute = type.attributes.find((one) => one.name === name)
  return attribute !== undefined && showing(selection, type)(undefined, attribute) !== 'nothing'
}

/** A resource with the requested attributes. `id`, `schemas` and the like are always included. */
export function shownResource(resource: ResourceValues, selection: Selection, type: ResourceType): ResourceValues {
  const shown: Draft = {}
  const part = showing(selection, type)
  const take = (extension: string | undefined, attribute: Attribute) => {
    const value = valueIn(resource, extension, attribute.name)
    const subs = value === undefined ? 'nothing' : part(extension, attribute)
    if (value === undefined || subs === 'nothing') return
    put(shown, extension, attribute.name, subs === 'all' ? value : onlySubs(value, subs))
  }
  for (const attribute of type.attributes) take(undefined, attribute)
  for (const { id, attributes } of type.extensions) for (const attribute of attributes) take(id, attribute)
  return shown
}

type Part = 'all' | 'nothing' | ((sub: string) => boolean)

/** What of an attribute is shown. Names that the resource does not have are ignored. */
function showing({ attributes, excludedAttributes }: Selection, type: ResourceType) {
  const wanted = attributes === undefined ? undefined : pathsOf(attributes, type)
  const unwanted = pathsOf(excludedAttributes ?? [], type)
  return (extension: string | undefined, attribute: Attribute): Part => {
    if (attribute.returned === 'always') return 'all'
    const of = ({ extension: urn, attribute: other }: NamedPath) =>
      urn === extension && (other === undefined || other.name === attribute.name)
    const named = (wanted ?? unwanted).filter(of)
    const isWhole = named.some(({ sub }) => sub === undefined)
    const subs = new Set(named.map(({ sub }) => sub?.name))
    if (wanted !== undefined) return isWhole ? 'all' : named.length === 0 ? 'nothing' : (sub) => subs.has(sub)
    return isWhole ? 'nothing' : named.length === 0 ? 'all' : (sub) => !subs.has(sub)
  }
}

type NamedPath = Omit<AttributePath, 'attribute'> & { readonly attribute?: Attribute | undefined }

function pathsOf(names: readonly string[], type: ResourceType): readonly NamedPath[] {
  return names.flatMap((name) => findPath(name, type) ?? [])
}

function onlySubs(value: Value, isWanted: (sub: string) => boolean): Value | undefined {
  if (Array.isArray(value)) {
    const list = (value as readonly Value[]).flatMap((one) => onlySubs(one, isWanted) ?? [])
    return list.length === 0 ? undefined : list
  }
  if (!isObject(value)) return undefined
  const kept = Object.entries(value as ComplexValue).map(([name, one]) => [name, isWanted(name) ? one : undefined])
  const shown = withoutNothing(Object.fromEntries(kept) as ComplexValue)
  return Object.keys(shown).length === 0 ? undefined : shown
}
