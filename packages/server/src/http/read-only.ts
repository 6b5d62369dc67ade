import { isDeepStrictEqual } from 'node:util'

import { readOnlyFields, type Endpoint } from '@portico/core/contract'

import { invalid } from './failure.ts'

/** What a body carries of fields that are shown and never set. */
export type ReadOnlyPart = Readonly<Record<string, unknown>>

/** Takes the read-only fields of a PUT out of its body, so that the body that GET gave is accepted. */
export function withoutReadOnly(endpoint: Endpoint, input: unknown): { body: unknown; readOnlyPart: ReadOnlyPart } {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { body: input, readOnlyPart: {} }
  const shown = new Set(readOnlyFields(endpoint))
  const fields = Object.entries(input)
  return {
    body: Object.fromEntries(fields.filter(([name]) => !shown.has(name))),
    readOnlyPart: Object.fromEntries(fields.filter(([name]) => shown.has(name))),
  }
}

/** Refuses read-only fields that differ from what `present` shows, by name: nothing of a body is passed over. Throws 400. */
export function checkReadOnly(given: ReadOnlyPart, present: object): void {
  const now = plain(present) as Readonly<Record<string, unknown>>
  const changed = Object.entries(given).filter(([name, value]) => !isDeepStrictEqual(plain(value), now[name]))
  if (changed.length > 0) throw invalid(changed.map(([name]) => ({ errorID: 'READ_ONLY_FIELD', fieldID: name })))
}

/** As JSON has it, without times of last use: they move by themselves between reading and saving. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (name, part: unknown) => (name === 'lastUsedAt' ? undefined : part)))
}
