import { fieldOf, signInNoun, type SignInSummary, type Words } from '@portico/core'

import { shortTime } from '../../../kit/output/cell.ts'
import type { Column } from '../../../kit/terminal/list/list-sort.ts'

/** Below this width, only the sign-in's detail screen shows the provider. */
const wideFrom = 80

/** The columns of the list. For a failed sign-in, the failure replaces the outcome. `now` in ms. */
export function signInColumns(words: Words, now: number, width: number): readonly Column<SignInSummary>[] {
  const own = (name: string) => fieldOf(signInNoun, name) ?? []
  return [
    own('code'),
    width < wideFrom ? age(words, now) : own('at'),
    own('username'),
    width < wideFrom ? [] : own('provider'),
    {
      name: 'came',
      sortBy: 'outcome',
      label: words.say('signIns.outcome'),
      kind: 'text' as const,
      summary: 'What came of it',
      status: ({ outcome }: SignInSummary) => outcome,
      value: ({ failure, outcome }: SignInSummary) => failure ?? words.say(`signIns.${outcome}`),
    },
  ].flat()
}

/** `45s`, `5m`, `3h`, `12d`: the age in short form. */
function age(words: Words, now: number): Column<SignInSummary> {
  return {
    name: 'age',
    sortBy: 'at',
    label: 'Age',
    kind: 'text',
    summary: 'How long ago it began',
    value: ({ at }) => shortTime(at, now, words),
  }
}
