/** Successive rows of a list, with the cursors of the surrounding pages. */
export type Page<Row> = {
  readonly rows: readonly Row[]
  /** null after the last page. */
  readonly next: string | null
  /** null before the first page. */
  readonly previous: string | null
  /** How many rows match; undefined if the answer does not say. */
  readonly total?: number | undefined
  /** Nothing in this list can be changed. */
  readonly readonly?: boolean | undefined
}

/**
 * All rows of a paged list, or the first `most` of them, read page by page, each row once. Throws if the next page is one
 * that was already read, because such a list has no end.
 */
export async function allRows<Row>(
  fetchPage: (at: { readonly cursor: string | undefined; readonly limit: number }) => Promise<Page<Row>>,
  { most = Infinity, pageLength }: { readonly most?: number | undefined; readonly pageLength: number },
): Promise<Row[]> {
  const rows: Row[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await fetchPage({ cursor, limit: Math.min(pageLength, most - rows.length) })
    rows.push(...page.rows)
    cursor = page.next ?? undefined
    if (cursor === undefined) break
    if (seen.has(cursor)) throw new RepeatedPage()
    seen.add(cursor)
  } while (rows.length < most)
  return rows
}

export class RepeatedPage extends Error {
  constructor() {
    super('The server named the same next page twice.')
    this.name = 'RepeatedPage'
  }
}
