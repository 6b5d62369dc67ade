import { folded, isIdWord, searchWords, type SearchMatch } from '@portico/core/contract'
import { sql, type RawBuilder } from 'kysely'

/**
 * Whether a row matches a search, as in core's `kit/lists/search.ts`. `name` is folded text; `urn` ends with the row's id,
 * so an id or a URN matches too.
 */
export function searchCondition(
  { name, urn }: { readonly name: RawBuilder<string>; readonly urn: RawBuilder<string> },
  text: string,
  match: SearchMatch,
): RawBuilder<boolean> | undefined {
  const words = searchWords(text)
  if (words.length === 0) return undefined
  if (match === 'prefix') return sql<boolean>`starts_with(${name}, ${folded(text)})`
  if (match === 'fuzzy') return sql<boolean>`${name} like ${lettersPattern(folded(text))}`
  const each = words.map((word) => {
    const inName = sql<boolean>`strpos(${name}, ${word}) > 0`
    return isIdWord(word) ? sql<boolean>`(${inName} or strpos(${urn}, ${word}) > 0)` : inName
  })
  const all = sql<boolean>`(${sql.join(each, sql` and `)})`
  return match === 'without' ? sql<boolean>`not ${all}` : all
}

/** `%a%b%`: letters in this order. */
function lettersPattern(text: string): string {
  const letters = [...text.replaceAll(/\s/g, '')].map((letter) => letter.replace(/[\\%_]/, String.raw`\$&`))
  return `%${letters.join('%')}%`
}

/** Letters that the indexes of parts hold together: shorter words are not found by them. */
export const partLength = 3

/** More candidates than this are not fetched one by one: the list is scanned in order instead. */
export const candidatesMax = 2_000

/** The words of a search that an index of parts holds. Shorter ones, or those that may be part of an id, are left to the comparison. */
export function indexedWords({
  search = '',
  match = 'contains',
}: {
  readonly search?: string | undefined
  readonly match?: SearchMatch | undefined
}): string[] {
  if (match !== 'contains') return []
  return searchWords(search).filter((word) => [...word].length >= partLength && !isIdWord(word))
}
