import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Outcome } from '../../kit/http/client.ts'
import type { Problem } from '../../kit/http/problem.ts'
import type { LazyParts } from '../../kit/lazy-parts.ts'
import { listOf } from '../../kit/lists/list.ts'
import { formatKinds } from './format-text.ts'
import { pendingConfirmation, type PendingConfirmation } from './confirmation.ts'
import { getIdentityProvider, type IdentityProvider } from './contract.ts'
import { draftChangesOf } from './draft-changes.ts'
import type { ProviderChange } from './changes.ts'
import { keepIdentityProvider, revertIdentityProvider } from './draft-contract.ts'
import { isKeptWithoutTest } from './kept-without-test.ts'
import { identityProviderList } from './list.ts'
import { getTestLogin, startTestLogin, type TestLogin } from './test-contract.ts'

export type ProviderDraftState = {
  /** The working copy with its draft and what is in effect; undefined until it is read. */
  readonly provider: IdentityProvider | undefined
  readonly etag: string | undefined
  /** The last test login that was started here. */
  readonly test: StartedTest | undefined
  /** Whether a test login asks the provider to check the credentials again; off for providers that then ask in a loop. */
  readonly isFresh: boolean
  /** The check box of spec section 4. A change of the draft clears it. */
  readonly isConfirmed: boolean
  /** Seconds after which a change that was kept reverts by itself. undefined: it stays. */
  readonly confirmWithinSecs: number | undefined
  readonly busy: 'starting' | 'keeping' | 'reverting' | undefined
}

export type StartedTest = {
  readonly id: string
  /** Works once, in any browser. */
  readonly url: string
  /** undefined until it is read for the first time. */
  readonly login: TestLogin | undefined
}

/** `outdated`: the configuration was changed after the test login. */
export type TestStage = 'none' | 'waiting' | 'running' | 'passed' | 'failed' | 'expired' | 'outdated'

/** The draft of one provider: tested by a real login, then kept or reverted (spec section 4). Every face draws this. */
export type ProviderDraft = Pick<StoreApi<ProviderDraftState>, 'getState' | 'getInitialState' | 'subscribe'> & {
  /** Takes over the working copy that was read or saved elsewhere. */
  take(provider: IdentityProvider, etag: string | undefined): void
  /** Reads the working copy; false: a failure was reported. */
  read(): Promise<boolean>
  stage(): TestStage
  /** What Keep Changes would change for sign-ins. */
  changes(): readonly ProviderChange[]
  /** Why there is nothing to test; undefined if a test login can be started. */
  testRefusal(): string | undefined
  chooseFresh(isFresh: boolean): void
  /** Starts a test login of what is saved. Returns the address to open; undefined: refused, or a failure was reported. */
  start(): Promise<string | undefined>
  /** Shows a test login that was started before this page was loaded, if it is over. */
  resume(testId: string): Promise<void>
  /** Reads the test login in progress; a face calls it every second while it shows one. */
  tick(): Promise<void>
  /** The check box can be ticked only once exactly this draft has passed a test login, or needs none. */
  canConfirm(): boolean
  confirm(isConfirmed: boolean): void
  /** Why Keep Changes is disabled. */
  keepRefusal(): string | undefined
  /** Not for a provider that was never kept: there is nothing to go back to. */
  chooseTime(confirmWithinSecs: number | undefined): void
  keep(): Promise<boolean>
  /** 'removed': the provider was never kept. undefined: a failure was reported. */
  revert(): Promise<'reverted' | 'removed' | undefined>
  /** Takes a change back that waits for a confirmation; false: a failure was reported. */
  revertNow(): Promise<boolean>
  /** What waits for a confirmation, at this moment. */
  pending(): PendingConfirmation | undefined
  /** Reads whether it was confirmed or has reverted; a face that shows it calls this every few seconds. */
  watch(): Promise<void>
}

