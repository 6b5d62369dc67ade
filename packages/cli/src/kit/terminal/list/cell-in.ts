import type { Words } from '@portico/core'

import { cellText, shortTime } from '../../output/cell.ts'
import type { Column } from './list-sort.ts'

/** A cell of a table in the language of the words: states and kinds too, which commands print as `--filter` takes them. */
export function cellIn<Row>(words: Words, field: Column<Row>, row: Row, now: number, timeText = shortTime): string {
  const text = cellText(field, row, now, words, timeText)
  return field.isWord ? text.split(', ').map(words.text).join(', ') : text
}
