import * as v from 'valibot'

import type { WordId } from '../words/english.ts'
import type { Schema } from './endpoint.ts'

/** One broken rule of one field. Schemas carry the error id as their message; sentences come from the catalogue. */
export type Violation = { readonly errorID: string; readonly fieldID: string }

/** By the type of the schema or action that failed. */
const genericIds: Readonly<Record<string, string>> = {
  string: 'NOT_TEXT',
  number: 'NOT_NUMBER',
  boolean: 'NOT_BOOLEAN',
  array: 'NOT_LIST',
  object: 'NOT_OBJECT',
  strict_object: 'NOT_OBJECT',
  record: 'NOT_OBJECT',
  max_length: 'TOO_LONG',
  non_empty: 'REQUIRED',
}

/** All rules of `schema` that `input` breaks, in the schema's order; empty when it is valid. */
export function violationsOf(schema: Schema, input: unknown): Violation[] {
  const result = v.safeParse(schema, input)
  return result.success ? [] : violationsFrom(result.issues)
}

export function violationsFrom(issues: readonly v.BaseIssue<unknown>[]): Violation[] {
  return issues.map((issue) => ({ errorID: errorIdOf(issue), fieldID: v.getDotPath(issue) ?? '' }))
}

function errorIdOf(issue: v.BaseIssue<unknown>): string {
  // valibot's own messages are sentences; only ids of the catalogue are written like this.
  if (/^[A-Z][A-Z0-9_-]*$/.test(issue.message)) return issue.message satisfies string as WordId
  // A key that is absent is reported on the object: `received` says undefined.
  if (issue.received === 'undefined') return 'REQUIRED'
  // A key that a strict object does not have: nothing was expected there.
  if (issue.expected === 'never') return 'UNKNOWN_FIELD'
  return genericIds[issue.type] ?? 'INVALID_VALUE'
}
