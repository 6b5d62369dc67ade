import type { Clock } from '../http/port.ts'
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

/** The banner of spec section 8, "Settings save failure banner"; `detail` is the server's. undefined: nothing failed. */
export function settingsFailure({ expected, system }: FeedbackState) {
  const title = 'banner.someNotSaved' as const
  if (system !== undefined) return { title, message: 'banner.signInAgain', detail: system.errorMessage } as const
  if (expected !== undefined) return { title, message: 'banner.verify', detail: expected.errorMessage } as const
  return undefined
}
