import { folded } from '@portico/core'

/** Part of a text, in UTF-16 units; the end is not in it. */
export type Range = { readonly start: number; readonly end: number }

/** Every place of what is looked for, from the left, none over another. Case and accents do not count. */
export function rangesOf(text: string, wanted: string): readonly Range[] {
  const needle = folded(wanted)
  if (needle.trim() === '') return []
  let haystack = ''
  /** Where each unit of the folded text comes from. */
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
