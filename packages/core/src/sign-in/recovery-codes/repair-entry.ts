import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Client } from '../../kit/http/client.ts'
import type { Words } from '../../kit/words/words.ts'
import { beginRepair } from './contract.ts'
import { recoveryCodeViolation } from './rules.ts'

export type RepairEntry = StoreApi<{
  readonly typed: string
  readonly isFetching: boolean
  readonly error: string | undefined
}> & {
  type(text: string): void
  /** Where the repair session begins; undefined when the code opens nothing. */
  submit(): Promise<string | undefined>
}

/** The page where a recovery code is entered, before anyone is signed in. */
export function createRepairEntry({ client, say }: { client: Client; say: Words['say'] }): RepairEntry {
  const store = createStore<{ typed: string; isFetching: boolean; error: string | undefined }>(() => ({
    typed: '',
    isFetching: false,
    error: undefined,
  }))
  return {
    ...store,
    type: (typed) => store.setState({ typed, error: undefined }),
    async submit() {
      const { typed, isFetching } = store.getState()
      if (isFetching) return undefined
      const violation = recoveryCodeViolation(typed)
      if (violation !== undefined) {
        store.setState({ error: say(violation.errorID as 'RECOVERY_CODE_TYPO' | 'RECOVERY_CODE_REQUIRED') })
        return undefined
      }
      store.setState({ isFetching: true, error: undefined })
      const outcome = await client.call(beginRepair, { body: { code: typed } })
      // The code is spent, or wrong: it stays in no field and in no memory of the page.
      if (outcome.ok) {
        store.setState({ typed: '' })
        return outcome.value.redirectUrl
      }
      const { problem } = outcome
      store.setState({ isFetching: false, error: problem.errorMessage })
      return undefined
    },
  }
}