/** The draft of the provider with this id: one for every screen that shows it. */
export function providerDraftOf({ lazily }: Pick<LazyParts, 'lazily'>, id: string): ProviderDraft {
  return lazily((parts) => createProviderDraft(parts, id), `provider draft ${id}`)
}

/** `readProvider`: another call than that of administration. */
export function createProviderDraft(
  { client, clock, feedback, say, lazily }: LazyParts,
  id: string,
  readProvider: () => Promise<Outcome<IdentityProvider>> = () => client.call(getIdentityProvider, { params: { id } }),
): ProviderDraft {
  const nothing: ProviderDraftState = {
    provider: undefined,
    etag: undefined,
    test: undefined,
    isFresh: true,
    isConfirmed: false,
    confirmWithinSecs: undefined,
    busy: undefined,
  }
  const store = createStore<ProviderDraftState>(() => nothing)
  const list = () => listOf({ lazily }, identityProviderList)
  let isPolling = false

  function take(provider: IdentityProvider, etag: string | undefined): void {
    const before = store.getState()
    store.setState({ provider, etag, ...(before.etag === etag ? {} : { isConfirmed: false }) })
    // A saved change may have made the last test outdated.
    if (before.etag !== etag && before.test !== undefined) void poll(before.test)
  }

  async function read(): Promise<boolean> {
    const outcome = await readProvider()
    if (outcome.ok) take(outcome.value, outcome.etag)
    else feedback.reportLoad(outcome.problem, 'form')
    return outcome.ok
  }

  async function poll({ id: testId }: StartedTest): Promise<void> {
    const outcome = await client.call(getTestLogin, { params: { id, testId }, background: true })
    const { test } = store.getState()
    if (test?.id !== testId) return
    if (outcome.ok) {
      const wasOver = test.login !== undefined && isOver(test.login)
      store.setState({ test: { ...test, login: outcome.value } })
      // The passed test is what makes the draft proven.
      if (outcome.value.state === 'passed' && !wasOver) await read()
    } else if (outcome.problem.kind === 'session-ended') feedback.report(outcome.problem)
  }

  function stage(): TestStage {
    const { test } = store.getState()
    if (test === undefined) return 'none'
    if (test.login === undefined) return 'waiting'
    const { state, current } = test.login
    return current ? state : 'outdated'
  }

  function testRefusal(): string | undefined {
    const { provider, busy } = store.getState()
    if (provider === undefined || busy !== undefined) return say('banner.loading')
    return formatKinds.some((kind) => provider[kind].length > 0) ? undefined : say('formats.needed')
  }

  const canConfirm = () => store.getState().provider?.draft?.proven === true

  function keepRefusal(): string | undefined {
    const { provider, isConfirmed, busy } = store.getState()
    if (provider === undefined || busy !== undefined) return say('banner.loading')
    if (provider.draft === null) return say('IDP_NO_DRAFT')
    if (!canConfirm()) return say(stage() === 'none' ? 'draft.testFirst' : 'IDP_NOT_TESTED')
    if (isConfirmed) return undefined
    return say(isKeptWithoutTest(provider) ? 'draft.confirmUntested' : 'CONFIRMATION_REQUIRED')
  }

  async function alone<T>(busy: NonNullable<ProviderDraftState['busy']>, work: () => Promise<T>): Promise<T> {
    feedback.clear()
    store.setState({ busy })
    return work().finally(() => store.setState({ busy: undefined }))
  }

  /** If another administrator changed it meanwhile, that version is shown, and nothing is confirmed. */
  async function failed(problem: Problem): Promise<void> {
    feedback.report(problem)
    if (problem.kind === 'expected' && (problem.status === 412 || problem.status === 409)) await read()
  }

  return {
    ...store,
    take,
    read,
    stage,
    changes() {
      const { provider } = store.getState()
      return provider === undefined ? [] : draftChangesOf(provider, say)
    },
    testRefusal,
    chooseFresh: (isFresh) => store.setState({ isFresh }),
    async start() {
      if (testRefusal() !== undefined) return undefined
      return alone('starting', async () => {
        const query = store.getState().isFresh ? {} : ({ fresh: 'false' } as const)
        const outcome = await client.call(startTestLogin, { params: { id }, query })
        if (!outcome.ok) {
          await failed(outcome.problem)
          return undefined
        }
        const { id: testId, url } = outcome.value
        store.setState({ test: { id: testId, url, login: undefined }, isConfirmed: false })
        return url
      })
    },
    async resume(testId) {
      if (store.getState().test !== undefined) return
      const outcome = await client.call(getTestLogin, { params: { id, testId }, background: true })
      if (!outcome.ok || !isOver(outcome.value) || store.getState().test !== undefined) return
      store.setState({ test: { id: testId, url: '', login: outcome.value } })
    },
    async tick() {
      const { test } = store.getState()
      if (isPolling || test === undefined || (test.login !== undefined && isOver(test.login))) return
      isPolling = true
      await poll(test).finally(() => (isPolling = false))
    },
    canConfirm,
    confirm(isConfirmed) {
      if (canConfirm() || !isConfirmed) store.setState({ isConfirmed })
    },
    keepRefusal,
    chooseTime: (confirmWithinSecs) => store.setState({ confirmWithinSecs }),
    async keep() {
      if (keepRefusal() !== undefined) return false
      const { etag: ifMatch, confirmWithinSecs } = store.getState()
      return alone('keeping', async () => {
        const outcome = await client.call(keepIdentityProvider, {
          params: { id },
          body: { confirmed: true, ...(confirmWithinSecs !== undefined && { confirmWithinSecs }) },
          ifMatch,
        })
        if (!outcome.ok) {
          await failed(outcome.problem)
          return false
        }
        store.setState({ test: undefined, confirmWithinSecs: undefined })
        take(outcome.value, outcome.etag)
        list().replace(outcome.value)
        feedback.openSuccess(say('draft.kept'))
        return true
      })
    },
    async revert() {
      const { etag: ifMatch, provider, busy } = store.getState()
      if (provider?.draft == null || busy !== undefined) return undefined
      return alone('reverting', async () => {
        const outcome = await client.call(revertIdentityProvider, { params: { id }, ifMatch })
        if (!outcome.ok) {
          await failed(outcome.problem)
          return undefined
        }
        const { idp } = outcome.value
        if (idp === null) {
          store.setState(nothing)
          list().remove(id)
          feedback.openSuccess(say('draft.removed'))
          return 'removed'
        }
        store.setState({ test: undefined })
        take(idp, outcome.etag)
        list().replace(idp)
        feedback.openSuccess(say('draft.reverted'))
        return 'reverted'
      })
    },
    async revertNow() {
      const { etag: ifMatch, busy } = store.getState()
      if (busy !== undefined) return false
      return alone('reverting', async () => {
        const query = { change: 'unconfirmed' } as const
        const outcome = await client.call(revertIdentityProvider, { params: { id }, query, ifMatch })
        if (!outcome.ok || outcome.value.idp === null) {
          if (!outcome.ok) await failed(outcome.problem)
          return false
        }
        take(outcome.value.idp, outcome.etag)
        list().replace(outcome.value.idp)
        feedback.openSuccess(say('draft.revertedNow'))
        return true
      })
    },
    pending() {
      const { provider } = store.getState()
      return provider && pendingConfirmation(provider, clock.now(), say)
    },
    async watch() {
      const shown = store.getState().provider?.live?.unconfirmed
      if (shown == null || isPolling) return
      isPolling = true
      const call = client.call(getIdentityProvider, { params: { id }, background: true })
      const outcome = await call.finally(() => (isPolling = false))
      if (!outcome.ok || outcome.value.live?.unconfirmed?.revertsAt === shown.revertsAt) return
      take(outcome.value, outcome.etag)
      list().replace(outcome.value)
    },
  }
}

function isOver({ state }: TestLogin): boolean {
  return state !== 'waiting' && state !== 'running'
}
