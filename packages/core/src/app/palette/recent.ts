import type { DeviceMemory } from '../../kit/http/port.ts'
import { matchRoute } from '../../kit/navigation/routes.ts'
import { foundGroups, paletteGroups, type PaletteEntry } from './entry.ts'
import { recentEntriesKey } from './forget.ts'

/** Entries remembered at most. */
export const recentEntriesMax = 6

/** What is remembered of an entry. `path` only of pages, so that objects are found again without a request. */
type Remembered = Pick<PaletteEntry, 'id' | 'group' | 'label' | 'detail'> & { readonly path?: string }

/** Remembers a chosen entry on this device, the latest first. `owner` is the person; another person's entries are dropped. */
export function rememberEntry(memory: DeviceMemory, owner: string, entry: PaletteEntry): void {
  const { id, group, label, detail, target } = entry
  if (target.kind === 'signOut' || target.kind === 'more') return
  const remembered: Remembered = {
    id,
    group,
    label,
    detail,
    ...(target.kind === 'page' ? { path: target.path } : {}),
  }
  const entries = [remembered, ...read(memory, owner).filter((one) => one.id !== id)].slice(0, recentEntriesMax)
  memory.set(recentEntriesKey, JSON.stringify({ owner, entries }))
}

/**
 * The entries chosen last. Those in `known` are taken from there, so that they have their present name; a page that is not known is
 * offered only to an administrator, whose objects are found on the server; the rest are left out.
 */
export function recentEntries(
  memory: DeviceMemory,
  owner: string,
  known: ReadonlyMap<string, PaletteEntry>,
  isAdmin: boolean,
): PaletteEntry[] {
  return read(memory, owner).flatMap((one): PaletteEntry[] => {
    const present = known.get(one.id)
    if (present !== undefined) return [present]
    const { path, ...rest } = one
    if (!isAdmin || !foundGroups.has(one.group) || path === undefined || matchRoute(path) === undefined) return []
    return [{ ...rest, target: { kind: 'page', path } }]
  })
}

function read(memory: DeviceMemory, owner: string): Remembered[] {
  try {
    const stored = JSON.parse(memory.get(recentEntriesKey) ?? '{}') as { owner?: unknown; entries?: unknown }
    if (stored.owner !== owner || !Array.isArray(stored.entries)) return []
    return stored.entries.filter(isRemembered).slice(0, recentEntriesMax)
  } catch {
    return []
  }
}

function isRemembered(value: unknown): value is Remembered {
  if (typeof value !== 'object' || value === null) return false
  const { id, group, label, detail, path } = value as Record<string, unknown>
  return (
    [id, label, detail].every((text) => typeof text === 'string') &&
    paletteGroups.some((one) => one === group) &&
    (path === undefined || typeof path === 'string')
  )
}
