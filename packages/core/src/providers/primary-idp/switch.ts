import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Group } from '../../people/groups/contract.ts'
import type { Problem } from '../../kit/http/problem.ts'
import { identityProviderList } from '../identity-providers/list.ts'
import type { LazyParts } from '../../kit/lazy-parts.ts'
import { listOf } from '../../kit/lists/list.ts'
import {
  getPrimaryIdp,
  putPrimaryIdp,
  rehearsePrimaryIdp,
  rejectPrimaryIdp,
  type PrimaryIdp,
  type SwitchRehearsal,
} from './contract.ts'
import { readGrace, showGrace } from './grace.ts'
import { graceSecsDefault } from './rules.ts'

export type SwitchState = {
  readonly status: 'loading' | 'failed' | 'ready'
  /** The primary provider, the pending switch and the grace windows. */
  readonly current: PrimaryIdp | undefined
  /** What is chosen here, before it is sent. */
  readonly idp: string | undefined
  readonly group: Group | undefined
  /** The grace window as typed: `2d`. */
  readonly grace: string
  readonly problems: { readonly group?: 'idpSwitch.groupRequired'; readonly grace?: 'idpSwitch.graceShape' }
  /** What the choice would change; shown with the question whether to go on. */
  readonly rehearsal: SwitchRehearsal | undefined
  readonly busy: 'rehearsing' | 'saving' | undefined
}

/** Choosing the next primary provider (spec section 4): a group, the rehearsal, the confirmation, and taking it back. */
export type PrimarySwitch = Pick<StoreApi<SwitchState>, 'getState' | 'getInitialState' | 'subscribe'> & {
  /** Reads the present state; what was chosen here stays. */
  open(): Promise<void>
  /** Begins a choice among the groups of this provider. */
  chooseProvider(idp: string | undefined): void
  chooseGroup(group: Group | undefined): void
  typeGrace(text: string): void
  /** The grace window in seconds; undefined: it is malformed or too long. */
  graceSecs(): number | undefined
  /** Reads what the choice would change. Nothing is sent while something is missing: `problems` names it. */
  rehearse(): Promise<boolean>
  /** Back from the rehearsal to the choice. */
  cancel(): void
  /** Sends what was rehearsed: the switch is pending then. */
  confirm(): Promise<boolean>
  reject(): Promise<boolean>
}

const nothingChosen = {
  idp: undefined,
  group: undefined,
  grace: showGrace(graceSecsDefault),
  problems: {},
  rehearsal: undefined,
} as const

/** `core.lazily(createPrimarySwitch)`. */
export function createPrimarySwitch({ client, feedback, say, lazily }: LazyParts): PrimarySwitch {
  const store = createStore<SwitchState>(() => ({
    status: 'loading',
    current: undefined,
    busy: undefined,
    ...nothingChosen,
  }))
  let etag: string | undefined

  async function open(): Promise<void> {
    const outcome = await client.call(getPrimaryIdp, {})
    if (outcome.ok) {
      etag = outcome.etag
      return store.setState({ status: 'ready', current: outcome.value })
    }
    if (store.getState().current === undefined) store.setState({ status: 'failed' })
    feedback.reportLoad(outcome.problem)
  }

  /** Another administrator may have been faster: the present state is shown beside the reason. */
  async function refused(problem: Problem): Promise<false> {
    store.setState({ busy: undefined, rehearsal: undefined })
    if (problem.kind === 'expected') await open()
    feedback.report(problem)
    return false
  }

  async function changed(said: 'idpSwitch.chosen' | 'idpSwitch.rejected'): Promise<true> {
    store.setState({ busy: undefined, ...nothingChosen })
    await open()
    // The list says of each provider whether a switch to it is pending.
    await listOf({ lazily }, identityProviderList).refreshQuietly()
    feedback.openSuccess(say(said))
    return true
  }

  const graceSecs = () => readGrace(store.getState().grace)

  return {
    ...store,
    open,
    graceSecs,
    chooseProvider: (idp) => store.setState({ ...nothingChosen, idp }),
    chooseGroup: (group) => store.setState({ group, rehearsal: undefined, problems: {} }),
    typeGrace: (grace) => store.setState(({ problems: { grace: _, ...problems } }) => ({ grace, problems })),
    async rehearse() {
      const { idp, group } = store.getState()
      const problems = {
        ...(group === undefined && { group: 'idpSwitch.groupRequired' as const }),
        ...(graceSecs() === undefined && { grace: 'idpSwitch.graceShape' as const }),
      }
      store.setState({ problems })
      if (idp === undefined || group === undefined || Object.keys(problems).length > 0) return false
      feedback.clear()
      store.setState({ busy: 'rehearsing' })
      const outcome = await client.call(rehearsePrimaryIdp, { query: { idp, group: group.id } })
      if (!outcome.ok) return refused(outcome.problem)
      const isSame = store.getState().group === group
      store.setState({ busy: undefined, ...(isSame && { rehearsal: outcome.value }) })
      return isSame
    },
    cancel: () => store.setState({ rehearsal: undefined }),
    async confirm() {
      const { rehearsal, busy } = store.getState()
      const grace = graceSecs()
      if (rehearsal === undefined || grace === undefined || busy !== undefined) return false
      feedback.clear()
      store.setState({ busy: 'saving' })
      const body = { idp: rehearsal.idp, group: rehearsal.group, graceSecs: grace }
      const outcome = await client.call(putPrimaryIdp, { body, ifMatch: etag })
      return outcome.ok ? changed('idpSwitch.chosen') : refused(outcome.problem)
    },
    async reject() {
      feedback.clear()
      store.setState({ busy: 'saving' })
      const outcome = await client.call(rejectPrimaryIdp, { ifMatch: etag })
      return outcome.ok ? changed('idpSwitch.rejected') : refused(outcome.problem)
    },
  }
}
