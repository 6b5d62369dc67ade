import type { MappedGroup, Mapping } from './contract.ts'

/** What one mapping lacks of the other, and has more. */
export type MappingDifference = {
  readonly from: Mapping
  readonly to: Mapping
  /** Groups that only `from` has. */
  readonly added: readonly MappedGroup[]
  /** Groups that only `to` has. */
  readonly removed: readonly MappedGroup[]
}

/** The mappings of two environments of a tenant, each role and application compared with its counterpart. */
export type MappingComparison = {
  readonly different: readonly MappingDifference[]
  /** Mapped in the first environment, while the second one does not have the role or application. */
  readonly onlyFrom: readonly Mapping[]
  /** Mapped only in the second environment. */
  readonly onlyTo: readonly Mapping[]
  /** Counterparts that have the same groups, as they are in the first environment. */
  readonly same: readonly Mapping[]
  readonly sameCount: number
}

/**
 * Roles of applications are counterparts by application and word, because each environment has its roles; custom roles and
 * applications are the same objects in all environments, and so are groups. Roles of the portal belong to no environment.
 */
export function compareMappings(from: readonly Mapping[], to: readonly Mapping[]): MappingComparison {
  const counterparts = new Map(inEnvironment(to).map((row) => [counterpartKey(row), row]))
  const different: MappingDifference[] = []
  const onlyFrom: Mapping[] = []
  const same: Mapping[] = []
  for (const row of inEnvironment(from)) {
    const key = counterpartKey(row)
    const other = counterparts.get(key)
    counterparts.delete(key)
    if (other === undefined) {
      if (row.groups.length > 0) onlyFrom.push(row)
      continue
    }
    const [added, removed] = [without(row.groups, other.groups), without(other.groups, row.groups)]
    if (added.length + removed.length === 0) same.push(row)
    else different.push({ from: row, to: other, added, removed })
  }
  const onlyTo = [...counterparts.values()].filter(({ groups }) => groups.length > 0)
  return { different, onlyFrom, onlyTo, same, sameCount: same.length }
}

/** A mapping in both environments, side by side. */
export type ComparedRow = {
  readonly id: string
  readonly mapping: Mapping
  readonly state: 'different' | 'only-from' | 'only-to' | 'same'
  /** undefined: this environment does not have the role or application, or does not map it. */
  readonly inFrom: readonly MappedGroup[] | undefined
  readonly inTo: readonly MappedGroup[] | undefined
  /** Groups that only the first environment has, and only the second one. */
  readonly added: readonly MappedGroup[]
  readonly removed: readonly MappedGroup[]
}

/** Differences first, then what only one environment has, then what is the same. */
export function comparedRows({ different, onlyFrom, onlyTo, same }: MappingComparison): ComparedRow[] {
  const none = { added: [], removed: [] }
  return [
    ...different.map(({ from, to, added, removed }) => ({
      id: from.id,
      mapping: from,
      state: 'different' as const,
      inFrom: from.groups,
      inTo: to.groups,
      added,
      removed,
    })),
    ...onlyFrom.map((mapping) => ({
      id: mapping.id,
      mapping,
      state: 'only-from' as const,
      inFrom: mapping.groups,
      inTo: undefined,
      added: mapping.groups,
      removed: [],
    })),
    ...onlyTo.map((mapping) => ({
      id: mapping.id,
      mapping,
      state: 'only-to' as const,
      inFrom: undefined,
      inTo: mapping.groups,
      added: [],
      removed: mapping.groups,
    })),
    ...same.map((mapping) => ({
      id: mapping.id,
      mapping,
      state: 'same' as const,
      inFrom: mapping.groups,
      inTo: mapping.groups,
      ...none,
    })),
  ]
}

/** Whether the second environment has the same mappings, as far as both have the roles and applications. */
export function isSame({ different, onlyFrom, onlyTo }: MappingComparison): boolean {
  return different.length + onlyFrom.length + onlyTo.length === 0
}

function inEnvironment(rows: readonly Mapping[]): readonly Mapping[] {
  return rows.filter(({ kind }) => kind !== 'portal-role')
}

function counterpartKey({ kind, appId = '', roleId = '', role }: Mapping): string {
  return JSON.stringify([kind, appId, kind === 'application-role' ? role : kind === 'tenant-role' ? roleId : ''])
}

function without(groups: readonly MappedGroup[], others: readonly MappedGroup[]): MappedGroup[] {
  const ids = new Set(others.map(({ id }) => id))
  return groups.filter(({ id }) => !ids.has(id))
}
