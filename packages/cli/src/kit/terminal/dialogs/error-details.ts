import { bannerWords, detailText, inOneLine } from '@portico/core'

import { neutralise } from '../../io/neutralise.ts'
import type { App } from '../app/app.ts'
import type { Dialog } from '../app/view.ts'
import { textDialog } from './text-dialog.tsx'

/** There is more than the banner says: the list of an expected error, or what the network said. */
export function hasDetails({ core }: App): boolean {
  const { expected, system } = core.feedback.getState()
  return system === undefined ? (expected?.details.length ?? 0) > 0 : system.network === true
}

/** The details of the error in the banner (spec section 8: a title, Error Message, and Details). */
export function errorDetails(app: App): Dialog | undefined {
  const { words, core } = app
  const { expected, system } = core.feedback.getState()
  const problem = system ?? expected
  if (problem === undefined) return undefined
  const { title, message, detail: ofNetwork } = bannerWords(problem, words)
  const details =
    problem.kind === 'expected'
      ? problem.details.map((detail) => detailText(detail, words))
      : ofNetwork === undefined
        ? []
        : [ofNetwork]
  const lines = [
    `${words.say('details.message')}: ${inOneLine(title, message)}`,
    ...(details.length === 0 ? [] : ['', `${words.say('details.details')}:`, ...details.map((line) => `  ${line}`)]),
    ...(problem.requestID === undefined ? [] : ['', words.say('error.reference', { requestID: problem.requestID })]),
  ].map(neutralise)
  const clear = {
    id: 'error.clear',
    keys: ['x'],
    label: 'Clear the error',
    run: () => {
      core.feedback.clearError()
      app.closeDialog()
    },
  }
  return textDialog(app, { title: words.say('details.title'), lines: () => lines, more: [clear] })
}
