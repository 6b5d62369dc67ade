import { fieldOf, signInNoun, type Field, type SignInSummary, type Words } from '@portico/core'

/** Below this, the provider is read from the sign-in itself. */
const wideFrom = 80

/** The columns of the list. What went wrong stands in the place of the outcome: it says that it failed. */
export function signInColumns(words: Words, width: number): readonly Field<SignInSummary>[] {
  const own = (name: string) => fieldOf(signInNoun, name) ?? []
  return [
    own('code'),
    own('at'),
    own('username'),
    width < wideFrom ? [] : own('provider'),
    {
      name: 'came',
      label: words.say('signIns.outcome'),
      kind: 'text' as const,
      summary: 'What came of it',
      value: ({ failure, outcome }: SignInSummary) => failure ?? words.say(`signIns.${outcome}`),
    },
  ].flat()
}
