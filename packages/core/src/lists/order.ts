/** Letters beyond ASCII whose case is folded; accented ones lose their accent first. Migration 0017 holds the same pairs. */
const upper = 'ÆÐØÞĐĦŁŊŒŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏ'
const lower = 'æðøþđħłŋœŧαβγδεζηθικλμνξοπρσστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюяђєѕіјљњћџ'
const pairs = new Map([...upper].map((letter, at) => [letter, [...lower][at] ?? letter]))
const capitals = new RegExp(`[${upper}]`, 'g')

/**
 * A text without case, accents and compatibility forms: what a search compares. The same text comes out of the SQL
 * function `portico_folded` (migration 0017); a test holds the two against each other.
 */
export function folded(text: string): string {
  // eslint-disable-next-line no-control-regex
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase()
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  return plain
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(capitals, (letter) => pairs.get(letter) ?? '')
}

const digits = 16
const keyLengthMax = 200

/**
 * What names are ordered by, compared by code points: case and accents do not count, and numbers up to 16 digits count
 * as numbers (`node 9` before `node 10`). The database holds the same key (`portico_sort_key`, migration 0017), so that
 * a page of the server and a list of core have one order, whatever the collation of either.
 */
export function sortKey(text: string): string {
  const key = folded(text)
    .replace(/(?<![0-9])([0-9]{1,16})(?![0-9])/g, `${'0'.repeat(digits)}$1`)
    .replace(/(?<![0-9])0*([0-9]{16})(?![0-9])/g, '$1')
  return key.length <= keyLengthMax ? key : [...key].slice(0, keyLengthMax).join('')
}

/** The order of names in every list that the server pages. Equal names are left to their ids. */
export function compareNames(a: string, b: string): number {
  return compareCodePoints(sortKey(a), sortKey(b))
}

/**
 * Rows by name as `compareNames` orders them, lower ranks first; names that differ only in case or accents by code point.
 * Makes the key of each name once: a comparison by `localeCompare` makes a collator each time.
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
