import {
  claimRows,
  confirmChoiceText,
  isKeptWithoutTest,
  personChanges,
  personRows,
  recognitionRows,
  type ProviderDraft,
  type ResultRow,
  type TestLogin,
  type Words,
} from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { checkPageLines } from '../../../sign-in/checks/check-page-lines.ts'
import { changeLines } from '../../../kit/terminal/editing/change-lines.ts'
import { differenceLine, type PageLine } from '../../../kit/terminal/page/page-line.ts'

const looks = {
  passed: 'good',
  failed: 'bad',
  expired: 'warn',
  outdated: 'warn',
  waiting: 'plain',
  running: 'plain',
} as const

/** The draft of a provider: what it changes, its test login, the check box, and what was checked. `hasPage`: a browser was started. */
export function draftLines(draft: ProviderDraft, words: Words, hasPage: boolean): readonly PageLine[] {
  const { provider, test, isFresh } = draft.getState()
  if (provider === undefined) return [{ text: words.say('banner.loading'), look: 'dim' }]
  const stage = draft.stage()
  const blocked = draft.testRefusal()
  const { checks = [], result = null } = test?.login ?? {}
  const isOver = stage !== 'none' && stage !== 'waiting' && stage !== 'running'
  const notable = checks.filter(({ outcome }) => outcome !== 'passed')
  const title = words.say('draft.checks')
  return [
    { text: words.say(leadOf(draft)), look: provider.draft === null ? 'plain' : 'warn' },
    ...pendingLines(draft, words),
    ...(blocked === undefined
      ? []
      : [{ text: '' }, { text: `${words.say('formats.none')}: ${blocked}`, look: 'warn' } as const]),
    { text: '' },
    { text: `[${isFresh ? 'x' : ' '}] ${words.say('draft.fresh')}`, look: 'plain' },
    ...(stage === 'none'
      ? []
      : [
          { text: '' },
          {
            text: words.say(stage === 'waiting' && !hasPage ? 'draft.waitingAddress' : `draft.${stage}`),
            look: looks[stage],
          },
        ]),
    ...(stage === 'waiting' && test !== undefined ? [{ text: neutralise(test.url) }] : []),
    ...(stage === 'failed' ? titled(title, checkPageLines(notable, words)) : []),
    // Above what is longer than a window: what Space and Keep do is seen without scrolling.
    ...decisionLines(draft, words),
    ...(result === null ? [] : titled(words.say('draft.became'), personRows(result, words).flatMap(rowLines))),
    ...comparisonLines(draft, words),
    ...(stage === 'failed' ? [] : titled(title, checkPageLines(isOver ? notable : checks, words))),
    ...(isOver ? detailLines({ checks, result }, words) : []),
  ]
}

function leadOf(draft: ProviderDraft) {
  const { provider } = draft.getState()
  if (provider?.draft == null) return 'draft.inEffect'
  if (provider.live === null) return 'draft.new'
  return isKeptWithoutTest(provider) ? 'draft.untested' : 'draft.differs'
}

function pendingLines(draft: ProviderDraft, words: Words): readonly PageLine[] {
  const pending = draft.pending()
  if (pending === undefined) return []
  const by = draft.getState().provider?.live?.unconfirmed?.keptBy ?? ''
  return [
    { text: '' },
    { text: words.say('draft.pending'), look: 'title' },
    { text: neutralise(words.say('draft.left', { by, left: pending.left })), look: 'warn' },
    { text: neutralise(pending.how) },
  ]
}

/** What Keep Changes would change for sign-ins, and for the person of the test login. */
function comparisonLines(draft: ProviderDraft, words: Words): readonly PageLine[] {
  const { provider, test } = draft.getState()
  const result = test?.login?.result
  if (provider?.live == null) return []
  const person = result == null ? undefined : personChanges(result, words)
  const username = result?.mapped?.username
  const changes = changeLines({ changes: () => [...draft.changes(), ...(person ?? [])] }).map(differenceLine)
  const same = person === undefined ? 'draft.firstTime' : person.length === 0 ? 'draft.sameRights' : undefined
  const sentence = username === undefined || same === undefined ? [] : [{ text: words.say(same, { username }) }]
  return titled(words.say('draft.compared'), [...changes, ...sentence.map(({ text }) => ({ text: neutralise(text) }))])
}

/** The passed checks, and what the provider sent, for those who scroll down. */
function detailLines({ checks: all, result }: Pick<TestLogin, 'checks' | 'result'>, words: Words): readonly PageLine[] {
  const checks = all.filter(({ outcome }) => outcome === 'passed')
  const id = result === null ? 'draft.detailsChecks' : 'draft.details'
  const rows = result === null ? [] : [...claimRows(result, words), ...recognitionRows(result, words)]
  return [
    ...titled(words.say(id, { checks: checks.length }), checkPageLines(checks, words)),
    ...titled(words.say('draft.sent'), rows.flatMap(rowLines)),
  ]
}

/** The names of a list are below its label, which leaves them the width of the window. */
function rowLines({ label, values, isList = false }: ResultRow): readonly PageLine[] {
  const text = neutralise(values.join(', '))
  if (!isList) return [{ text: `  ${neutralise(label)}: ${text}` }]
  return [{ text: `  ${neutralise(label)}:` }, { text: `    ${text}` }]
}

function titled(title: string, lines: readonly PageLine[]): readonly PageLine[] {
  return lines.length === 0 ? [] : [{ text: '' }, { text: title, look: 'title' }, ...lines]
}

function decisionLines(draft: ProviderDraft, words: Words): readonly PageLine[] {
  const { provider, isConfirmed, confirmWithinSecs } = draft.getState()
  if (provider?.draft == null) return []
  const label = words.say(isKeptWithoutTest(provider) ? 'draft.confirmNoTest' : 'draft.confirm')
  const refusal = draft.keepRefusal()
  return [
    { text: '' },
    { text: `[${isConfirmed ? 'x' : ' '}] ${label}`, look: draft.canConfirm() ? 'plain' : 'dim' },
    ...(provider.live === null
      ? []
      : [
          {
            text: `${words.say('draft.time')}: ${confirmChoiceText(confirmWithinSecs, words)}`,
          },
        ]),
    ...(refusal === undefined ? [] : [{ text: refusal, look: 'dim' } as const]),
  ]
}
