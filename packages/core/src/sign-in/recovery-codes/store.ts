import { createStore, type StoreApi } from 'zustand/vanilla'

import type { LazyParts } from '../../kit/lazy-parts.ts'
import type { Problem } from '../../kit/http/problem.ts'
import { createRecoveryCodes, drillRecoveryCode, getRecoveryCodes, type RecoveryCodes } from './contract.ts'
import { recoveryCodeViolation } from './rules.ts'

export type RecoveryCodesState = {
  /** undefined until read. */
  readonly codes: RecoveryCodes | undefined
  /** Codes that this page may show: those just made, or the one that replaces the drilled one. Never read again. */
  readonly shown: readonly string[]
  readonly typed: string
  /** Sentence about the typed code. */
  readonly error: string | undefined
  readonly isBusy: boolean
  /** The sign-in is too old: sign in again. */
  readonly needsSignIn: boolean
}

export type RecoveryCodesStore = StoreApi<RecoveryCodesState> & {
  open(): Promise<void>
  make(): Promise<void>
  type(text: string): void
  drill(): Promise<void>
  /** Forgets the shown codes, for when they are written down and when the screen is left. */
  hide(): void
}

/** `core.lazily(createRecoveryCodesStore)`. */
export function createRecoveryCodesStore({ client, feedback, say }: LazyParts): RecoveryCodesStore {
  const store = createStore<RecoveryCodesState>(() => ({
    codes: undefined,
    shown: [],
    typed: '',
    error: undefined,
    isBusy: false,
    needsSignIn: false,
  }))
  const report = (problem: Problem) => {
    const id = problem.kind === 'expected' ? problem.errorID : undefined
    if (id === 'FRESH_SIGN_IN_REQUIRED') store.setState({ needsSignIn: true })
    feedback.report(problem)
  }
  const begin = () => {
    feedback.clear()
    store.setState({ isBusy: true, error: undefined })
  }
  return {
    ...store,
    async open() {
      const outcome = await client.call(getRecoveryCodes)
      if (outcome.ok) store.setState({ codes: outcome.value })
      else feedback.reportLoad(outcome.problem)
    },
    async make() {
      if (store.getState().isBusy) return
      begin()
      const outcome = await client.call(createRecoveryCodes)
      store.setState({ isBusy: false })
      if (outcome.ok) store.setState({ codes: outcome.value.state, shown: outcome.value.codes, typed: '' })
      else report(outcome.problem)
    },
    type: (typed) => store.setState({ typed, error: undefined }),
    async drill() {
      const { typed, isBusy } = store.getState()
      if (isBusy) return
      const violation = recoveryCodeViolation(typed)
      if (violation !== undefined)
        return store.setState({ error: say(violation.errorID as 'RECOVERY_CODE_TYPO' | 'RECOVERY_CODE_REQUIRED') })
      begin()
      const outcome = await client.call(drillRecoveryCode, { body: { code: typed } })
      store.setState({ isBusy: false })
      if (outcome.ok) {
        const { code, state } = outcome.value
        store.setState({ codes: state, shown: [code], typed: '' })
        return feedback.openSuccess(say('recoveryCodes.armed'))
      }
      const { problem } = outcome
      const detail = problem.kind === 'expected' ? problem.details.find(({ fieldID }) => fieldID === 'code') : undefined
      if (detail === undefined) report(problem)
      else store.setState({ error: detail.errorMessage })
    },
    hide: () => store.setState({ shown: [] }),
  }
}
