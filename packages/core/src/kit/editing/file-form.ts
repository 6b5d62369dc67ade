import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Feedback } from '../feedback/store.ts'
import type { Problem } from '../http/problem.ts'
import type { WordId } from '../words/english.ts'
import type { Words } from '../words/words.ts'

export type UploadState = {
  readonly file: File | undefined
  /** Why the file was refused, until another one is chosen. */
  readonly problem: string | undefined
  readonly isReading: boolean
}

/** A file of which something is taken: a key, a certificate, an image. */
export type UploadForm = Pick<StoreApi<UploadState>, 'getState' | 'getInitialState' | 'subscribe'> & {
  choose(file: File | undefined): void
  /** Puts what the file holds where it belongs; whether it did. */
  take(): Promise<boolean>
}

export type FileAnswer<Taken> =
  | { readonly ok: true; readonly value: Taken }
  | { readonly ok: false; readonly errorID: WordId }
  | { readonly ok: false; readonly problem: Problem }

export type FileFormParts = {
  readonly feedback: Pick<Feedback, 'report'>
  readonly words: () => Pick<Words, 'say'>
}

/**
 * The upload dialog without its drawing. `read` decides about a file that has content, in most cases by asking the server; only its
 * successful answer is `taken` (spec section 5).
 */
export function createFileForm<Taken>(
  { feedback, words }: FileFormParts,
  { read, taken }: { read: (file: File) => Promise<FileAnswer<Taken>>; taken: (value: Taken) => void },
): UploadForm {
  const store = createStore<UploadState>(() => ({ file: undefined, problem: undefined, isReading: false }))

  function problemOf(answer: Exclude<FileAnswer<Taken>, { ok: true }>): string | undefined {
    if ('errorID' in answer) return words().say(answer.errorID)
    const { problem } = answer
    if (problem.kind !== 'session-ended') return sentenceOf(problem)
    feedback.report(problem)
    return undefined
  }

  async function answerOf(file: File | undefined): Promise<FileAnswer<Taken>> {
    if (file === undefined) return { ok: false, errorID: 'FILE_REQUIRED' }
    return file.size === 0 ? { ok: false, errorID: 'FILE_EMPTY' } : read(file)
  }

  return {
    ...store,
    choose(file) {
      store.setState({ file, problem: undefined })
    },
    async take() {
      const { file, isReading } = store.getState()
      if (isReading) return false
      store.setState({ isReading: true })
      const answer = await answerOf(file)
      store.setState({ isReading: false })
      // An answer about a file that is no longer the chosen one.
      if (store.getState().file !== file) return false
      if (!answer.ok) {
        store.setState({ problem: problemOf(answer) })
        return false
      }
      taken(answer.value)
      return true
    },
  }
}

/** The most specific sentence about a refused value: that of its field, if there is one. */
export function sentenceOf(problem: Problem): string {
  const detail = problem.kind === 'expected' ? problem.details[0]?.errorMessage : undefined
  return detail ?? problem.errorMessage
}
