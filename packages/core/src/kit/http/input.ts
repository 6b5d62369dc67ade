import * as v from 'valibot'

import { isUnstorable } from '../text/rules.ts'
import type { Endpoint, Schema } from './endpoint.ts'
import { violationsFrom, type Violation } from './violations.ts'

/** The name of the whole body in an error, if no single field can be named. */
export const wholeBody = 'body'

export type ReadInput =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly violations: readonly Violation[] }

/**
 * Parses input from the wire by its schema. Beyond {@link v.safeParse}: a list instead of an object is rejected
 * (valibot reads it as an object without fields), text that no database can store is rejected anywhere, and
 * each violation names a field, at least `body`.
 */
export function readInput(schema: Schema, input: unknown): ReadInput {
  const lists = listsForObjects(schema, input, '')
  const result = v.safeParse(schema, input)
  const violations = result.success ? [] : violationsFrom(result.issues)
  const named = new Set(violations.map((one) => one.fieldID))
  const unstorable = unstorableTexts(input, '').filter((one) => !named.has(one.fieldID))
  // Violations inside a list that should be an object add nothing.
  const found = lists.length > 0 ? lists : [...violations, ...unstorable]
  if (found.length === 0 && result.success) return { ok: true, output: result.output }
  return { ok: false, violations: found.map((one) => ({ ...one, fieldID: one.fieldID || wholeBody })) }
}

type Shape = Schema & {
  readonly type: string
  readonly wrapped?: Shape
  readonly item?: Shape
  readonly entries?: Readonly<Record<string, Shape>>
  readonly key?: string
  readonly options?: readonly Shape[]
  readonly literal?: unknown
}

type Fields = Readonly<Record<string, unknown>>

function listsForObjects(schema: Schema, input: unknown, path: string): Violation[] {
  const shape = schema as Shape
  if (shape.wrapped !== undefined) return listsForObjects(shape.wrapped, input, path)
  if (shape.type === 'array') {
    if (!Array.isArray(input) || shape.item === undefined) return []
    const { item } = shape
    return input.flatMap((one: unknown, index) => listsForObjects(item, one, join(path, String(index))))
  }
  const isObject = shape.entries !== undefined || shape.type === 'variant' || shape.type === 'record'
  if (!isObject || typeof input !== 'object' || input === null) return []
  if (Array.isArray(input)) return [{ errorID: 'NOT_OBJECT', fieldID: path }]
  const fields = input as Fields
  return Object.entries(entriesOf(shape, fields)).flatMap(([name, entry]) =>
    Object.hasOwn(fields, name) ? listsForObjects(entry, fields[name], join(path, name)) : [],
  )
}

/** For a variant, the entries of the option that the input names. */
function entriesOf(shape: Shape, input: Fields): Readonly<Record<string, Shape>> {
  if (shape.entries !== undefined) return shape.entries
  const key = shape.key ?? ''
  const option = (shape.options ?? []).find((one) => one.entries?.[key]?.literal === input[key])
  return option?.entries ?? {}
}

function unstorableTexts(input: unknown, path: string): Violation[] {
  if (typeof input === 'string') return isUnstorable(input) ? [{ errorID: 'TEXT_CHARACTERS', fieldID: path }] : []
  if (typeof input !== 'object' || input === null || input instanceof Blob) return []
  return Object.entries(input).flatMap(([name, value]) => unstorableTexts(value, join(path, name)))
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

/**
 * Fields of an answer that a body cannot set: ids, times, derived values. A body may contain them unchanged, so that
 * what GET returned can be changed and sent back.
 */
export function readOnlyFields({
  method,
  body,
  reply,
}: Pick<Endpoint, 'method' | 'body' | 'reply'>): readonly string[] {
  if (method !== 'PUT' || body === undefined || reply === undefined) return []
  const taken = new Set(fieldNames(body as Shape))
  return fieldNames(reply as Shape).filter((name) => !taken.has(name))
}

function fieldNames(shape: Shape): string[] {
  return shape.entries === undefined ? (shape.options ?? []).flatMap(fieldNames) : Object.keys(shape.entries)
}
