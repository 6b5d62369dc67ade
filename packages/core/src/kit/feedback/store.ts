import { createStore, type StoreApi } from 'zustand/vanilla'

import type { ExpectedProblem, Problem, SystemProblem } from '../http/problem.ts'
import type { Clock } from '../http/port.ts'

/** Spec section 9. */
export const successBannerCloseMs = 10_000

/** What every face draws above its content (spec sections 4 and 8). */
export type FeedbackState = {
  readonly success:
    | {
        readonly message: string
        /** Milliseconds since the epoch. */
        readonly closesAt: number
        /** Information in the place of a success, for the same time. */
        readonly isNote?: boolean
      }
    | undefined
  /** Accumulates until cleared (spec section 4). */
  readonly expected: ExpectedProblem | undefined
  readonly system: SystemProblem | undefined
  /** Repeats the call that failed with `system`. */
  readonly retry: (() => void) | undefined
  readonly sessionEnded: boolean
  /** The page's own content was refused: there is nothing to show but the error screen (spec section 8). */
  readonly refusedPage: ExpectedProblem | undefined
}

/** A read fills the page, or a form on screen, which a refused call must not remove. */
export type ReadInto = 'page' | 'form'

export type Feedback = StoreApi<FeedbackState> & {
  openSuccess(message: string): void
  openNote(message: string): void
  /** Removes the success banner and errors; an ended session stays ended. */
  clear(): void
  clearSuccess(): void
  clearError(): void
  /** Removes one field's violation; the banner closes with the last one. */
  removePartialError(fieldID: string): void
  setSessionEnded(ended: boolean): void
  /** If no server answered: how to repeat the call, until the error is cleared. */
  offerRetry(retry: () => void): void
  /** Routes a failed call to where it is drawn: expected errors to the banner, 500 as system error, 401 as ended session. */
  report(problem: Problem): void
  /**
   * The same for the first content of a page. With 403 it is also `refusedPage`. A failed save, deletion or
   * read-only environment is reported by {@link report}: it is a banner over a form that stays.
   */
  reportLoad(problem: Problem, into?: ReadInto): void
}

const noError = { expected: undefined, system: undefined, retry: undefined, refusedPage: undefined }
const nothing: FeedbackState = { success: undefined, ...noError, sessionEnded: false }

export function createFeedback(clock: Clock): Feedback {
  const store = createStore<FeedbackState>(() => nothing)
  const report = (problem: Problem) => {
    if (problem.kind === 'session-ended') return store.setState({ sessionEnded: true })
    if (problem.kind === 'system') return store.setState({ system: problem })
    return store.setState(({ expected }) => ({ expected: accumulated(expected, problem) }))
  }
  const open = (message: string, more: { readonly isNote?: true } = {}) =>
    store.setState({ success: { message, ...more, closesAt: clock.now() + successBannerCloseMs } })
  return {
    ...store,
    openSuccess: (message) => open(message),
    openNote: (message) => open(message, { isNote: true }),
    clear: () => store.setState({ success: undefined, ...noError }),
    clearSuccess: () => store.setState({ success: undefined }),
    clearError: () => store.setState(noError),
    removePartialError: (fieldID) =>
      store.setState(({ expected }) => ({ expected: expected && withoutField(expected, fieldID) })),
    offerRetry: (retry) => store.setState(({ system }) => (system?.network ? { retry } : {})),
    setSessionEnded: (sessionEnded) => store.setState({ sessionEnded }),
    report,
    reportLoad(problem, into = 'page') {
      if (into === 'form') return report(problem)
      report(problem.kind === 'system' ? { ...problem, isLoad: true } : problem)
      if (problem.kind === 'expected' && problem.status === 403) store.setState({ refusedPage: problem })
    },
  }
}

function accumulated(before: ExpectedProblem | undefined, problem: ExpectedProblem): ExpectedProblem {
  if (before === undefined) return problem
  const isNew = (detail: ExpectedProblem['details'][number]) =>
    !problem.details.some((other) => other.fieldID === detail.fieldID && other.errorID === detail.errorID)
  return { ...problem, details: [...before.details.filter(isNew), ...problem.details] }
}

function withoutField(problem: ExpectedProblem, fieldID: string): ExpectedProblem | undefined {
  const details = problem.details.filter((detail) => detail.fieldID !== fieldID)
  if (details.length === problem.details.length) return problem
  return details.length === 0 ? undefined : { ...problem, details }
}
