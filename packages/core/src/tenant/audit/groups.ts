import type { AuditRow } from './contract.ts'

/** Fewer entries than this are shown one by one. */
export const groupedFrom = 3
/** Maximum time between two neighbouring entries of a group. */
const gapMaxMs = 5 * 60_000

/** Neighbouring entries of a list, in its order: a single one, or several of one action by one actor, such as an import of 42 applications. */
export type AuditGroup = readonly [AuditRow, ...AuditRow[]]

export function auditGroups(rows: readonly AuditRow[]): readonly AuditGroup[] {
  const groups: [AuditRow, ...AuditRow[]][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last !== undefined && isMore(row, last.at(-1) ?? last[0])) last.push(row)
    else groups.push([row])
  }
  return groups.flatMap((group) => (group.length < groupedFrom ? group.map((row): AuditGroup => [row]) : [group]))
}

function isMore(one: AuditRow, other: AuditRow): boolean {
  const gapMs = Math.abs(Date.parse(one.at) - Date.parse(other.at))
  const isSameActor = one.actor.kind === other.actor.kind && one.actor.id === other.actor.id
  return one.action === other.action && isSameActor && one.actor.name === other.actor.name && gapMs <= gapMaxMs
}
