/** What the reference reads of an OpenAPI document; `x-callers` and `x-error-ids` are Portico's extensions (server: kit/http/openapi). */
export type OpenApi = {
  readonly info: { readonly version: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export type Operation = {
  readonly tags: readonly string[]
  readonly operationId: string
  readonly summary: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly 'x-callers': readonly string[]
  readonly parameters?: readonly (Parameter | Ref)[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Response | Ref>>
}

export type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

export type Response = {
  readonly description: string
  readonly content?: Content
  readonly 'x-error-ids'?: readonly string[]
}

export type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>
export type Ref = { readonly $ref: string }

export type JsonSchema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema
  readonly contains?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
}

/** One call of the API. */
export type Call = { readonly method: string; readonly path: string; readonly operation: Operation }

/** What a `$ref` names in the document; anything else as it is. */
export function resolved<T extends object>(one: T | Ref, document: OpenApi): T {
  if (!('$ref' in one) || typeof one.$ref !== 'string') return one as T
  const [, , kind = '', name = ''] = one.$ref.split('/')
  const found = document.components[kind]?.[name]
  if (found === undefined) throw new Error(`The OpenAPI document has no ${one.$ref}.`)
  return found as T
}

export function callsOf(document: OpenApi, tag: string): readonly Call[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      operation.tags.includes(tag) ? [{ method: method.toUpperCase(), path, operation }] : [],
    ),
  )
}
