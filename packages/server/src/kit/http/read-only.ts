import { isDeepStrictEqual } from 'node:util'

import { readOnlyFields, type Endpoint } from '@portico/core/contract'

import { invalid } from './failure.ts'

/** The read-only fields of a body. */
export type ReadOnlyPart = Readonly<Record<string, unknown>>

/** Separates the read-only fields of a PUT from its body, so that the body that GET returned is accepted. */
export function withoutReadOnly(endpoint: Endpoint, input: unknown): { body: unknown; readOnlyPart: ReadOnlyPart } {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { body: input, readOnlyPart: {} }
  const shown = new Set(readOnlyFields(endpoint))
  const fields = Object.entries(input)
  return {
    body: Object.fromEntries(fields.filter(([name]) => !shown.has(name))),
    readOnlyPart: Object.fromEntries(fields.filter(([name]) => shown.has(name))),
  }
}

/** Rejects read-only fields that differ from `present` by name, so that no part of a body is ignored. Throws 400. */
export function checkReadOnly(given: ReadOnlyPart, present: object): void {
  const now = plain(present) as Readonly<Record<string, unknown>>
  const changed = Object.entries(plain(given) as object).filter(([name, value]) => !isDeepStrictEqual(value, now[name]))
  if (changed.length > 0) throw invalid(changed.map(([name]) => ({ errorID: 'READ_ONLY_FIELD', fieldID: name })))
}

/** As JSON, without times of last use, which change by themselves between reading and saving. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, part: unknown) => (/lastUsedAt$/i.test(name) ? undefined : part)))
}
