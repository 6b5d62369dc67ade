import type * as v from 'valibot'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** How a body travels. `form` is `application/x-www-form-urlencoded`, `file` is multipart with one part named `file`, `xml` is `text/xml`. */
export type BodyKind = 'json' | 'form' | 'file' | 'xml'

export type Schema = v.GenericSchema

/** One call of the API, as data: a row of spec section 7. `path` is below {@link apiPrefix}; `{name}` marks a parameter. */
export type Endpoint<
  Path extends string = string,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Reply extends Schema | undefined = Schema | undefined,
> = {
  readonly name: string
  readonly summary: string
  readonly method: Method
  readonly path: Path
  readonly query: Query
  readonly body: Body
  readonly bodyKind: BodyKind
  /** undefined: the answer has no JSON (204, or a redirect for a posted form). */
  readonly reply: Reply
  /** Status of success: 200, 201 for a creation, 204 without a reply, 303 for a form. */
  readonly success: 200 | 201 | 204 | 303
  /** The answer may come from the browser's cache: no `_` parameter is added (spec section 7, "unless caching is requested"). */
  readonly cached: boolean
  /** Called without the CSRF wrapper (spec section 7: POST /login). */
  readonly outsideWrapper: boolean
  /** Changes nothing: a GET, or a POST whose question is a document. */
  readonly reads: boolean
  /** Maximum size of the body in bytes, if it differs from the server's ordinary limit. */
  readonly bodyBytesMax: number | undefined
}

export const apiPrefix = '/api'

type Definition<Path extends string, Query, Body, Reply> = {
  name: string
  summary: string
  method: Method
  path: Path
  query?: Query
  body?: Body
  bodyKind?: BodyKind
  reply?: Reply
  success?: 200 | 201 | 204 | 303
  cached?: boolean
  outsideWrapper?: boolean
  reads?: true
  bodyBytesMax?: number
}

export function endpoint<
  const Path extends string,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Reply extends Schema | undefined = undefined,
>(definition: Definition<Path, Query, Body, Reply>): Endpoint<Path, Query, Body, Reply> {
  return {
    name: definition.name,
    summary: definition.summary,
    method: definition.method,
    path: definition.path,
    query: definition.query as Query,
    body: definition.body as Body,
    bodyKind: definition.bodyKind ?? 'json',
    reply: definition.reply as Reply,
    success: definition.success ?? (definition.reply === undefined ? 204 : 200),
    cached: definition.cached ?? false,
    outsideWrapper: definition.outsideWrapper ?? false,
    reads: definition.reads ?? definition.method === 'GET',
    bodyBytesMax: definition.bodyBytesMax,
  }
}

/** Names of the `{parameters}` in a path, as a union of literals. */
export type ParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterName<Rest>
  : never

export type Parameters<Path extends string> = { readonly [Name in ParameterName<Path>]: string }

type Input<S> = S extends Schema ? v.InferInput<S> : undefined
type Output<S> = S extends Schema ? v.InferOutput<S> : undefined

export type QueryOf<E extends Endpoint> = Input<E['query']>
export type BodyOf<E extends Endpoint> = Input<E['body']>
export type ParsedQueryOf<E extends Endpoint> = Output<E['query']>
export type ParsedBodyOf<E extends Endpoint> = Output<E['body']>
export type ReplyOf<E extends Endpoint> = Output<E['reply']>
export type ParametersOf<E extends Endpoint> = Parameters<E['path']>

/** The path with its parameters filled in and percent-encoded. */
export function fillPath(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name]
    if (value === undefined || value === '') throw new TypeError(`The path ${path} needs a value for ${name}.`)
    return encodeURIComponent(value)
  })
}
