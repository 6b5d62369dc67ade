import { resolved, type Call, type JsonSchema, type OpenApi, type Parameter } from './open-api.ts'
import { textFor, usualFields, values } from './example-texts.ts'

/** A value that the schema allows, with every field of an answer, or only what a request needs. */
export function exampleOf(schema: JsonSchema, document: OpenApi, { full }: { readonly full: boolean }): unknown {
  return valueOf(schema, { name: '', full, document, within: [] })
}

type Wanted = {
  readonly name: string
  readonly full: boolean
  readonly document: OpenApi
  readonly within: readonly JsonSchema[]
}

function valueOf(given: JsonSchema, wanted: Wanted): unknown {
  if (Object.hasOwn(values, wanted.name)) return values[wanted.name]
  const schema = resolved<JsonSchema>(given, wanted.document)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const [variant] = schema.anyOf ?? schema.oneOf ?? []
  if (variant !== undefined) return valueOf(variant, wanted)
  switch (schema.type) {
    case 'object':
      return objectOf(schema, wanted)
    case 'array':
      return listOf(schema, wanted)
    case 'boolean':
      return true
    case 'number':
    case 'integer':
      return Math.max(schema.minimum ?? 1, 1)
    case 'null':
      return null
    default:
      return textFor(wanted.name, schema)
  }
}

function objectOf(schema: JsonSchema, wanted: Wanted): unknown {
  const { full, within } = wanted
  const deeper = { ...wanted, within: [...within, schema] }
  const shown = Object.entries(schema.properties ?? {}).filter(
    ([name, one]) =>
      schema.required?.includes(name) === true ||
      usualFields.has(name) ||
      (full && !within.includes(resolved<JsonSchema>(one, wanted.document))),
  )
  return Object.fromEntries(shown.map(([name, one]) => [name, valueOf(one, { ...deeper, name })]))
}

function listOf({ items, contains, minItems = 0 }: JsonSchema, wanted: Wanted): unknown[] {
  if (contains !== undefined) return [valueOf(contains, wanted)]
  if (items === undefined || (!wanted.full && minItems === 0 && wanted.within.length > 1)) return []
  // Attributes of SCIM have attributes of their own kind.
  if (wanted.within.includes(resolved<JsonSchema>(items, wanted.document))) return []
  return [valueOf(items, wanted)]
}

/** A request with curl. `$PORTICO` is the address of the server; ids are those of the answers shown. */
export function curlOf({ method, path, operation }: Call, document: OpenApi): string {
  const parameters = (operation.parameters ?? []).map((one) => resolved<Parameter>(one, document))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? { type: 'string' }
    return encodeURIComponent(textFor(name, schema))
  })
  const query = parameters
    .filter((one) => one.in === 'query' && (one.required || one.name === 'limit'))
    .map((one) => `${one.name}=${encodeURIComponent(one.name === 'limit' ? '50' : textFor(one.name, one.schema))}`)
  const address = `"$PORTICO${filled}${query.length === 0 ? '' : `?${query.join('&')}`}"`
  const lines = [
    ['curl', ...(method === 'GET' || method === 'POST' ? [] : ['-X', method]), address].join(' '),
    ...credentialsOf(operation.security),
    ...bodyOf(operation, document),
  ]
  const isPosted = method !== 'POST' || operation.requestBody !== undefined
  if (!isPosted) lines[0] = (lines[0] ?? '').replace('curl ', 'curl -X POST ')
  return lines.join(' \\\n  ')
}

function credentialsOf([first]: Call['operation']['security']): readonly string[] {
  if (first === undefined) return []
  if ('bearer' in first) return ['-H "Authorization: Bearer $TOKEN"']
  if ('scimToken' in first) return ['-H "Authorization: Bearer $SCIM_TOKEN"']
  const session = '-b "__Host-portico-session=$SESSION"'
  return 'csrf' in first ? [session, '-H "X-CSRFToken: $CSRF"'] : [session]
}

function bodyOf({ requestBody }: Call['operation'], document: OpenApi): readonly string[] {
  const [found] = Object.entries(requestBody?.content ?? {})
  if (found === undefined) return []
  const [type, { schema }] = found
  if (type === 'multipart/form-data') return ['-F file=@FILE']
  if (type === 'text/xml') return ["-H 'Content-Type: text/xml'", '--data-binary @FILE']
  const value = exampleOf(schema, document, { full: false })
  if (type === 'application/x-www-form-urlencoded')
    return Object.entries(value as Record<string, string>).map(
      ([name, text]) => `--data-urlencode ${quoted(`${name}=${text}`)}`,
    )
  return [`-H 'Content-Type: ${type}'`, `-d ${quoted(JSON.stringify(value))}`]
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
