import { samePlace, type Place } from './place.ts'

/** Places visited, like a browser history; `at` is the current index. */
export type History = { readonly places: readonly Place[]; readonly at: number; readonly before: number | undefined }

export function startHistory(place: Place): History {
  return { places: [place], at: 0, before: undefined }
}

/** Appends a place and drops the forward entries; `replace` replaces the current one. */
export function visit(history: History, place: Place, replace = false): History {
  const { places, at } = history
  const present = places[at]
  if (present !== undefined && samePlace(present, place)) return history
  const previous = places[at - 1]
  if (replace && previous !== undefined && samePlace(previous, place))
    return { places: places.slice(0, at), at: at - 1, before: undefined }
  const kept = places.slice(0, replace ? at : at + 1)
  return { places: [...kept, place], at: kept.length, before: replace ? history.before : at }
}

/** One step back (-1) or forward (1); undefined at the end. */
export function step(history: History, by: -1 | 1): History | undefined {
  const at = history.at + by
  return history.places[at] === undefined ? undefined : { ...history, at, before: history.at }
}

/** Back to the previously visited place in either direction: `-` as in `cd -`. */
export function swap(history: History): History | undefined {
  const { before, at, places } = history
  return before === undefined || before === at || places[before] === undefined
    ? undefined
    : { places, at: before, before: at }
}
