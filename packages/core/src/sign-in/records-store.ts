import { createStore, type StoreApi } from 'zustand/vanilla'

import type { LazyParts } from '../lazy-parts.ts'
import { getSignIn, listSignIns, type SignInRecord, type SignInSummary } from './records-contract.ts'

export type SignInFilter = {
  /** Part of a username, a code, or the beginning of a code or of a network address. */
  readonly search?: string | undefined
  readonly outcome?: SignInSummary['outcome'] | undefined
  /** Id of an identity provider. */
  readonly idp?: string | undefined
}

export type SignInRecordsState = {
  readonly isFetching: boolean
  readonly filter: SignInFilter
  /** The newest first. */
  readonly signIns: readonly SignInSummary[] | undefined
  /** Where the next page begins; null after the last one. */
  readonly next: string | null
}

export type SignInRecords = StoreApi<SignInRecordsState> & {
  /** The first page of what the filter lets through. The answer to an older filter is thrown away. */
  fetch(filter: SignInFilter): Promise<void>
  fetchMore(): Promise<void>
  /** 'not-found' draws the no-data message, undefined means it was reported. */
  open(code: string): Promise<SignInRecord | 'not-found' | undefined>
}

const pageLength = 50

/** `core.lazily(createSignInRecords)`. */
export function createSignInRecords({ client, feedback }: LazyParts): SignInRecords {
  const store = createStore<SignInRecordsState>(() => ({
    isFetching: false,
    filter: {},
    signIns: undefined,
    next: null,
  }))

  async function page(
    filter: SignInFilter,
    cursor: string | undefined,
    before: readonly SignInSummary[],
    rowsWanted = pageLength,
  ): Promise<void> {
    store.setState({ isFetching: true, filter })
    const { search, outcome, idp } = filter
    const answer = await client.call(listSignIns, {
      query: { search: search?.trim() || undefined, outcome, idp, limit: String(pageLength), cursor },
    })
    if (store.getState().filter !== filter) return
    if (!answer.ok) {
      store.setState({ isFetching: false })
      return feedback.reportLoad(answer.problem)
    }
    const { next } = answer.value
    const signIns = [...before, ...answer.value.signIns]
    const missing = rowsWanted - answer.value.signIns.length
    // The server compares only so many attempts in one call: go on where it stopped, and show what there is meanwhile.
    const goesOn = next !== null && missing > 0
    store.setState({ next, isFetching: goesOn, ...(goesOn && signIns.length === 0 ? {} : { signIns }) })
    if (goesOn) await page(filter, next, signIns, missing)
  }

  return {
    ...store,
    fetch: (filter) => page({ ...filter }, undefined, []),
    async fetchMore() {
      const { filter, signIns, next, isFetching } = store.getState()
      if (next !== null && !isFetching) await page(filter, next, signIns ?? [])
    },
    async open(code) {
      const answer = await client.call(getSignIn, { params: { code } })
      if (answer.ok) return answer.value
      if (answer.problem.kind === 'expected' && answer.problem.status === 404) return 'not-found'
      feedback.reportLoad(answer.problem)
      return undefined
    },
  }
}

/** What a person reads out, `K7QF-2M9X`: in any case, with or without its hyphen; undefined for any other text. */
export function signInCodeIn(text: string): string | undefined {
  const code = text.trim().toUpperCase().replace(/[\s-]/g, '')
  return /^[A-Z0-9]{8}$/.test(code) ? `${code.slice(0, 4)}-${code.slice(4)}` : undefined
}
