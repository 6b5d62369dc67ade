import type { Clock } from '../http/port.ts'
import type { WordId } from '../words/english.ts'
import { createFeedback, type Feedback, type FeedbackState } from './store.ts'

/**
 * The feedback of a form of settings inside a page: a failed save stays beside the form, while success, the first content
 * and an ended session are the page's.
 */
export function createSettingsFeedback(page: Feedback, clock: Clock): Feedback {
  const own = createFeedback(clock)
  return {
    ...own,
    clear() {
      own.clear()
      page.clearSuccess()
    },
    openSuccess: (message) => page.openSuccess(message),
    setSessionEnded: (ended) => page.setSessionEnded(ended),
    report: (problem) => (problem.kind === 'session-ended' ? page : own).report(problem),
    reportLoad: (problem, into) => page.reportLoad(problem, into),
  }
}

export type SettingsFailure = {
  readonly title: WordId
  readonly message: WordId
  /** What the server said. */
  readonly detail: string
}

/** The banner of spec section 8, "Settings save failure banner"; undefined: nothing failed. */
export function settingsFailure({ expected, system }: FeedbackState): SettingsFailure | undefined {
  const title = 'banner.someNotSaved'
  if (system !== undefined) return { title, message: 'banner.signInAgain', detail: system.errorMessage }
  // 502 and the like come from what stands before the server: the changes may well be valid.
  if (expected !== undefined)
    return {
      title,
      message: expected.status >= 500 ? 'banner.signInAgain' : 'banner.verify',
      detail: expected.errorMessage,
    }
  return undefined
}
