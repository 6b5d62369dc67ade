/** The content of a group claim: the group names, and how many entries have no name. */
export type GroupClaim = { readonly names: readonly string[]; readonly unreadable: number }

/**
 * Reads a group claim in the shapes that providers send: a text; a list of texts, numbers or objects with a name; an object whose
 * keys are the groups, as ZITADEL's roles; one object around a list, as Keycloak's `realm_access`. A missing claim or null means no groups.
 */
export function readGroupClaim(value: unknown): GroupClaim {
  if (value === undefined || value === null || value === '') return { names: [], unreadable: 0 }
  if (Array.isArray(value)) return together(value.map(readEntry))
  if (typeof value === 'object') return readObject(value as Entries)
  return readEntry(value)
}

type Entries = Readonly<Record<string, unknown>>

function readEntry(value: unknown): GroupClaim {
  if (typeof value === 'string') return { names: value === '' ? [] : [value], unreadable: 0 }
  if (typeof value === 'number' && Number.isSafeInteger(value)) return { names: [String(value)], unreadable: 0 }
  if (typeof value !== 'object' || value === null) return { names: [], unreadable: 1 }
  if (Array.isArray(value)) return together(value.map(readEntry))
  const name = nameMembers.map((member) => ownText(value as Entries, member)).find((one) => one !== undefined)
  return name === undefined ? readMap(value as Entries) : { names: [name], unreadable: 0 }
}

/** The members that name a group, the first of them first: SCIM's groups have `display` and `value` (RFC 7643 section 4.1.2). */
const nameMembers = ['name', 'displayName', 'display_name', 'display', 'value', 'id'] as const

/** Members that contain the whole list if they are the only member of an object. */
const listMembers: readonly string[] = ['groups', 'roles', 'values', 'members']

function readObject(value: Entries): GroupClaim {
  const [[member, inner] = [], ...others] = Object.entries(value)
  const isAround = member !== undefined && others.length === 0 && listMembers.includes(member) && Array.isArray(inner)
  return isAround ? readGroupClaim(inner) : readMap(value)
}

/** A key with a false value (`false`, null, 0, an empty text) is not a group of the person. */
function readMap(value: Entries): GroupClaim {
  const names = Object.keys(value).filter((name) => Boolean(value[name]) && value[name] !== 'false')
  return { names, unreadable: 0 }
}

function ownText(value: Entries, member: string): string | undefined {
  const text = Object.hasOwn(value, member) ? value[member] : undefined
  return typeof text === 'string' && text !== '' ? text : undefined
}

function together(all: readonly GroupClaim[]): GroupClaim {
  return {
    names: all.flatMap(({ names }) => names),
    unreadable: all.reduce((sum, { unreadable }) => sum + unreadable, 0),
  }
}
