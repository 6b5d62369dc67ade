import { typeName, type SignInRecord, type Words } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { padEnd, widthOf } from '../../../kit/output/width.ts'
import { checkPageLines, evidenceTexts } from '../../checks/check-page-lines.ts'
import type { PageLine } from '../../../kit/terminal/page/page-line.ts'

/** A recorded sign-in as lines: outcome and what to do, then person and time, then every check. */
export function signInLines(record: SignInRecord, words: Words): readonly PageLine[] {
  return [
    ...verdict(record, words),
    { text: '' },
    ...facts(record, words),
    { text: '' },
    { text: words.say('signIns.checks'), look: 'title' as const },
    ...checkPageLines(record.checks, words),
  ].map((line) => ({ ...line, text: neutralise(line.text) }))
}

/** A summary of the outcome. */
function verdict(record: SignInRecord, words: Words): readonly PageLine[] {
  const { outcome, purpose, failure, checks } = record
  if (outcome === 'signed-in') {
    const said = purpose === 'test' ? 'signIns.testSucceeded' : 'signIns.succeeded'
    return [{ text: words.say(said), look: 'good' }]
  }
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
