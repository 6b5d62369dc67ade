import {
  claimRows,
  confirmChoiceText,
  isKeptWithoutTest,
  mappedRows,
  type ProviderDraft,
  type ResultRow,
  type TestResult,
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

/** The draft of a provider: what it changes, its test login, the check box, and what was checked. */
export function draftLines(draft: ProviderDraft, words: Words): readonly PageLine[] {
  const { provider, test, isFresh } = draft.getState()
  if (provider === undefined) return [{ text: words.say('banner.loading'), look: 'dim' }]
  const stage = draft.stage()
  const blocked = draft.testRefusal()
  const { checks = [], result = null } = test?.login ?? {}
  return [
    { text: words.say(leadOf(draft)), look: provider.draft === null ? 'plain' : 'warn' },
    ...pendingLines(draft, words),
    ...titled(words.say('draft.changes'), changeLines(draft).map(differenceLine)),
    ...(blocked === undefined
      ? []
      : [{ text: '' }, { text: `${words.say('formats.none')}: ${blocked}`, look: 'warn' } as const]),
    { text: '' },
    { text: `[${isFresh ? 'x' : ' '}] ${words.say('draft.fresh')}`, look: 'plain' },
    ...(stage === 'none' ? [] : [{ text: '' }, { text: words.say(`draft.${stage}`), look: looks[stage] }]),
    ...(stage === 'waiting' && test !== undefined ? [{ text: neutralise(test.url) }] : []),
    // Above the checks, which are longer than a window: what Space and Keep do is seen without scrolling.
    ...decisionLines(draft, words),
    ...titled(words.say('draft.checks'), checkPageLines(checks, words)),
    ...(result === null ? [] : resultLines(result, words)),
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

function resultLines(result: TestResult, words: Words): readonly PageLine[] {
  const mapped = mappedRows(result, (id, values) => words.say(id, values))
  return [
    ...titled(words.say('draft.sent'), claimRows(result).map(rowLine)),
    ...titled(words.say('draft.became'), mapped.map(rowLine)),
  ]
}

function rowLine({ label, values }: ResultRow): PageLine {
  return { text: neutralise(`  ${label}: ${values.join(', ')}`) }
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
            text: `${words.say('draft.time')}: ${confirmChoiceText(confirmWithinSecs, (id, values) => words.say(id, values))}`,
          },
        ]),
    ...(refusal === undefined ? [] : [{ text: refusal, look: 'dim' } as const]),
  ]
}
