import type { Words } from '@portico/core'

import { createFinder, type Finder } from '../find/finder.ts'
import { rangesOf } from '../find/ranges.ts'
import type { FormCursor } from './form-cursor.ts'
import { canStandOn, type FormRow } from './form-row.ts'

/** A search in the rows of a form: labels, values, help texts and messages. `begin` shows collapsed rows. */
export function createFormFinder(words: Words, cursor: FormCursor, begin?: () => void): Finder {
  const found = (wanted: string) =>
    cursor
      .rows()
      .flatMap((row, at) =>
        canStandOn(row) && textsOf(row).some((text) => rangesOf(text, wanted).length > 0) ? [at] : [],
      )
  return createFinder(words, {
    begin,
    count: (wanted) => found(wanted).length,
    nearest: (wanted) => {
      const here = cursor.at()
      return Math.max(
        0,
        found(wanted).findIndex((at) => at >= here),
      )
    },
    show: (place, wanted) => {
      const row = cursor.rows()[found(wanted)[place] ?? -1]
      if (row !== undefined) cursor.moveTo(row.id)
    },
  })
}

function textsOf(row: FormRow): readonly string[] {
  if (row.kind !== 'field') return [row.text]
  return [row.label, row.shown, row.help ?? '', row.problem ?? '', row.warning ?? '']
}
