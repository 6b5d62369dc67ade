import { claimRows, mappedRows, type ResultRow, type TestResult, type Words } from '@portico/core'

import type { Io } from '../../kit/io/io.ts'
import { indented } from '../../kit/output/indented.ts'

/** What the provider sent, and what it became here: core's rows, as the portal and the terminal UI show them. */
export function testResultLines(result: TestResult, words: Words, io: Io): string {
  const part = (title: string, rows: readonly ResultRow[]) =>
    rows.length === 0
      ? []
      : [`${title}:`, ...rows.flatMap(({ label, values }) => indented(`${label}: ${values.join(', ')}`, 2, io))]
  const lines = [
    ...part(words.say('draft.sent'), claimRows(result)),
    ...part(
      words.say('draft.became'),
      mappedRows(result, (id, values) => words.say(id, values)),
    ),
  ]
  return `\n${lines.join('\n')}\n`
}
