import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Client } from '../../kit/http/client.ts'
import type { Problem } from '../../kit/http/problem.ts'
import { deleteServiceAccount, type ServiceAccount } from './contract.ts'
import type { ServiceAccountList } from './store.ts'

export type BulkDeletionState = {
  readonly status: 'ready' | 'running' | 'done'
  readonly total: number
  /** Answered, deleted or not. */
  readonly done: number
  readonly deleted: number
  /** With the sentence of why not, in the order of the answers. */
  readonly refused: readonly { readonly id: string; readonly name: string; readonly reason: string }[]
  /** Accounts that were not tried: the person stopped, or no further call could succeed. */
  readonly left: number
}

export type BulkDeletion = Pick<StoreApi<BulkDeletionState>, 'getState' | 'getInitialState' | 'subscribe'> & {
  /** Deletes; calls that are under way when it is stopped are finished. */
  run(): Promise<void>
  stop(): void
}

/** Calls at a time: enough to be quick, few enough for other people's requests. */
const atOnce = 4
/** Deleted rows leave the list in groups, because each group draws the list again. */
const groupLength = 50

/**
 * Deletes several accounts with one call each. A deleted account leaves the list and its selection; what was refused or
 * not tried stays selected.
 */
export function createBulkDeletion(
  { client }: { readonly client: Client },
  list: ServiceAccountList,
  { environmentId, accounts }: { readonly environmentId: string; readonly accounts: readonly ServiceAccount[] },
): BulkDeletion {
  const store = createStore<BulkDeletionState>(() => ({
    status: 'ready',
    total: accounts.length,
    done: 0,
    deleted: 0,
    refused: [],
    left: 0,
  }))
  const waiting = [...accounts]
  let gone: string[] = []
  let isStopped = false

  const leave = () => {
    if (gone.length > 0) list.remove(...gone)
    gone = []
  }

  async function deleteNext(): Promise<void> {
    for (let account = waiting.shift(); account !== undefined && !isStopped; account = waiting.shift()) {
      const { id, name } = account
      const outcome = await client.call(deleteServiceAccount, { params: { envId: environmentId, id } })
      const { done, deleted, refused } = store.getState()
      // It was deleted by someone else in the meantime.
      if (outcome.ok || (outcome.problem.kind === 'expected' && outcome.problem.status === 404)) {
        gone.push(id)
        store.setState({ done: done + 1, deleted: deleted + 1 })
        if (gone.length >= groupLength) leave()
        continue
      }
      const { problem } = outcome
      if (isForAll(problem)) isStopped = true
      store.setState({ done: done + 1, refused: [...refused, { id, name, reason: problem.errorMessage }] })
    }
  }

  return {
    ...store,
    async run() {
      if (store.getState().status !== 'ready') return
      store.setState({ status: 'running' })
      await Promise.all(Array.from({ length: atOnce }, deleteNext))
      leave()
      const { total, done } = store.getState()
      store.setState({ status: 'done', left: total - done })
      await list.refresh()
    },
    stop: () => void (isStopped = true),
  }
}

/** Every further call would fail in the same way. */
function isForAll(problem: Problem): boolean {
  return problem.kind === 'session-ended' || (problem.kind === 'system' && problem.network)
}
