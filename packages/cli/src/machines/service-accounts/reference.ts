/**
 * Parses `URN[:ROLE]`. URNs contain colons, so the application is the longest name that equals the reference or precedes
 * a colon in it; the rest is the role. An exact match is preferred; otherwise letter case is ignored.
 */
export function splitReference<Row>(
  reference: string,
  rows: readonly Row[],
  namesOf: (row: Row) => readonly string[],
): { readonly matches: readonly Row[]; readonly rest: string } {
  const exact = longest(reference, rows, namesOf, (text) => text)
  return exact.matches.length > 0 ? exact : longest(reference, rows, namesOf, (text) => text.toLowerCase())
}

function longest<Row>(
  reference: string,
  rows: readonly Row[],
  namesOf: (row: Row) => readonly string[],
  fold: (text: string) => string,
) {
  const folded = fold(reference)
  const named = rows.flatMap((row) => namesOf(row).map((name) => ({ row, name: fold(name) })))
  const fitting = named.filter(({ name }) => name !== '' && (folded === name || folded.startsWith(`${name}:`)))
  const length = Math.max(0, ...fitting.map(({ name }) => name.length))
  const matches = [...new Set(fitting.filter(({ name }) => name.length === length).map(({ row }) => row))]
  return { matches, rest: matches.length === 0 ? '' : reference.slice(length + 1) }
}
