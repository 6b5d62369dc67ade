import * as v from 'valibot'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Client } from '../../kit/http/client.ts'
import type { Problem } from '../../kit/http/problem.ts'
import {
  answerDeviceRequest,
  answerLoopbackRequest,
  findDeviceRequest,
  getCliApprover,
  type CliApprover,
  type DeviceRequest,
} from './contract.ts'
import { cliSignInPaths, isLoopbackRedirect, LoopbackRequest, readUserCode, showUserCode } from './rules.ts'

const results = ['done', 'denied', 'failed', 'gone', 'invalid'] as const
export type CliSignInResult = (typeof results)[number]

/** What the approval page shows. `signed-out`: sign in first and come back to `returnPath`; `leaving`: go to `url`. */
export type CliSignInView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'signed-out'; readonly returnPath: string }
  | { readonly kind: 'code' }
  | { readonly kind: 'device'; readonly request: DeviceRequest }
  | { readonly kind: 'loopback'; readonly request: LoopbackRequest }
  | { readonly kind: 'leaving'; readonly url: string }
  | { readonly kind: 'result'; readonly result: CliSignInResult }

export type CliSignInState = {
  readonly view: CliSignInView
  readonly approver: CliApprover | undefined
  /** The code as typed. */
  readonly typed: string
  readonly isFetching: boolean
  readonly error: CliSignInError | undefined
}

export type CliSignInError =
  | { readonly kind: 'shape' }
  | { readonly kind: 'unknown'; readonly wrongCodesLeft: number }
  | { readonly kind: 'said'; readonly message: string }

export type CliSignIn = StoreApi<CliSignInState> & {
  /** Begins with the query of the page's address. */
  open(search: string): Promise<void>
  typeCode(text: string): void
  /** Finds the command line that waits with the typed code. */
  find(): Promise<void>
  answer(decision: 'allow' | 'deny'): Promise<void>
}

/** The page on which a person allows a command line to act for them; its address contains the request. */
export function createCliSignIn({ client }: { client: Client }): CliSignIn {
  const store = createStore<CliSignInState>(() => ({
    view: { kind: 'loading' },
    approver: undefined,
    typed: '',
    isFetching: false,
    error: undefined,
  }))
  const show = (view: CliSignInView) => store.setState({ view, isFetching: false, error: undefined })
  const fail = (problem: Problem, returnPath: string) => {
    if (problem.kind === 'session-ended') return show({ kind: 'signed-out', returnPath })
    store.setState({ isFetching: false, error: { kind: 'said', message: problem.errorMessage } })
  }
  const busy = () => store.setState({ isFetching: true, error: undefined })
  const pathOf = (typed: string) => {
    const code = readUserCode(typed)
    return cliSignInPaths.approval + (code === undefined ? '' : `?user_code=${showUserCode(code)}`)
  }

  async function find(): Promise<void> {
    const { typed } = store.getState()
    const userCode = readUserCode(typed)
    if (userCode === undefined) return store.setState({ error: { kind: 'shape' } })
    busy()
    const outcome = await client.call(findDeviceRequest, { body: { userCode } })
    if (!outcome.ok) return fail(outcome.problem, pathOf(typed))
    const { request, wrongCodesLeft } = outcome.value
    if (request !== null) return show({ kind: 'device', request })
    store.setState({ isFetching: false, error: { kind: 'unknown', wrongCodesLeft } })
  }

  return {
    ...store,
    find,
    typeCode: (typed) => store.setState({ typed, error: undefined }),
    async open(search) {
      const query = new URLSearchParams(search)
      const result = results.find((one) => one === query.get('result'))
      if (result !== undefined) return show({ kind: 'result', result })
      const loopback = query.has('redirect_uri') ? v.safeParse(LoopbackRequest, Object.fromEntries(query)) : undefined
      if (loopback?.success === false) return show({ kind: 'result', result: 'invalid' })
      const typed = query.get('user_code') ?? ''
      const returnPath = loopback === undefined ? pathOf(typed) : cliSignInPaths.approval + search
      store.setState({ typed })
      busy()
      const outcome = await client.call(getCliApprover)
      if (!outcome.ok) {
        // The page has nothing else to show, so it shows the reason.
        show({ kind: 'code' })
        return fail(outcome.problem, returnPath)
      }
      store.setState({ approver: outcome.value })
      if (loopback !== undefined) return show({ kind: 'loopback', request: loopback.output })
      show({ kind: 'code' })
      if (readUserCode(typed) !== undefined) await find()
    },
    async answer(decision) {
      const { view, isFetching } = store.getState()
      if (isFetching) return
      if (view.kind === 'device') {
        const { userCode } = view.request
        busy()
        const outcome = await client.call(answerDeviceRequest, { body: { userCode, decision } })
        if (!outcome.ok) return fail(outcome.problem, pathOf(userCode))
        const result = decision === 'allow' ? 'done' : 'denied'
        return show({ kind: 'result', result: outcome.value.answered ? result : 'gone' })
      }
      if (view.kind !== 'loopback') return
      busy()
      const outcome = await client.call(answerLoopbackRequest, { body: { ...view.request, decision } })
      const again = `${cliSignInPaths.approval}?${new URLSearchParams(view.request).toString()}`
      if (!outcome.ok) return fail(outcome.problem, again)
      const { redirectUrl: url } = outcome.value
      show(
        isLoopbackRedirect(url.split('?')[0] ?? '') ? { kind: 'leaving', url } : { kind: 'result', result: 'failed' },
      )
    },
  }
}
