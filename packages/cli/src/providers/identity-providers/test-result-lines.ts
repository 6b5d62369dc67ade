import {
  claimRows,
  personChanges,
  personRows,
  recognitionRows,
  type ResultRow,
  type TestResult,
  type Words,
} from '@portico/core'

import type { Io } from '../../kit/io/io.ts'
import { indented } from '../../kit/output/indented.ts'

/** What the person gets, what that changes, and what the provider sent: core's rows, as the portal and the terminal UI show them. */
export function testResultLines(result: TestResult, words: Words, io: Io): string {
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [`${title}:`, ...lines.flatMap((line) => indented(line, 2, io))]
  const lines = [
    ...part(words.say('draft.became'), personRows(result, words).map(rowText)),
    ...part(words.say('draft.compared'), differences(result, words)),
    ...part(words.say('draft.sent'), [...claimRows(result, words), ...recognitionRows(result, words)].map(rowText)),
  ]
  return `\n${lines.join('\n')}\n`
}

function differences(result: TestResult, words: Words): string[] {
  const { mapped } = result
  if (mapped === null) return []
  const { username } = mapped
  const changes = personChanges(result, words)
  if (changes === undefined) return [words.say('draft.firstTime', { username })]
  if (changes.length === 0) return [words.say('draft.sameRights', { username })]
  return changes.flatMap(({ label, removed, added }) => [
    `${label}:`,
    ...removed.map((text) => `- ${text}`),
    ...added.map((text) => `+ ${text}`),
  ])
}

function rowText({ label, values }: ResultRow): string {
  return `${label}: ${values.join(', ')}`
}
