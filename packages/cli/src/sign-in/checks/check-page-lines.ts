import { withLocalTimes, type SignInCheck, type Words } from '@portico/core'

import { neutralise } from '../../kit/io/neutralise.ts'
import { padEnd } from '../../kit/output/width.ts'
import type { PageLine, PageLook } from '../../kit/terminal/page/page-line.ts'

/** The checks of a sign-in or of a test login, in order. */
export function checkPageLines(checks: readonly SignInCheck[], words: Words): readonly PageLine[] {
  return checks
    .flatMap((check) => linesOf(check, words))
    .map((line) => ({ ...line, text: neutralise(withLocalTimes(line.text, words)) }))
}

const looks: Readonly<Record<SignInCheck['outcome'], PageLook>> = { passed: 'plain', warning: 'warn', failed: 'bad' }
const outcomeWords = { passed: 'signIns.passed', warning: 'signIns.warning', failed: 'signIns.checkFailed' } as const

/** The outcome is a word, so that it does not depend on colour. Passed checks are short, failed ones are shown in full. */
function linesOf(check: SignInCheck, words: Words): readonly PageLine[] {
  const { title, outcome, message, todo } = check
  const head: PageLine = { text: `${padEnd(words.say(outcomeWords[outcome]), 8)} ${title}`, look: looks[outcome] }
  const seen = evidenceTexts(check, words)
  const dim = (text: string): PageLine => ({ text: `           ${text}`, look: 'dim' })
  if (outcome === 'passed') return [head, ...(seen.length === 0 ? [] : [dim(seen.join(', '))])]
  return [
    head,
    ...(message === null ? [] : [{ text: `         ${message}` }]),
    ...seen.map(dim),
    ...(todo === null ? [] : [{ text: `         ${words.say('signIns.todo')}: ${todo}` }]),
  ]
}

/** What a check saw, a line for each. */
export function evidenceTexts({ evidence }: SignInCheck, words: Words): readonly string[] {
  return Object.entries(evidence).map(([name, value]) => `${words.find(`evidence.${name}`) ?? name}: ${String(value)}`)
}
