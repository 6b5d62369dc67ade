import type { TenantTransaction } from '../../../kit/database/tenant-scope.ts'
import { invalidRequest } from '../failure.ts'
import type { Filter } from '../filter.ts'
import type { Operation } from '../patch.ts'
import { memberTypes, type Attribute } from '../schemas.ts'
import { isObject, readValue, type ComplexValue } from '../values.ts'
import { addMembers, removeMembers, setMembers, type GroupPlace, type MemberChange } from './members.ts'

export function isAboutMembers({ target }: Operation): boolean {
  return target.path.attribute.name === 'members'
}

/**
 * Applies operations on members to their rows: a change of one member reads and writes one row, however large the group is.
 * Returns who is a member afterwards and was not before, and the other way round.
 */
export async function applyToMembers(
  tx: TenantTransaction,
  place: GroupPlace,
  operations: readonly Operation[],
): Promise<MemberChange> {
  const isMember = new Map<string, boolean>()
  const wasMember = new Map<string, boolean>()
  const note = (ids: readonly string[], now: boolean) => {
    for (const id of ids) {
      if (!wasMember.has(id)) wasMember.set(id, !now)
      isMember.set(id, now)
    }
  }
  for (const operation of operations) {
    const { added, removed } = await applied(tx, place, operation)
    note(removed, false)
    note(added, true)
  }
  const changed = [...isMember].filter(([id, now]) => wasMember.get(id) !== now)
  return {
    added: changed.flatMap(([id, now]) => (now ? [id] : [])),
    removed: changed.flatMap(([id, now]) => (now ? [] : [id])),
  }
}

async function applied(tx: TenantTransaction, place: GroupPlace, operation: Operation): Promise<MemberChange> {
  const { op, target, value } = operation
  const { attribute, sub } = target.path
  if (sub !== undefined) throw invalidRequest('mutability', 'A member can be added or removed, but not changed.')
  if (target.part !== undefined) {
    const named = new Set(idsOf(target.part))
    const ids = [...named]
    if (op === 'remove') return { added: [], removed: await removeMembers(tx, place, ids) }
    const given = memberIds(value, attribute)
    if (given.some((id) => !named.has(id)))
      throw invalidRequest('mutability', 'A member can be added or removed, but not changed.')
    return { added: await addMembers(tx, place, ids), removed: [] }
  }
  if (op === 'add') return { added: await addMembers(tx, place, memberIds(value, attribute)), removed: [] }
  if (op === 'replace') return setMembers(tx, place, memberIds(value, attribute))
  const named = value === undefined || value === null ? 'all' : memberIds(value, attribute)
  return { added: [], removed: await removeMembers(tx, place, named) }
}

/** The ids in a value of `members`, which is a list, one member or a plain text. Throws 400. */
export function memberIds(value: unknown, attribute: Attribute): string[] {
  const read = readValue(value, attribute)
  const list = read === undefined ? [] : Array.isArray(read) ? read : [read]
  return list.map((one) => {
    const id = isObject(one) ? (one as ComplexValue)['value'] : undefined
    if (typeof id !== 'string') throw invalidRequest('invalidValue', 'A member must have a value.')
    const kind = (one as ComplexValue)['type']
    if (typeof kind === 'string' && !memberTypes.some((type) => type.toLowerCase() === kind.toLowerCase()))
      throw invalidRequest(
        'invalidValue',
        `Members of a group must be of type ${memberTypes.join(' or ')}, not ${kind.slice(0, 100)}.`,
      )
    return id
  })
}

/** The members that a filter in brackets names: `value eq "…"`, or several of them with `or`. */
function idsOf(part: Filter<Attribute>): string[] {
  if (part.op === 'or') return part.parts.flatMap(idsOf)
  if (part.op === 'eq' && part.path.name === 'value' && typeof part.value === 'string') return [part.value]
  throw invalidRequest('invalidFilter', 'Members can only be selected by value, with eq.')
}
