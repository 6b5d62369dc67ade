import type { SignInCheck } from '@portico/core'

import type { Io } from '../../kit/io/io.ts'
import { paint } from '../../kit/output/colour.ts'
import { indented } from '../../kit/output/indented.ts'
import { neutralise } from '../../kit/io/neutralise.ts'

const marks = { passed: 'ok', warning: 'warning', failed: 'FAILED' } as const
const colours = { warning: 'yellow', failed: 'red' } as const
const markWidth = 7

/** The checks in order; the mark is a word, so that it does not depend on colour. */
export function checkLines(checks: readonly SignInCheck[], io: Io): string {
  const lines = checks.flatMap((check) => {
    const mark = marks[check.outcome].padEnd(markWidth)
    const title = neutralise(check.title)
    if (check.outcome === 'passed') return [`${mark}  ${title}`]
    const head = `${paint(mark, colours[check.outcome], io.stdout, io.env)}  ${title}`
    const evidence = Object.entries(check.evidence).map(([name, value]) => `${name}: ${String(value)}`)
    const below = [check.message, ...evidence, check.todo === null ? null : `What to do: ${check.todo}`]
    return [head, ...below.flatMap((text) => (text === null ? [] : indented(text, markWidth + 2, io)))]
  })
  return lines.map((line) => `${line}\n`).join('')
}
