import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Feedback } from '../feedback/store.ts'
import type { Client } from '../http/client.ts'
import type { Problem } from '../http/problem.ts'
import type { Words } from '../words/words.ts'
import { isPrivateFile } from './private-file.ts'
import { fileBytesMax } from './rules.ts'
import { uploadCertificate, type UploadResult } from './upload.ts'

export type UploadState = {
  readonly file: File | undefined
  /** Why the file was refused, until another one is chosen. */
  readonly problem: string | undefined
  readonly isReading: boolean
}

/** A file from which a key or a certificate goes into a field. */
export type UploadForm = Pick<StoreApi<UploadState>, 'getState' | 'getInitialState' | 'subscribe'> & {
  choose(file: File | undefined): void
  /** Puts what the file holds into the field; whether it did. */
  take(): Promise<boolean>
}

export type Uploaded = Extract<UploadResult, { ok: true }>

type Parts = {
  readonly client: Pick<Client, 'call'>
  readonly feedback: Pick<Feedback, 'report'>
  readonly words: () => Pick<Words, 'say'>
}

/**
 * The upload dialog without its drawing. The server extracts the key, and only its successful answer changes the form (spec
 * section 5); a private key is refused here and not sent.
 */
export function createUploadForm({ client, feedback, words }: Parts, taken: (uploaded: Uploaded) => void): UploadForm {
  const store = createStore<UploadState>(() => ({ file: undefined, problem: undefined, isReading: false }))

  async function read(file: File | undefined): Promise<UploadResult> {
    const isReadable = file !== undefined && file.size <= fileBytesMax
    if (isReadable && isPrivateFile(new Uint8Array(await file.arrayBuffer())))
      return { ok: false, errorID: 'FILE_PRIVATE' }
    return uploadCertificate(client, file)
  }

  function problemOf(result: Exclude<UploadResult, Uploaded>): string | undefined {
    if ('errorID' in result) return words().say(result.errorID)
    const { problem } = result
    if (problem.kind !== 'session-ended') return sentenceOf(problem)
    feedback.report(problem)
    return undefined
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
      const result = await read(file)
      store.setState({ isReading: false })
      // An answer about a file that is no longer the chosen one.
      if (store.getState().file !== file) return false
      if (!result.ok) {
        store.setState({ problem: problemOf(result) })
        return false
      }
      taken(result)
      return true
    },
  }
}

/** The most specific sentence about a refused file: that of its field, if there is one. */
function sentenceOf(problem: Problem): string {
  const detail = problem.kind === 'expected' ? problem.details[0]?.errorMessage : undefined
  return detail ?? problem.errorMessage
}
