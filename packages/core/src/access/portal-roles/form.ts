import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Group } from '../../people/groups/contract.ts'
import { shellFlag, shellQuoted } from '../../kit/nouns/shell-text.ts'
import type { BodyOf } from '../../kit/http/endpoint.ts'
import type { PortalRoleGroups, setPortalRoleGroups } from './contract.ts'

export type RoleGroupsFormState = {
  readonly groups: readonly Group[]
  /** What discard returns to, and what "changed" is compared with. */
  readonly fetched: PortalRoleGroups
}

export type RoleGroupsForm = StoreApi<RoleGroupsFormState> & {
  /** The groups that are to hold the role. One that is named twice holds it once. */
  replace(groups: readonly Group[]): void
  discard(): void
  saved(stored: PortalRoleGroups): void
  /**
   * A newer version, with what was added and removed here on top. After a switch of the primary provider nothing is left
   * on top: the groups chosen here are of the earlier one.
   */
  readAgain(stored: PortalRoleGroups): void
  /** Applies what was added to and removed from `fetched` to the current groups; false: they are of another provider. */
  repeat(typed: RoleGroupsFormState): boolean
}

export function createRoleGroupsForm(): RoleGroupsForm {
  const fetched: PortalRoleGroups = { idp: null, idpName: null, groups: [] }
  const store = createStore<RoleGroupsFormState>(() => ({ groups: [], fetched }))
  return {
    ...store,
    replace: (groups) => store.setState({ groups: byId(groups) }),
    discard: () => store.setState(({ fetched: before }) => ({ groups: before.groups })),
    saved: (stored) => store.setState({ groups: stored.groups, fetched: stored }),
    readAgain: (stored) => store.setState((mine) => ({ groups: merged(mine, stored), fetched: stored })),
    repeat(typed) {
      const { groups, fetched: now } = store.getState()
      if (typed.fetched.idp !== now.idp) return false
      store.setState({ groups: merged(typed, { ...now, groups: [...groups] }) })
      return true
    },
  }
}

/** Spec section 3: "Saves send group ids only". */
export function roleGroupsInput({ groups, fetched }: RoleGroupsFormState): BodyOf<typeof setPortalRoleGroups> {
  return { idp: fetched.idp, groups: groups.map(({ id }) => id) }
}

/** What a save would change. */
export function roleGroupChangesOf(state: RoleGroupsFormState): {
  readonly removed: readonly Group[]
  readonly added: readonly Group[]
} {
  const { groups, fetched } = state
  return { removed: without(fetched.groups, groups), added: without(groups, fetched.groups) }
}

/** The same as a command for a POSIX shell. `role`: the id of the role. */
export function roleGroupsCommandOf({ groups }: RoleGroupsFormState, role: string): string {
  const flags = groups.map(({ name }) => shellFlag('group', name))
  return ['portico portal-role set', shellQuoted(role), ...flags].join(' ')
}

function merged(mine: RoleGroupsFormState, theirs: PortalRoleGroups): Group[] {
  if (mine.fetched.idp !== theirs.idp) return theirs.groups
  const { removed, added } = roleGroupChangesOf(mine)
  return byId([...without(theirs.groups, removed), ...added])
}

function without(groups: readonly Group[], others: readonly Group[]): Group[] {
  return groups.filter((group) => !others.some(({ id }) => id === group.id))
}

function byId(groups: readonly Group[]): Group[] {
  return [...new Map(groups.map((group) => [group.id, group])).values()]
}
