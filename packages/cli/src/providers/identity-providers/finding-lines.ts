import type { Io } from '../../kit/io/io.ts'
import { paint } from '../../kit/output/colour.ts'
import { indented } from '../../kit/output/indented.ts'
import { neutralise } from '../../kit/io/neutralise.ts'
import { fieldOfFinding, type FindingRow } from './noun.ts'

const colours = { error: 'red', warning: 'yellow', note: 'dim' } as const
const severityWidth = 7

/** Findings as lines, because sentences are too long for table cells. The severity is also a word, not only a colour. */
export function findingLines(findings: readonly FindingRow[], io: Io): string {
  const lines = findings.flatMap((finding) => {
    const { severity, provider, message, todo } = finding
    const field = fieldOfFinding(finding)
    return [
      `${paint(severity.padEnd(severityWidth), colours[severity], io.stdout, io.env)}  ${neutralise(provider)}${field === null ? '' : `, ${neutralise(field)}`}`,
      ...indented(message, severityWidth + 2, io),
      ...indented(`What to do: ${todo}`, severityWidth + 2, io),
    ]
  })
  return lines.map((line) => `${line}\n`).join('')
}
