import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Feedback } from '../../kit/feedback/store.ts'
import type { Client } from '../../kit/http/client.ts'
import type { Words } from '../../kit/words/words.ts'
import type { AuditRow } from './contract.ts'
import { changesInWords, type ChangeInWords } from './in-words.ts'
import { previewAuditRevert, revertAudit } from './revert-contract.ts'
import { revertRefusal } from './reverts.ts'

export type AuditRevertState = {
  /** `refused`: it cannot be taken back, `refusal` says why. `failed`: the preview could not be read. */
  readonly status: 'loading' | 'ready' | 'refused' | 'failed' | 'saving' | 'done'
  readonly changes: readonly ChangeInWords[]
  readonly refusal: string | undefined
}

export type AuditRevertStore = StoreApi<AuditRevertState> & {
  /** Asks the server what the revert would set. An entry that can never be taken back needs no call. */
  load(): Promise<void>
  /** Takes the change back. False: it was refused, or the call failed. */
  revert(): Promise<boolean>
}

type Parts = { readonly client: Pick<Client, 'call'>; readonly feedback: Feedback; readonly words: () => Words }

/** Taking back the change of one entry: first what it would set, then the change itself. */
export function createAuditRevert({ client, feedback, words }: Parts, entry: AuditRow): AuditRevertStore {
  const store = createStore<AuditRevertState>(() => ({ status: 'loading', changes: [], refusal: undefined }))
  const params = { id: entry.id }
  const refuse = (refusal: string) => store.setState({ status: 'refused', changes: [], refusal })
  return {
    ...store,
    async load() {
      const never = revertRefusal(entry)
      if (never !== undefined) return refuse(words().say(never))
      store.setState({ status: 'loading' })
      const answer = await client.call(previewAuditRevert, { params })
      if (!answer.ok) {
        feedback.reportLoad(answer.problem)
        return store.setState({ status: 'failed' })
      }
      const { refusal, before, after } = answer.value
      if (refusal !== null) return refuse(refusal.errorMessage)
      store.setState({ status: 'ready', changes: changesInWords({ before, after }, words()), refusal: undefined })
    },
    async revert() {
      if (store.getState().status !== 'ready') return false
      feedback.clear()
      store.setState({ status: 'saving' })
      const answer = await client.call(revertAudit, { params })
      if (answer.ok) {
        store.setState({ status: 'done' })
        feedback.openSuccess(words().say('audit.reverted'))
        return true
      }
      const { problem } = answer
      if (problem.kind === 'expected' && problem.status === 409) refuse(problem.errorMessage)
      else {
        feedback.report(problem)
        store.setState({ status: 'ready' })
      }
      return false
    },
  }
}
