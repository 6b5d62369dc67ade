import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Outcome } from '../../kit/http/client.ts'
import type { IdentityProvider, OurMetadata } from '../../providers/identity-providers/contract.ts'
import { metadataTypeOf } from '../../providers/identity-providers/store.ts'
import type { IdentityProviderInput } from '../../providers/identity-providers/rules.ts'
import type { LazyParts } from '../../kit/lazy-parts.ts'
import type { UsernameFormats } from '../../providers/username-formats/rules.ts'
import {
  completeSetup,
  getSetup,
  getSetupFormats,
  getSetupMetadata,
  listSetupGroups,
  saveSetup,
  saveSetupFormats,
  type Setup,
} from './contract.ts'
import { reachOf, type SetupStep } from './rules.ts'

export type SetupState = {
  /** `ended`: this browser has no setup session; the setup URL begins one. */
  readonly status: 'loading' | 'ready' | 'ended' | 'failed'
  readonly setup: Setup | undefined
  readonly etag: string | undefined
  readonly isBusy: boolean
  /** Groups of the test login; undefined until they are read. */
  readonly groups: { readonly username: string | null; readonly groups: readonly SetupGroup[] } | undefined
  readonly finished: { readonly group: string; readonly signInUrl: string } | undefined
}
export type SetupGroup = { readonly claim: string; readonly name: string }
export type SetupChoice = Pick<Setup, 'type' | 'product'>

/** The first-time setup: where it is, its choices, and its calls for the editors of its provider. */
export type SetupStore = Pick<StoreApi<SetupState>, 'getState' | 'getInitialState' | 'subscribe'> & {
  open(): Promise<void>
  /** Saves the choice and goes to the configuration; false: a failure was reported. */
  choose(choice: SetupChoice): Promise<boolean>
  /** Whether the choice discards the provider that is configured. */
  discards(choice: SetupChoice): boolean
  /** Remembers the step on the server. */
  goTo(step: SetupStep): Promise<boolean>
  /** The last step that can be shown now. */
  reach(): SetupStep
  ourMetadata(): Promise<OurMetadata | undefined>
  readGroups(): Promise<void>
  assign(group: SetupGroup | undefined): Promise<boolean>
  readonly providerCalls: {
    read(): Promise<Outcome<IdentityProvider>>
    save(body: IdentityProviderInput, etag: string | undefined): Promise<Outcome<IdentityProvider>>
  }
  readonly formatCalls: {
    read(): Promise<Outcome<UsernameFormats>>
    save(body: UsernameFormats, etag: string | undefined): Promise<Outcome<UsernameFormats>>
  }
}

/** `core.lazily(createSetup)`. */
export function createSetup({ client, feedback, say }: LazyParts): SetupStore {
  const store = createStore<SetupState>(() => ({
    status: 'loading',
    setup: undefined,
    etag: undefined,
    isBusy: false,
    groups: undefined,
    finished: undefined,
  }))

  function take(outcome: Outcome<Setup>): Outcome<Setup> {
    if (outcome.ok) store.setState({ status: 'ready', setup: outcome.value, etag: outcome.etag })
    return outcome
  }

  async function open(): Promise<void> {
    const outcome = take(await client.call(getSetup))
    if (outcome.ok) return
    const { problem } = outcome
    const isOther = problem.kind === 'expected' && problem.status === 403
    if (problem.kind === 'session-ended' || isOther) return store.setState({ status: 'ended' })
    feedback.report(problem)
    store.setState({ status: 'failed' })
  }

  async function save(body: { step: SetupStep } & SetupChoice): Promise<boolean> {
    feedback.clear()
    store.setState({ isBusy: true })
    const outcome = take(await client.call(saveSetup, { body }))
    store.setState({ isBusy: false })
    if (!outcome.ok) feedback.report(outcome.problem)
    return outcome.ok
  }

  const chosen = (): SetupChoice => {
    const { type = null, product = null } = store.getState().setup ?? {}
    return { type, product }
  }

  const provider = (outcome: Outcome<Setup>): Outcome<IdentityProvider> => {
    if (!outcome.ok) return outcome
    const { provider: value } = outcome.value
    if (value !== null) return { ok: true, value, etag: outcome.etag }
    const errorMessage = say('SETUP_NOT_REACHED')
    return {
      ok: false,
      problem: { kind: 'expected', status: 404, code: 'SETUP_NOT_REACHED', errorMessage, details: [] },
    }
  }

  return {
    ...store,
    open,
    choose: (choice) => save({ step: 2, ...choice }),
    discards: ({ type }) => store.getState().setup?.provider != null && type !== chosen().type,
    goTo: (step) => save({ step, ...chosen() }),
    reach: () => reachOf(store.getState().setup ?? { type: null, provider: null }),
    async ourMetadata() {
      const { type } = chosen()
      if (type === null) return undefined
      const outcome = await client.call(getSetupMetadata, { params: { type: metadataTypeOf({ type }) } })
      if (outcome.ok) return outcome.value
      feedback.report(outcome.problem)
      return undefined
    },
    async readGroups() {
      const outcome = await client.call(listSetupGroups)
      if (outcome.ok) store.setState({ groups: outcome.value })
      else feedback.report(outcome.problem)
    },
    async assign(group) {
      if (store.getState().isBusy || group === undefined) return false
      feedback.clear()
      store.setState({ isBusy: true })
      const outcome = await client.call(completeSetup, { body: { group: group.claim } })
      store.setState({ isBusy: false })
      if (outcome.ok) store.setState({ finished: { group: group.name, signInUrl: outcome.value.signInUrl } })
      else feedback.report(outcome.problem)
      return outcome.ok
    },
    providerCalls: {
      read: async () => provider(take(await client.call(getSetup))),
      async save(values, etag) {
        const body = { step: 3 as const, ...chosen(), values }
        return provider(take(await client.call(saveSetup, { body, ifMatch: etag })))
      },
    },
    formatCalls: {
      read: () => client.call(getSetupFormats),
      async save(body, etag) {
        const outcome = await client.call(saveSetupFormats, { body, ifMatch: etag })
        if (outcome.ok) await open()
        return outcome
      },
    },
  }
}
