import type { Attribute, ResourceType, Schema } from './schemas.ts'

/** Where a value is in a resource. `extension`: the URN of the extension that holds the attribute. */
export type AttributePath = {
  readonly extension?: string | undefined
  readonly attribute: Attribute
  readonly sub?: Attribute | undefined
}

/** A whole extension, named only by its URN. */
export type ExtensionPath = { readonly extension: string; readonly attribute?: undefined }

const namePattern = /^[A-Za-z$][\w$-]*$/

/**
 * What `userName`, `name.givenName` or `urn:…:User:manager.value` names in a resource, in any case (RFC 7644 section 3.10);
 * undefined for an unknown attribute.
 */
export function findPath(text: string, type: ResourceType): AttributePath | ExtensionPath | undefined {
  const folded = text.toLowerCase()
  for (const schema of [type.schema, ...type.extensions]) {
    const urn = schema.id.toLowerCase()
    const isExtension = schema !== type.schema
    if (folded === urn) return isExtension ? { extension: schema.id } : undefined
    if (folded.startsWith(`${urn}:`)) {
      const name = text.slice(urn.length + 1)
      return inAttributes(name, schema.attributes, isExtension ? schema.id : undefined)
    }
  }
  if (folded.startsWith('urn:')) return undefined
  return inAttributes(text, type.attributes, undefined)
}

/** The extension that a key or path names as a whole, in any case. */
export function findExtension(text: string, type: ResourceType): Schema | undefined {
  const folded = text.trim().toLowerCase()
  return type.extensions.find(({ id }) => id.toLowerCase() === folded)
}

/** What a name inside brackets means: a sub-attribute of the attribute with several values. */
export function findSubAttribute(attribute: Attribute, name: string): Attribute | undefined {
  return named(attribute.subAttributes ?? [], name)
}

function inAttributes(
  text: string,
  attributes: readonly Attribute[],
  extension: string | undefined,
): AttributePath | undefined {
  const [name = '', subName, ...more] = text.split('.', 3)
  if (more.length > 0) return undefined
  const attribute = named(attributes, name)
  if (attribute === undefined) return undefined
  if (subName === undefined) return { extension, attribute }
  const sub = findSubAttribute(attribute, subName)
  return sub && { extension, attribute, sub }
}

/** Only names of the schema are ever used as keys, so that names such as `__proto__` match nothing. */
function named(attributes: readonly Attribute[], name: string): Attribute | undefined {
  const alike = attributes.filter((one) => one.name.length === name.length)
  if (alike.length === 0 || !namePattern.test(name)) return undefined
  const folded = name.toLowerCase()
  return alike.find((one) => one.name.toLowerCase() === folded)
}
