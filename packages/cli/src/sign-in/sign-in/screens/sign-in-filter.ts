import type { ListState, SignInFilter, SignInSummary, Words } from '@portico/core'

import { neutralise } from '../../../kit/io/neutralise.ts'

/** The outcomes that one key cycles through. */
const outcomes = [undefined, 'failed', 'signed-in', 'open'] as const

/** The same filter with the next outcome. */
export function nextFilter(filter: SignInFilter): SignInFilter {
  const at = outcomes.indexOf(filter.outcome)
  return { ...filter, outcome: outcomes[(at + 1) % outcomes.length] }
}

export function outcomeText({ outcome }: SignInFilter, words: Words): string {
  return words.say(outcome === undefined ? 'signIns.all' : `signIns.${outcome}`)
}

export function isFiltered({ search, outcome, idp }: SignInFilter): boolean {
  return [search, outcome, idp].some((one) => one !== undefined)
}

/** The filter as text, for the title of the list. */
export function filterTexts(
  { filter, held }: Pick<ListState<SignInSummary, SignInFilter>, 'filter' | 'held'>,
  words: Words,
): readonly string[] {
  const { outcome, search, idp } = filter
  const provider = held?.find((row) => row.provider?.id === idp)?.provider?.name
  return [
    ...(idp === undefined ? [] : [neutralise(provider ?? idp)]),
    ...(outcome === undefined ? [] : [words.say(`signIns.${outcome}`)]),
    ...(search === undefined ? [] : [`“${neutralise(search)}”`]),
  ]
}

/** The command filters by one outcome. */
export function filterFlags({ outcome, search, idp }: SignInFilter): readonly string[] {
  return [
    ...(outcome === 'failed' ? ['--failed'] : []),
    ...(search === undefined ? [] : ['--user', search]),
    ...(idp === undefined ? [] : ['--idp', idp]),
  ]
}
