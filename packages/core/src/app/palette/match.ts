import { folded } from '../../kit/lists/order.ts'
import { searchWords } from '../../kit/lists/search.ts'
import { paletteGroups, type PaletteEntry, type PaletteGroup, type PaletteSection } from './entry.ts'

/** Entries of a group at first; each `more` adds {@link moreEntries}. */
export const shownMax = 7
export const moreEntries = 50

/** An entry with its folded texts, computed once for all key presses. */
export type Matchable = { readonly entry: PaletteEntry; readonly label: string; readonly haystack: string }

export function matchable(entry: PaletteEntry): Matchable {
  const { label, detail, urn = '' } = entry
  return { entry, label: folded(label), haystack: folded(`${label} ${detail} ${urn}`) }
}

/**
 * The entries that contain every word, best first: the whole label, then its beginning, the beginning of a word in it, any
 * other match. Among equals, those used recently come first, then the given order.
 */
export function matches(entries: readonly Matchable[], text: string, recentIds: readonly string[]): Ranked[] {
  const words = searchWords(text)
  const whole = words.join(' ')
  const recency = new Map(recentIds.map((id, at) => [id, at]))
  const recent = ({ entry }: Ranked) => recency.get(entry.id) ?? recentIds.length
  return entries
    .filter(({ haystack }) => words.every((word) => haystack.includes(word)))
    .map((one): Ranked => ({ ...one, rank: rankOf(one.label, whole, words[0] ?? '') }))
    .toSorted((a, b) => a.rank - b.rank || recent(a) - recent(b))
}

export type Ranked = Matchable & { readonly rank: number }

function rankOf(label: string, whole: string, first: string): number {
  if (label === whole) return 0
  if (label.startsWith(whole)) return 1
  return label.startsWith(first) || label.includes(` ${first}`) ? 2 : 3
}

/** Groups what matches. Groups with the better match come first; without a text, and among equals, the fixed order holds. */
export function sectionsOf(ranked: readonly Ranked[], options: SectionOptions): PaletteSection[] {
  const groups = new Map<PaletteGroup, Ranked[]>()
  for (const one of ranked) groups.set(one.entry.group, [...(groups.get(one.entry.group) ?? []), one])
  const order = ([group, [best]]: [PaletteGroup, Ranked[]]) =>
    (options.late.has(group) ? 100 : (best?.rank ?? 0) * 10) + paletteGroups.indexOf(group) / 100
  return [...groups].toSorted((a, b) => order(a) - order(b)).map(([group, rows]) => bounded(group, rows, options))
}

export type SectionOptions = {
  /** Groups whose entries arrive later: they are shown below the others. */
  readonly late: ReadonlySet<PaletteGroup>
  /** Entries of a group to show, where it is not {@link shownMax}. */
  readonly most: ReadonlyMap<PaletteGroup, number>
  /** Groups of which the server has more. */
  readonly hasMore: ReadonlySet<PaletteGroup>
  readonly moreLabel: string
}

function bounded(group: PaletteGroup, rows: readonly Ranked[], options: SectionOptions): PaletteSection {
  const most = options.most.get(group) ?? shownMax
  const shown = rows.slice(0, most).map(({ entry }) => entry)
  const isCut = rows.length > most || options.hasMore.has(group)
  return { group, entries: isCut ? [...shown, moreOf(group, options.moreLabel)] : shown }
}

function moreOf(group: PaletteGroup, label: string): PaletteEntry {
  return { id: `more ${group}`, group, label, detail: '', target: { kind: 'more', of: group } }
}
