import { resolved, type JsonSchema, type OpenApi } from './open-api.ts'

/** A line of a table: a field with its place in the body, as `keys[].name`. */
export type Field = {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly limits: readonly string[]
  readonly description: string
}

type Place = { readonly document: OpenApi; readonly prefix: string; readonly within: readonly JsonSchema[] }

/** All fields of a body, those of objects in it below their own. A body that is not an object is one field without a name. */
export function fieldsOf(schema: JsonSchema, document: OpenApi): readonly Field[] {
  const fields = fieldsIn(schema, { document, prefix: '', within: [] })
  return fields.length > 0 ? fields : [fieldOf('', schema, { isRequired: true, document })]
}

function fieldsIn(given: JsonSchema, place: Place): readonly Field[] {
  const { document, prefix, within } = place
  const schema = resolved<JsonSchema>(given, document)
  // An attribute of SCIM has attributes of its own kind.
  if (within.includes(schema)) return []
  const deeper = { ...place, within: [...within, schema] }
  if (schema.items !== undefined) return fieldsIn(schema.items, { ...deeper, prefix: `${prefix.slice(0, -1)}[].` })
  const variants = variantsOf(schema)
  if (variants.length > 0) return merged(variants.map((one) => fieldsIn(one, deeper)))
  return Object.entries(schema.properties ?? {}).flatMap(([name, one]) => [
    fieldOf(prefix + name, one, { isRequired: schema.required?.includes(name) === true, document }),
    ...fieldsIn(one, { ...deeper, prefix: `${prefix}${name}.` }),
  ])
}

const variantsOf = ({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] => anyOf ?? oneOf ?? []

/** Fields of several forms of a body: each once, required only where every form has it so; the values of all. */
function merged(forms: readonly (readonly Field[])[]): readonly Field[] {
  const objects = forms.filter((fields) => fields.length > 0)
  const found = new Map<string, Field>()
  for (const field of objects.flat()) {
    const known = found.get(field.name)
    found.set(field.name, known === undefined ? field : bothOf(known, field))
  }
  return [...found.values()].map((field) => {
    const isEverywhere = objects.every((fields) => fields.some(({ name }) => name === field.name))
    return { ...field, isRequired: field.isRequired && isEverywhere }
  })
}

function bothOf(a: Field, b: Field): Field {
  const [allowedA, allowedB] = [valuesIn(a), valuesIn(b)]
  const values = allowedA && allowedB && [`one of ${[...new Set([...allowedA, ...allowedB])].join(', ')}`]
  const limits = values ?? a.limits.filter((limit) => b.limits.includes(limit))
  const type = a.type === b.type ? a.type : `${a.type} or ${b.type}`
  return { ...a, type, limits, isRequired: a.isRequired && b.isRequired }
}

function valuesIn({ limits }: Field): readonly string[] | undefined {
  const [only] = limits
  const match = limits.length === 1 ? /^(?:one of|always) (.*)$/.exec(only ?? '') : null
  return match?.[1]?.split(', ')
}

function fieldOf(
  name: string,
  given: JsonSchema,
  { isRequired, document }: { readonly isRequired: boolean; readonly document: OpenApi },
): Field {
  const schema = resolved<JsonSchema>(given, document)
  const description = given.description ?? schema.description ?? ''
  return { name, type: typeOf(schema, document), isRequired, limits: limitsOf(schema, document), description }
}

/** In the words of JSON Schema. */
export function typeOf(given: JsonSchema, document: OpenApi): string {
  const schema = resolved<JsonSchema>(given, document)
  const variants = variantsOf(schema)
  if (variants.length > 0) return [...new Set(variants.map((one) => typeOf(one, document)))].join(' or ')
  if (schema.items !== undefined) return `list of ${typeOf(schema.items, document)}`
  if (schema.format === 'binary') return 'file'
  if (typeof schema.type === 'string') return schema.type === 'array' ? 'list' : schema.type
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const])
  if (values.length > 0) return [...new Set(values.map((value) => typeof value))].join(' or ')
  return 'any value'
}

/** Lengths are in UTF-16 units, as everywhere in Portico. */
export function limitsOf(given: JsonSchema, document: OpenApi): readonly string[] {
  const schema = resolved<JsonSchema>(given, document)
  const variants = variantsOf(schema).filter(({ type }) => type !== 'null')
  if (variants.length > 0) return [...new Set(variants.flatMap((one) => limitsOf(one, document)))]
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern, format } = schema
  return [
    ...(schema.const === undefined
      ? []
      : [`always ${typeof schema.const === 'string' ? schema.const : JSON.stringify(schema.const)}`]),
    ...(schema.enum === undefined
      ? []
      : [`${schema.enum.length === 1 ? 'always' : 'one of'} ${schema.enum.map(String).join(', ')}`]),
    ...range('characters', minLength, maxLength),
    ...range('', minimum, maximum),
    ...range('entries', minItems, maxItems),
    ...(format === undefined || format === 'binary' ? [] : [format]),
    ...(pattern === undefined ? [] : [`pattern ${pattern}`]),
    ...(schema.default === undefined || schema.default === '' ? [] : [`default ${JSON.stringify(schema.default)}`]),
    ...(schema.items === undefined ? [] : limitsOf(schema.items, document).map((limit) => `each: ${limit}`)),
  ]
}

function range(unit: string, least: number | undefined, most: number | undefined): readonly string[] {
  const unitText = unit === '' ? '' : ` ${unit}`
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unitText}`]
  if (least !== undefined) return [`at least ${least}${unitText}`]
  return most === undefined ? [] : [`at most ${most}${unitText}`]
}
