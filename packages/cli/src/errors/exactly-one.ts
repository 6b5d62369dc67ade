import { fail } from './failure.ts'

/** The one object that a name or id means; none is not found, several are a validation failure that lists them. */
export function exactlyOne<Row extends { readonly id: string }>(
  matches: readonly Row[],
  words: {
    readonly what: string
    readonly wanted: string
    readonly nameOf: (row: Row) => string
    readonly hint?: string | undefined
  },
): Row {
  const [only, ...others] = matches
  const { what, wanted, nameOf, hint } = words
  if (only === undefined) return fail('not-found', `There is no ${what} ${wanted}.`, { errorID: 'NOT_FOUND', hint })
  if (others.length === 0) return only
  return fail('validation', `${wanted} means more than one ${what}. Use the id.`, {
    errorID: 'AMBIGUOUS',
    hint: `One of: ${matches.map((row) => `${row.id} (${nameOf(row)})`).join(', ')}`,
  })
}
