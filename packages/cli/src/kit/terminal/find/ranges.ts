import { folded } from '@portico/core'

/** Part of a text, in UTF-16 units; the end is exclusive. */
export type Range = { readonly start: number; readonly end: number }

/** All matches from left to right, without overlaps. Ignores case and accents. */
export function rangesOf(text: string, wanted: string): readonly Range[] {
  const needle = folded(wanted)
  if (needle.trim() === '') return []
  let haystack = ''
  /** Source index of each unit of the folded text. */
  const places: number[] = []
  let place = 0
  for (const character of text) {
    const plain = folded(character)
    for (let unit = 0; unit < plain.length; unit += 1) places.push(place)
    haystack += plain
    place += character.length
  }
  const ranges: Range[] = []
  for (let at = haystack.indexOf(needle); at !== -1; at = haystack.indexOf(needle, at + needle.length))
    ranges.push({ start: places[at] ?? 0, end: places[at + needle.length] ?? text.length })
  return ranges
}
