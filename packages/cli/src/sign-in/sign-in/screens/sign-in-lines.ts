import type { SignInCheck, SignInRecord, Words } from '@portico/core'

import { typeName } from '../../../providers/identity-providers/screens/type-name.ts'
import { neutralise } from '../../../kit/io/neutralise.ts'
import { padEnd, widthOf } from '../../../kit/output/width.ts'
import type { PageLine, PageLook } from '../../../kit/terminal/page/page-line.ts'

/** A recorded sign-in as lines: outcome and what to do, then person and time, then every check. */
export function signInLines(record: SignInRecord, words: Words): readonly PageLine[] {
  return [
    ...verdict(record, words),
    { text: '' },
    ...facts(record, words),
    { text: '' },
    { text: words.say('signIns.checks'), look: 'title' as const },
    ...checkLinesOf(record.checks, words),
  ].map((line) => ({ ...line, text: neutralise(line.text) }))
}

/** The checks of a sign-in or of a test login, in order. */
export function checkLinesOf(checks: readonly SignInCheck[], words: Words): readonly PageLine[] {
  return checks.flatMap((check) => checkLines(check, words)).map((line) => ({ ...line, text: neutralise(line.text) }))
}

/** A summary of the outcome. */
function verdict(record: SignInRecord, words: Words): readonly PageLine[] {
  const { outcome, failure, checks } = record
  if (outcome === 'signed-in') return [{ text: words.say('signIns.succeeded'), look: 'good' }]
  if (outcome === 'open') return [{ text: words.say('signIns.waiting'), look: 'warn' }]
  const failed = checks.find((check) => check.outcome === 'failed')
  const happened = failed?.message ?? failure
  const seen =
    failed === undefined ? [] : evidenceTexts(failed, words).map((text): PageLine => ({ text: `    ${text}` }))
  const todo = failed?.todo ?? null
  return [
    { text: words.say('signIns.failure'), look: 'title' },
    ...(happened === null ? [] : [{ text: `  ${happened}`, look: 'bad' as const }]),
    ...seen,
    ...(todo === null ? [] : [{ text: words.say('signIns.todo'), look: 'title' as const }, { text: `  ${todo}` }]),
  ]
}

function evidenceTexts({ evidence }: SignInCheck, words: Words): readonly string[] {
  return Object.entries(evidence).map(([name, value]) => `${words.find(`evidence.${name}`) ?? name}: ${String(value)}`)
}

function facts(record: SignInRecord, words: Words): readonly PageLine[] {
  const { at, finishedAt, purpose, username, provider, user, address, requestID, errorID } = record
  const took = finishedAt === null ? undefined : Math.round((Date.parse(finishedAt) - Date.parse(at)) / 100) / 10
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    [words.say('signIns.username'), username ?? words.say('signIns.unknown')],
    [words.say('signIns.provider'), provider && `${provider.name} (${typeName(provider.type)})`],
    [words.say('signIns.user'), user?.name],
    [words.say('signIns.purpose'), words.say(`signIns.purpose.${purpose}`)],
    [words.say('signIns.when'), `${at.replace('T', ' ').replace(/\.\d+/, '').replace('Z', ' UTC')}`],
    [words.say('signIns.finished'), took === undefined ? undefined : words.say('signIns.seconds', { seconds: took })],
    [words.say('signIns.errorID'), errorID],
    [words.say('signIns.address'), address],
    [words.say('signIns.request'), requestID],
  ]
  const shown = rows.filter((row): row is readonly [string, string] => typeof row[1] === 'string')
  const width = Math.max(...shown.map(([label]) => widthOf(label)))
  return shown.map(([label, value]) => ({ text: `${padEnd(label, width)}  ${value}` }))
}

const looks: Readonly<Record<SignInCheck['outcome'], PageLook>> = { passed: 'plain', warning: 'warn', failed: 'bad' }
const outcomeWords = { passed: 'signIns.passed', warning: 'signIns.warning', failed: 'signIns.checkFailed' } as const

/** The outcome is a word, so that it does not depend on colour. Passed checks are short, failed ones are shown in full. */
function checkLines(check: SignInCheck, words: Words): readonly PageLine[] {
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
