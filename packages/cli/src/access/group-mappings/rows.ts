import type { GroupRow, MappedGroup } from '@portico/core'

/** The groups of a mapping as rows of groups. */
export function groupRows(groups: readonly MappedGroup[]): GroupRow[] {
  return groups.map((group) => ({ ...group, source: 'seen' }))
}
