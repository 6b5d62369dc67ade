import { fail } from './failure.ts'
import { phrase, phraseOf, type Phrase } from '../phrases/phrase.ts'

/** The one matching object; no match fails as not-found, several fail as validation and are listed. */
export function exactlyOne<Row extends { readonly id: string }>(
  matches: readonly Row[],
  words: {
    readonly what: string
    /** What the object belongs to. */
    readonly of?: string
    /** Its container, where "of" would be wrong. */
    readonly in?: string
    readonly wanted: string
    readonly nameOf: (row: Row) => string
    readonly hint?: string | undefined
    /** The valid names, if no command lists them. */
    readonly choices?: readonly string[] | undefined
  },
): Row {
  const [only, ...others] = matches
  const { what, of, in: place, wanted, nameOf, hint, choices } = words
  const owner = of !== undefined ? phrase` of ${of}` : place === undefined ? '' : phrase` in ${place}`
  if (only === undefined)
    return fail(
      'not-found',
      phrase`There is no ${phraseOf(what)} ${wanted}${owner}.${choices === undefined ? '' : phrase` ${choicesText(choices)}`}`,
      { errorID: 'NOT_FOUND', hint },
    )
  if (others.length === 0) return only
  return fail(
    'validation',
    phrase`${wanted} means more than one ${phraseOf(what)}${owner}. Use the id: ${matches.map((row) => `${row.id} (${nameOf(row)})`).join(', ')}.`,
    {
      errorID: 'AMBIGUOUS',
      hint,
    },
  )
}

function choicesText(choices: readonly string[]): Phrase {
  return choices.length === 0 ? phrase`You have access to none.` : phrase`There is: ${choices.join(', ')}.`
}
