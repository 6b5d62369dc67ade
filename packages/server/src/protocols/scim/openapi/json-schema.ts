import { valueLengthMax, valuesMax } from '../limits.ts'
import { commonAttributes, type Attribute, type ResourceType } from '../schemas.ts'
import { isWritable } from '../values.ts'

/** JSON Schema, draft 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>>

export const text = { type: 'string' }
export const integer = { type: 'integer' }
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

/** All properties are required unless `required` says which. */
export function object(properties: JsonSchema, required: readonly string[] = Object.keys(properties)): JsonSchema {
  return { type: 'object', ...(required.length === 0 ? {} : { required }), properties }
}

/** Which attributes a schema has, and the limits of their values. */
type Side = {
  readonly has: (attribute: Attribute) => boolean
  readonly requires: (attribute: Attribute) => boolean
  readonly stringBounds: JsonSchema
  readonly listBounds: (attribute: Attribute) => JsonSchema
}

/** `attributes` and `excludedAttributes` can leave out what is not always returned (RFC 7644 section 3.9). */
const answered: Side = {
  has: () => true,
  requires: ({ returned }) => returned === 'always',
  stringBounds: {},
  listBounds: () => ({}),
}

/** Other attributes are ignored. Clients must send `schemas` (RFC 7643 section 3), which the server does not need. */
const sent: Side = {
  has: (attribute) => isWritable(attribute) || attribute.name === 'schemas',
  requires: ({ required }) => required,
  stringBounds: { maxLength: valueLengthMax },
  listBounds: ({ name }) => (name === 'members' ? {} : { maxItems: valuesMax }),
}

/** A resource in a response. */
export function answeredResource(type: ResourceType): JsonSchema {
  const { properties, ...rest } = resource(type, answered)
  const schemas = { ...listOf(text), contains: { const: type.schema.id } }
  return { ...rest, properties: { ...(properties as JsonSchema), schemas } }
}

/** A resource in the body of a POST or PUT. */
export function sentResource(type: ResourceType): JsonSchema {
  return resource(type, sent)
}

function resource({ schema, extensions }: ResourceType, side: Side): JsonSchema {
  const { properties, ...rest } = attributesSchema([...commonAttributes, ...schema.attributes], side)
  const extended = extensions.map(({ id, description, attributes }) => [
    id,
    { description, ...attributesSchema(attributes, side) },
  ])
  return { ...rest, properties: { ...(properties as JsonSchema), ...Object.fromEntries(extended) } }
}

function attributesSchema(attributes: readonly Attribute[], side: Side): JsonSchema {
  const shown = attributes.filter(side.has)
  return object(
    Object.fromEntries(shown.map((one) => [one.name, attributeSchema(one, side)])),
    shown.filter(side.requires).map(({ name }) => name),
  )
}

function attributeSchema(attribute: Attribute, side: Side): JsonSchema {
  const { description, multiValued } = attribute
  const one = valueSchema(attribute, side)
  return { description, ...(multiValued ? { ...listOf(one), ...side.listBounds(attribute) } : one) }
}

function valueSchema({ type, subAttributes = [] }: Attribute, side: Side): JsonSchema {
  if (type === 'complex') return attributesSchema(subAttributes, side)
  if (type === 'boolean') return { type }
  const format = type === 'dateTime' ? { format: 'date-time' } : type === 'binary' ? { contentEncoding: 'base64' } : {}
  return { ...text, ...format, ...side.stringBounds }
}
