/** Letters whose case is folded; accents are removed first. Migration 0017 contains the same ones, each with its small letter. */
const capitals = /[A-ZÆÐØÞĐĦŁŊŒŦΑ-ΩςА-ЯЂЄЅІЈЉЊЋЏ]/g

/**
 * A text without case, accents and compatibility forms: what a search compares. The SQL function `portico_folded`
 * (migration 0017) returns the same text; a test compares the two.
 */
export function folded(text: string): string {
  // eslint-disable-next-line no-control-regex
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase()
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  return plain.replace(capitals, (letter) => (letter === 'ς' ? 'σ' : letter.toLowerCase()))
}

const digits = 16
const keyLengthMax = 200

/**
 * The sort key of a name, compared by code points: it ignores case and accents and sorts numbers of up to 16 digits as
 * numbers (`node 9` before `node 10`). The database stores the same key (`portico_sort_key`, migration 0017), so that a
 * page of the server and a list of core have one order, whatever the collation.
 */
export function sortKey(text: string): string {
  const key = folded(text)
    .replace(/(?<![0-9])([0-9]{1,16})(?![0-9])/g, `${'0'.repeat(digits)}$1`)
    .replace(/(?<![0-9])0*([0-9]{16})(?![0-9])/g, '$1')
  return key.length <= keyLengthMax ? key : [...key].slice(0, keyLengthMax).join('')
}

/** The order of names in every list that the server pages. Equal names are sorted by id. */
export function compareNames(a: string, b: string): number {
  return compareCodePoints(sortKey(a), sortKey(b))
}

/**
 * Sorts rows by rank, then by name like `compareNames`, and names that differ only in case or accents by code point.
 * Computes the key of each name once: `localeCompare` would create a collator for each comparison.
 */
export function orderByName<T>(
  rows: readonly T[],
  nameOf: (row: T) => string,
  rankOf: (row: T) => number = () => 0,
): T[] {
  return rows
    .map((row) => ({ row, rank: rankOf(row), name: nameOf(row), key: sortKey(nameOf(row)) }))
    .toSorted((a, b) => a.rank - b.rank || compareCodePoints(a.key, b.key) || compareCodePoints(a.name, b.name))
    .map(({ row }) => row)
}

const surrogates = /[\ud800-\udfff]/

/** PostgreSQL's order of `collate "C"`; JavaScript's own differs above U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0
  if (!surrogates.test(a) && !surrogates.test(b)) return a < b ? -1 : 1
  const [left, right] = [[...a], [...b]]
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const difference = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
