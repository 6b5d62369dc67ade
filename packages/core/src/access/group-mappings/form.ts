import { createStore, type StoreApi } from 'zustand/vanilla'

import type { MappedGroup, TenantGroups } from './contract.ts'
import { mappedGroupsOf } from './calls.ts'

/** `fetched` is what discard returns to, and what "changed" is compared with. */
export type MappingFormState = {
  readonly groups: readonly MappedGroup[]
  readonly fetched: { readonly groups: readonly MappedGroup[] }
}

export type MappingForm = StoreApi<MappingFormState> & {
  /** From here on these groups and no others. One that is named twice counts once. */
  replace(groups: readonly MappedGroup[]): void
  discard(): void
  saved(stored: TenantGroups): void
  /** A newer version, with what was added and removed here on top. */
  readAgain(stored: TenantGroups): void
  /** Applies what was added to and removed from the typed `fetched` to the current groups. */
  repeat(typed: MappingFormState): void
}

export function createMappingForm(): MappingForm {
  const store = createStore<MappingFormState>(() => ({ groups: [], fetched: { groups: [] } }))
  return {
    ...store,
    replace: (groups) => store.setState({ groups: byId(groups) }),
    discard: () => store.setState(({ fetched }) => ({ groups: fetched.groups })),
    saved(stored) {
      const groups = mappedGroupsOf(stored)
      store.setState({ groups, fetched: { groups } })
    },
    readAgain(stored) {
      const groups = mappedGroupsOf(stored)
      store.setState((mine) => ({ groups: merged(mine, groups), fetched: { groups } }))
    },
    repeat: (typed) => store.setState(({ groups }) => ({ groups: merged(typed, groups) })),
  }
}

/** What a save would change. */
export function mappingChangesOf({ groups, fetched }: MappingFormState): {
  readonly removed: readonly MappedGroup[]
  readonly added: readonly MappedGroup[]
} {
  return { removed: without(fetched.groups, groups), added: without(groups, fetched.groups) }
}

function merged(mine: MappingFormState, theirs: readonly MappedGroup[]): MappedGroup[] {
  const { removed, added } = mappingChangesOf(mine)
  return byId([...without(theirs, removed), ...added])
}

function without(groups: readonly MappedGroup[], others: readonly MappedGroup[]): MappedGroup[] {
  const ids = new Set(others.map(({ id }) => id))
  return groups.filter(({ id }) => !ids.has(id))
}

function byId(groups: readonly MappedGroup[]): MappedGroup[] {
  return [...new Map(groups.map((group) => [group.id, group])).values()]
}
