import { describe, expect, it } from 'vitest'

import { signInChecks } from '../../../sign-in/sign-in/checks.ts'
import { findings } from '../../../sign-in/sign-in/findings.ts'
import { messages } from '../compiled/english/server-and-terminal.ts'
import { createWords } from '../words.ts'
import { serverAndTerminalEn } from './index.ts'

const catalogue: Readonly<Record<string, string>> = serverAndTerminalEn
const ids = Object.keys(findings)

describe('an administrator reads', () => {
  it.each(signInChecks)('what the check is about: %s', (check) => {
    expect(catalogue[`check.${check}`]).toMatch(/\S/)
  })

  it.each(ids)('what happened and what to do: %s', (finding) => {
    expect(catalogue[`finding.${finding}`]).toMatch(/^[“\p{Lu}].*[.)}]$/u)
    expect(catalogue[`finding.${finding}.todo`]).toMatch(/^[“\p{L}].*[.…]?$/u)
    expect(catalogue[`finding.${finding}.todo`]).not.toBe(catalogue[`finding.${finding}`])
  })
})

it('no sentence is about a check or a finding that does not exist', () => {
  const known = new Set([
    ...signInChecks.map((check) => `check.${check}`),
    ...ids.flatMap((finding) => [`finding.${finding}`, `finding.${finding}.todo`]),
  ])
  const said = Object.keys(catalogue).filter((id) => /^(?:check|finding)\./.test(id))
  expect(said.filter((id) => !known.has(id))).toEqual([])
})

it('evidence is put into the sentence as text, whatever it holds', () => {
  const words = createWords('en', messages)
  expect(words.say('finding.audience-wrong', { found: '{expected} <b>', expected: 'portico' })).toBe(
    'The token is meant for “{expected} <b>”, but we are “portico”.',
  )
  expect(words.say('finding.answer-late', { seconds: 10 })).toContain('10 seconds')
})
